import ATTParser

extension Symptom {
  /// What an Error Response in a transfer is, where the protocol has no word of its own for it.
  static func of(_ code: ATTErrorCode) -> Symptom {
    switch code.rawValue {
    case 0x05, 0x08, 0x0C, 0x0F: .securityRequired
    case 0x03: .wrongWriteKind
    // A handle that does not exist is one that the client has from elsewhere.
    case 0x01: .staleAttributes
    default: .attributeError
    }
  }

  /// What keeps a client from the device, its bootloader or its attributes.
  static let reaching: [Symptom] = [
    bootloaderNotReached, bootloaderNotStarted, notBegun, staleAttributes, attributeError, securityRequired,
    bondLost, integrityFailed, linkLayerSilent, notEstablished,
  ]

  /// The device went into its bootloader, and was never connected to again.
  static let bootloaderNotReached = Symptom(
    "bootloader-not-reached", "bootloader not reached",
    try:
      "Scan for the bootloader (service FE59, or the name DfuTarg) and connect to the address that it advertises: the old one plus one after buttonless DFU without bonds, the same one otherwise. On Android, check the scan and location permissions."
  )
  /// The device was told to go into its bootloader, and came back as the application that it was.
  static let bootloaderNotStarted = Symptom(
    "bootloader-not-started", "the bootloader did not start",
    try:
      "Let the exchange of the MTU and the discovery end before the jump, some seconds after connecting; check that a bootloader is in the device, and that the application does not start the old one."
  )
  /// The bootloader was connected to, and nothing was asked of it.
  static let notBegun = Symptom(
    "not-begun", "the update never began",
    try:
      "Wait until the disconnection is reported, then scan, connect and discover anew; do not use the attributes of the application in the bootloader (clear the cache, or let the bootloader have another address)."
  )
  /// Handles from before the restart are used after it.
  static let staleAttributes = Symptom(
    "stale-attributes", "attribute table out of date",
    try:
      "The attributes of application and bootloader differ: discover again after the restart, send Service Changed from both, or let the bootloader use another address."
  )
  /// The device answers a write with an ATT error.
  static let attributeError = Symptom(
    "att-error", "write refused by the device",
    try: "Look the error code up in the device's firmware: it refused this request, and nothing was lost.")
  /// The device wants an encrypted or authenticated link first.
  static let securityRequired = Symptom(
    "security-required", "pairing required",
    try:
      "Pair before the update, or build the firmware without authentication on the update service for a test."
  )
  /// One side has lost the keys of the bond.
  static let bondLost = Symptom(
    "bond-lost", "bond lost on one side",
    try: "Delete the bond on both sides and pair again; let bootloader and application share bonds.")
  /// A packet did not decrypt.
  static let integrityFailed = Symptom(
    "mic-failure", "encryption broke (MIC failure)",
    try:
      "The sides do not use the same key, or a controller sent data while encryption was changing: delete the bond, update the controller firmware, and stop traffic while encryption starts."
  )
  /// The other side's link layer did not answer a procedure.
  static let linkLayerSilent = Symptom(
    "link-layer-silent", "link layer procedure not answered",
    try:
      "The peer's controller never answered a link layer procedure (PHY, data length, parameters or encryption): update its firmware, or do not start that procedure."
  )
  /// The connection was made and lost at once.
  static let notEstablished = Symptom(
    "not-established", "connection failed to be established",
    try: "The first packets were never received: move closer, retry two or three times, advertise faster.")
}
