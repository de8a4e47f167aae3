extension FindingRule {
  /// A Prepare Write Response that does not repeat its request.
  static let prepareEchoDiffers = FindingRule(
    "gatt.prepare-echo-differs", .error, "prepared write repeated differently",
    what: "A Prepare Write Response has another handle, offset or value than its request.",
    why:
      "The server queued something else. A client that executes the write all the same has other bytes in the device than it meant.",
    evidence: "the request, the response, the Execute Write Request",
    advice: "Compare each response with its request and cancel the write if they differ.",
    source: "Vol 3, Part G, 4.9.5 (reliable writes)",
    about: .longWrites,
    connection: { connection, _ in
      connection.longWrites.flatMap { write in
        write.parts.filter { $0.echo == .different }.map { part in
          let isExecuted = write.execution == .write
          return Observation(
            "a part of \(part.count) bytes at offset \(part.offset) of \(FindingContext.name(write.attributeHandle)) was repeated differently in frame \(part.responseFrame ?? 0), and the write was \(isExecuted ? "executed" : "not executed")",
            nil, frames: [part.requestFrame, part.responseFrame, write.executeFrame],
            severity: isExecuted ? nil : .info)
        }
      }
    })
}
