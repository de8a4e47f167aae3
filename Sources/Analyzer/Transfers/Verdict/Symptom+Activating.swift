extension Symptom {
  /// What goes wrong after the image is there.
  static let activating: [Symptom] = [notActivated, notConfirmed, oldVersion, notSeenAgain]

  /// The image is there, and nobody told the device to use it.
  static let notActivated = Symptom(
    "not-activated", "image never activated",
    try:
      "After the last byte, send what makes the device use the image: validate, test or confirm, and reset.")
  /// The image was started on trial and not confirmed.
  static let notConfirmed = Symptom(
    "not-confirmed", "image not confirmed",
    try: "Confirm the image after the first start, or the device goes back to the old one at the next.")
  /// The device runs what it ran before.
  static let oldVersion = Symptom(
    "old-version", "old version after the restart",
    try:
      "The bootloader did not take the image: check its signature and header, and whether it was confirmed.")
  /// The device was not seen again after the restart.
  static let notSeenAgain = Symptom(
    "not-seen-again", "device not seen after the restart",
    try: "Scan again; if it stays away, the new image does not start.")
}
