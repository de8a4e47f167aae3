import ATTParser

extension FindingRule {
  /// A use that the characteristic's properties do not offer.
  static let useNotOffered = FindingRule(
    "gatt.use-not-offered", .warning, "use that the properties do not offer",
    what:
      "A value is written with or without response or signed, read, notified or indicated, although the characteristic's properties do not offer that.",
    why: "Servers drop such a Write Command without a word, and answer such requests with an error.",
    evidence: "the first such PDU, and the last",
    advice:
      "Use what the properties name, or have the server name what it does (Core Bluetooth drops the others in the app).",
    source: "Vol 3, Part G, 3.3.1.1 (characteristic properties)",
    consequenceOf: ["ota.wrong-write-kind"],
    about: .streams,
    connection: { connection, _ in
      var seen: [Observation] = []
      // Made for the first such use: on most connections there is none.
      var refusals: Refusals?
      for stream in connection.streams {
        let needed: CharacteristicProperties
        let what: String
        switch stream.kind {
        case .writeCommand: (needed, what) = (.writeWithoutResponse, "written without response")
        case .writeRequest, .longWrite: (needed, what) = (.write, "written with response")
        case .read, .readBlob: (needed, what) = (.read, "read")
        case .signedWrite: (needed, what) = (.authenticatedSignedWrites, "written with a signature")
        case .notification, .multipleNotification: (needed, what) = (.notify, "notified")
        case .indication: (needed, what) = (.indicate, "indicated")
        }
        guard let characteristic = connection.characteristic(of: stream),
          !characteristic.properties.contains(needed)
        else { continue }
        let known = refusals ?? Refusals(connection)
        refusals = known
        seen.append(
          Observation(
            "\(FindingContext.name(stream.attributeHandle, .value(characteristic))) was \(what) \(FindingContext.times(stream.count)), which its properties do not offer",
            stream.first, frames: [stream.last.frame],
            subject: [stream.first.frame] + [known.first(of: stream)?.moment.frame].compactMap(\.self))
        )
      }
      return seen
    })
}
