extension Symptom {
  /// What makes the device hold other bytes than were meant.
  static let losing: [Symptom] = [
    bytesLost, bytesCorrupted, chunkMissing, chunkRepeated, wrongResume, restartedFromZero, valueTooLong,
    valueBeyond512, wrongWriteKind, packetsBeyond20, requestInPieces, receiptMissing, noProgress, staleState,
    smallChunks,
  ]

  /// The device counts fewer bytes than were sent.
  static let bytesLost = Symptom(
    "bytes-lost", "bytes lost on the way to the device",
    try:
      "Send no faster than the device takes: acknowledge every few packets (a packet receipt notification of 1 to 12), wait for the platform's ready signal (canSendWriteWithoutResponse, onCharacteristicWrite) before each write."
  )
  /// The device's check differs although the count is the same.
  static let bytesCorrupted = Symptom(
    "bytes-corrupted", "bytes differ in the device",
    try:
      "The device has as many bytes as were sent, but others: packets lost and replaced, sent out of order, or written wrongly to flash. Send slower, and compare the image file with what was sent (bleshark extract)."
  )
  /// Part of the image was never sent.
  static let chunkMissing = Symptom(
    "chunk-missing", "part of the image was never sent",
    try:
      "The app skipped it, or its platform dropped the write without saying so: respect the ready signal for writes without response, and check the loop that cuts the image."
  )
  /// Part of the image was sent twice where the protocol has no place for it.
  static let chunkRepeated = Symptom(
    "chunk-repeated", "part of the image was sent twice",
    try: "Check the loop that cuts the image, and what it does after a callback that comes twice.")
  /// The client went on at another offset than the device has.
  static let wrongResume = Symptom(
    "wrong-resume", "resumed at the wrong offset",
    try: "Go on at the offset that the device reports, rounded down to what its protocol allows.")
  /// The client began anew although the device had part of the image.
  static let restartedFromZero = Symptom(
    "restarted-from-zero", "began anew instead of resuming",
    try: "Ask the device for its offset after reconnecting, and go on there if its check agrees.")
  /// A value is longer than the ATT_MTU allows.
  static let valueTooLong = Symptom(
    "value-exceeds-mtu", "writes longer than ATT_MTU − 3",
    try: "Ask the platform for the longest value (maximumWriteValueLength, MTU − 3) after each connection.")
  /// A value is longer than an attribute may be.
  static let valueBeyond512 = Symptom(
    "value-exceeds-512", "writes longer than 512 bytes",
    try: "An attribute value has 512 bytes at most, also with an ATT_MTU of 517: cap the chunks there.")
  /// A write of a kind that the characteristic does not take.
  static let wrongWriteKind = Symptom(
    "wrong-write-kind", "write of a kind that the characteristic does not take",
    try: "Use the kind of write (with or without response) that the characteristic's properties name.")
  /// An acknowledgement that was agreed on does not come.
  static let receiptMissing = Symptom(
    "receipt-missing", "acknowledgement missing",
    try:
      "A notification was lost in the client or never sent: check that its CCCD is on, and that the device has buffers left for notifications."
  )
  /// Packets longer than 20 bytes, to a device of a protocol whose bootloaders often take no longer ones.
  static let packetsBeyond20 = Symptom(
    "packets-beyond-20", "packets of more than 20 bytes",
    try:
      "Many bootloaders of this protocol take packets of 20 bytes and no longer ones, whatever the ATT_MTU: do not ask for a larger MTU, or cap the packets at 20 bytes."
  )
  /// A request in several writes, to a device that has answered none like it.
  static let requestInPieces = Symptom(
    "request-in-pieces", "request in several writes not answered",
    try:
      "A device without reassembly takes one write for one request: keep requests to ATT_MTU − 3 bytes, or ask the device for its buffer size first; in the firmware, turn reassembly on and give it a buffer for it."
  )
  /// The device asks for the same place again and again, although it is sent.
  static let noProgress = Symptom(
    "no-progress", "the device asks for the same place again and again",
    try:
      "What is sent arrives, and is not kept: look for a failed erase or write in the device's log, and for what forgets its state between two requests. Restart the device before the next try."
  )
  /// The device counts bytes that were not sent.
  static let staleState = Symptom(
    "stale-state", "bytes of an earlier attempt are counted",
    try:
      "Have the device forget the earlier attempt before the next one: create the object anew, erase the slot, or restart the device; then check that its offset is 0."
  )
  /// Much smaller chunks than the link would carry.
  static let smallChunks = Symptom(
    "small-chunks", "chunks far smaller than the link carries",
    try:
      "The device's buffer, or the ATT_MTU, leaves hardly any room beside each request's own header: make the buffers larger, and agree on a larger MTU."
  )
}
