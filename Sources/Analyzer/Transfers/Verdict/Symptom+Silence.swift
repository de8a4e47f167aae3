extension Symptom {
  /// What ends or stops a transfer without a word about the image.
  static let silence: [Symptom] = [
    deviceDisconnected, linkTimedOut, timedOutWhileErasing, lostAfterChange, samePlace, inactivity,
    clientDisconnected, noAnswer, requestUnanswered, clientStopped, counterOverflow, appSuspended,
  ]

  /// The device ended the connection in the middle.
  static let deviceDisconnected = Symptom(
    "device-disconnected", "the device ended the connection in the middle",
    try:
      "Read the device's log at this moment: a watchdog, a failed assertion or a flash error resets it. If it is always at the same offset, it is the image or the flash there; if not, try a smaller window and a smaller ATT_MTU."
  )
  /// Nothing was heard from the device until the supervision timeout.
  static let linkTimedOut = Symptom(
    "link-timeout", "link lost (supervision timeout)",
    try:
      "Move closer, and away from Wi-Fi; use a supervision timeout of 4 to 6 s. If the device was busy with flash at the time, erase in smaller steps."
  )
  /// The same, while the device had to erase.
  static let timedOutWhileErasing = Symptom(
    "erase-timeout", "link lost while the device was erasing",
    try:
      "Erasing keeps the device from the radio for longer than the supervision timeout: use 4 to 6 s, erase sector by sector or before connecting. A watchdog that nobody feeds meanwhile looks the same: erase in a task of its own."
  )
  /// Nothing was heard any more once other parameters were in force.
  static let lostAfterChange = Symptom(
    "lost-after-parameter-change", "link lost once its parameters had changed",
    try:
      "One side does not keep the interval that it agreed to: ask for another range of intervals, or for none during the update."
  )
  /// One attempt after the other ends at the same place of the image.
  static let samePlace = Symptom(
    "same-place", "each attempt ends at the same place",
    try:
      "Chance does not strike twice at one place: read the device's log there. A page of flash that fails or is protected, bytes that the device cannot take, or an assertion resets it."
  )
  /// The device waited for more and gave up.
  static let inactivity = Symptom(
    "inactivity", "the device gave up waiting",
    try: "The client sent nothing for too long: keep sending, or begin again after such a pause.")
  /// The client ended the connection in the middle.
  static let clientDisconnected = Symptom(
    "client-disconnected", "the client ended the connection in the middle",
    try: "Look into the app: it, or its platform, closed the connection on purpose.")
  /// The device did not say what the protocol has it say.
  static let noAnswer = Symptom(
    "no-answer", "no answer from the device",
    try:
      "The write arrived, but the device's program did not answer: check that its notifications are on, that it has buffers, and how long it may take (an erase takes seconds; wait 30 to 40 s for the first answer)."
  )
  /// An ATT request was not answered.
  static let requestUnanswered = Symptom(
    "request-unanswered", "ATT request not answered",
    try:
      "The device's Bluetooth stack is blocked: find what runs inside the write callback, and answer first.")
  /// The client wrote nothing more although nothing kept it.
  static let clientStopped = Symptom(
    "client-stopped", "the client stopped sending",
    try:
      "Look into the app: it waits for a callback that does not come, or lost its place after one; a smaller window helped on some phones."
  )
  /// The client stopped by itself where a number of 16 bits ends.
  static let counterOverflow = Symptom(
    "counter-overflow", "stopped where a 16-bit number ends",
    try:
      "The client keeps the size, an offset or a block number in 16 bits: take a wider number, or a newer client or protocol for images of this size."
  )
  /// Writes stop while the link stays up, and go on much later.
  static let appSuspended = Symptom(
    "app-suspended", "the client paused, as a suspended app does",
    try: "Keep the app in the foreground, or use the platform's background mode for Bluetooth.")
}
