import ATTParser

extension ThroughputBuilder {
  /// Adds a packet of the air.
  mutating func addAir(_ frame: inout DecodedFrame, _ connection: Int, _ builder: inout SessionBuilder) {
    guard frame.air.channel == .data || frame.air.notes.contains(.opensLink) else { return }
    let place = link(connection, frame.record.adapter)
    guard place >= 0 else { return }
    if frame.air.notes.contains(.opensLink) { links[place].setOfTheAir() }
    if !frame.air.notes.isDisjoint(with: [.opensLink, .parametersInForce]),
      let parameters = builder.parameters(of: connection)
    {
      set(parameters, place)
    }
    guard frame.air.channel == .data else { return }
    let time = frame.record.timestamp.nanoseconds
    links[place].beginPacket(&frame)
    switch frame.payload {
    case .att(let att): add(att, frame.record, place, &builder)
    case .smp(let command): add(command, place, time)
    default: break
    }
    links[place].endPacket(&frame)
    if frame.kind == .linkControl { add(frame.air.control, place, frame.record) }
    if frame.air.notes.contains(.startsEncryption) { links[place].setInProcedure(false, time) }
  }

  /// Nothing else is sent from the request for encryption until it has begun, was rejected, or again after a pause.
  private mutating func add(_ control: LinkControlPDU, _ place: Int, _ record: Record) {
    let time = record.timestamp.nanoseconds
    switch control.details {
    case .terminate: end(place, record)
    case .encryptionRequest: links[place].setInProcedure(true, time)
    case .reject: links[place].setInProcedure(false, time)
    default: if control.opcode == .pauseEncryptionRequest { links[place].setInProcedure(true, time) }
    }
  }
}
