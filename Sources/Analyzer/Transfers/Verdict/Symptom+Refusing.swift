extension Symptom {
  /// What the device does not like about the image or about the order of things.
  static let refusing: [Symptom] = [
    refused, initPacketRefused, signatureRefused, versionRefused, hardwareRefused, softDeviceRefused,
    hashMismatch, checkMismatch, imageTooLarge, notAnImage, wrongState, slotBusy, sameImage, flashFailed,
    outOfResources, commandUnsupported,
  ]

  /// The device refused for a reason without a symptom of its own.
  static let refused = Symptom(
    "refused", "refused by the device",
    try: "Look the result code up in the device's firmware; it is the device's own word for what is wrong.")
  /// The words about the image are not accepted.
  static let initPacketRefused = Symptom(
    "init-packet-refused", "init packet refused",
    try:
      "Make the package again for this device: signing key, hardware version, SoftDevice and type have to fit. An error that goes away on the second try was a busy bootloader."
  )
  /// The signature is missing or wrong.
  static let signatureRefused = Symptom(
    "signature-refused", "signature missing or wrong",
    try: "Sign the image with the key that the bootloader knows.")
  /// The version is older than what the device has.
  static let versionRefused = Symptom(
    "version-refused", "version not accepted",
    try: "Raise the version of the image, or turn the downgrade check off in the bootloader.")
  /// The image is for other hardware.
  static let hardwareRefused = Symptom(
    "hardware-refused", "image for other hardware", try: "Make the package for this hardware version.")
  /// The image needs another SoftDevice.
  static let softDeviceRefused = Symptom(
    "softdevice-refused", "SoftDevice not accepted",
    try: "Name the SoftDevice that is installed when the package is made, or update it first.")
  /// What the device computed over the image is not what was announced.
  static let hashMismatch = Symptom(
    "hash-mismatch", "image check failed in the device",
    try:
      "Compare what was sent with the file (bleshark extract --compare): if they are equal, the announced hash or the flash is wrong; if not, the difference says where."
  )
  /// The check over part of the image is wrong.
  static let checkMismatch = Symptom(
    "crc-mismatch", "check of a part failed in the device",
    try:
      "Send the part again, slower; if it fails again with the same bytes, the check itself is computed wrongly."
  )
  /// The image does not fit.
  static let imageTooLarge = Symptom(
    "image-too-large", "image too large for the device",
    try: "Make the image smaller, or the slot larger; check that it is the right file.")
  /// The file is not an image for this device.
  static let notAnImage = Symptom(
    "not-an-image", "not an image for this device",
    try: "Send the file that the build made for updates (signed, with its header), not another one.")
  /// The request does not fit the state the device is in.
  static let wrongState = Symptom(
    "wrong-state", "request out of order",
    try: "Keep the order of the protocol; after an interrupted update, reset the device's state first.")
  /// The place for the image is in use.
  static let slotBusy = Symptom(
    "slot-busy", "place for the image is in use",
    try: "Confirm or erase the image that is pending, restart the device, and try again.")
  /// The device has the image already.
  static let sameImage = Symptom(
    "same-image", "the device has this image already",
    try: "Nothing has to be sent; raise the version otherwise."
  )
  /// Flash could not be erased or written.
  static let flashFailed = Symptom(
    "flash-failed", "flash could not be erased or written",
    try: "Read the device's log: its flash driver failed, or the area is not aligned or protected.")
  /// Memory or buffers ran out.
  static let outOfResources = Symptom(
    "out-of-resources", "device out of memory or buffers",
    try: "Send smaller requests and fewer at once, or give the device more buffers.")
  /// A command that the device does not have.
  static let commandUnsupported = Symptom(
    "command-unsupported", "command that the device does not have",
    try:
      "Leave the command out for this device: a bootloader may take an image and know no test and no confirmation; a restart is then all it needs."
  )
}
