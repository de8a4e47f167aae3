public import ATTParser

extension SessionBuilder {
  /// What an attribute handle of the server that a frame talks to or from is, nil when nothing tells.
  public func meaning(of handle: AttributeHandle, in frame: DecodedFrame) -> GATTTable.Meaning? {
    guard let slot = openSlot(frame.record.adapter, frame.aclHeader.connectionHandle) else { return nil }
    let connection = connections[live[slot].place]
    let isClientLocal = frame.att.opcode.isFromClient == (frame.record.direction == .sent)
    guard isClientLocal else { return live[slot].localTable.meaning(of: handle) }
    return live[slot].peerTable.meaning(of: handle)
      ?? tables.table(for: connection.peer, in: connection.id, telling: handle)?.meaning(of: handle)
  }

  /// What an attribute handle that a transaction names is, nil when nothing tells.
  public func meaning(of handle: AttributeHandle, for transaction: Transaction) -> GATTTable.Meaning? {
    guard connections.indices.contains(transaction.connection - 1) else { return nil }
    let connection = connections[transaction.connection - 1]
    let slot = openSlot(connection.adapter, connection.handle)
    let isOpen = slot.map { live[$0].place == transaction.connection - 1 } ?? false
    // Requests go to the server, indications come from it.
    let isServerPeer = (transaction.direction == .sent) == (transaction.request.kind == .request)
    guard isServerPeer else {
      return (slot.map { isOpen ? live[$0].localTable : connection.localTable } ?? connection.localTable)
        .meaning(of: handle)
    }
    let own = slot.map { isOpen ? live[$0].peerTable : connection.peerTable } ?? connection.peerTable
    return own.meaning(of: handle)
      ?? tables.table(for: connection.peer, in: connection.id, telling: handle)?.meaning(of: handle)
  }
}
