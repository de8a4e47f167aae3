import Testing

/// Compares `packets --jsonl` with tshark, frame by frame.
@Suite("The same frames as tshark", .enabled(if: Tshark.path != nil, Tshark.absence)) struct TsharkTests {
  @Test("every frame is what tshark says, or the difference is explained", arguments: CaptureFile.ofHosts)
  func capture(_ file: CaptureFile) async throws {
    let known = try KnownDifferences()
    let differences = try await Comparisons.shared.differences(in: file)
    let unexplained = differences.filter { difference in
      !known.lines.contains { $0.explains(difference) }
    }
    #expect(unexplained.isEmpty, "\(unexplained.prefix(20).map(\.description).joined(separator: "\n"))")
  }

  @Test("every known difference is still one, and has a reason") func knownDifferences() async throws {
    let known = try KnownDifferences()
    #expect(known.mistakes.isEmpty)
    var differences: [Difference] = []
    for file in CaptureFile.ofHosts { differences += try await Comparisons.shared.differences(in: file) }
    let names = Set(CaptureFile.ofHosts.map(\.testDescription))
    for line in known.lines where names.contains(line.file) || !CaptureFile.corpus.isEmpty {
      #expect(differences.contains { line.explains($0) }, "\(line) is not a difference any more")
    }
  }
}

/// Comparisons of captures, each made once.
private actor Comparisons {
  static let shared = Comparisons()

  private var started: [String: Task<[Difference], any Error>] = [:]

  func differences(in file: CaptureFile) async throws -> [Difference] {
    let task =
      started[file.path]
      ?? Task.detached { try FrameComparison(file).differences() }
    started[file.path] = task
    return try await task.value
  }
}

/// Compares what two programs say about the frames of one capture.
private struct FrameComparison {
  private let name: String
  private let theirs: [TsharkFrame]
  private var ours: [Int: PacketReading] = [:]
  private let repeated: [Int]

  init(_ file: CaptureFile) throws {
    name = file.testDescription
    theirs = try Tshark.frames(of: file.path)
    var repeated: [Int] = []
    for line in try file.packets() {
      if ours[line.frame] != nil { repeated.append(line.frame) }
      ours[line.frame] = line
    }
    self.repeated = repeated
  }

  func differences() -> [Difference] {
    var found: [Difference] = []
    for frame in repeated { found.append(difference(frame, "line", "two", "one")) }
    for (place, frame) in theirs.enumerated() {
      found += compare(frame, ours[place + 1], place + 1)
    }
    for number in ours.keys.sorted() where number > theirs.count {
      found.append(difference(number, "line", "one", "no such frame"))
    }
    return found
  }

  private func compare(_ frame: TsharkFrame, _ line: PacketReading?, _ number: Int) -> [Difference] {
    var checks: [(field: String, ours: String?, theirs: String?)] = []
    // Fragments and segments have no line of their own; tshark must show no PDU there either.
    let isData = line?.layer != "command" && line?.layer != "event"
    checks.append(
      ("command", line?.layer == "command" ? text(line?.opcode) : nil, text(frame.number("bthci_cmd.opcode")))
    )
    checks.append(
      ("event", line?.layer == "event" ? text(line?.code) : nil, text(frame.number("bthci_evt.code"))))
    checks.append(("subevent", text(line?.subevent), text(frame.number("bthci_evt.le_meta_subevent"))))
    checks.append(
      ("att", line?.layer == "att" ? text(line?.opcode) : nil, text(frame.number("btatt.opcode"))))
    checks.append(("smp", line?.layer == "smp" ? text(line?.code) : nil, text(frame.number("btsmp.opcode"))))
    checks.append(
      (
        "signaling", line?.layer == "signaling" ? text(line?.code) : nil,
        text(frame.number("btl2cap.cmd_code"))
      ))
    if let line {
      checks.append(
        ("time", line.timeS.description, close(line.timeS, frame.fields["frame.time_relative"]?.first)))
      if isData, let handle = frame.number("bthci_acl.chandle") {
        checks.append(("link", text(line.link), text(handle)))
      }
      if let direction = frame.number("frame.p2p_dir"), line.layer != "note" {
        checks.append(("direction", line.direction, direction == 0 ? "sent" : "received"))
      }
      if let adapter = frame.number("hci_mon.adapter_id"), line.layer != "note" {
        checks.append(("adapter", text(line.adapter ?? 0), text(adapter)))
      }
      checks += payloads(frame, line)
    }
    return checks.filter { $0.ours != $0.theirs }.map {
      difference(number, $0.field, $0.ours ?? "nothing", $0.theirs ?? "nothing")
    }
  }

  private func payloads(
    _ frame: TsharkFrame, _ line: PacketReading
  ) -> [(field: String, ours: String?, theirs: String?)] {
    var checks: [(field: String, ours: String?, theirs: String?)] = []
    let parameters = line.parameters
    switch line.layer {
    case "command":
      checks.append(("parameters", parameters, frame.layers["bthci_cmd"].map { String($0.dropFirst(6)) }))
    case "event":
      checks.append(("parameters", parameters, frame.layers["bthci_evt"].map { String($0.dropFirst(4)) }))
    case "smp":
      checks.append(("parameters", parameters, frame.layers["btsmp"].map { String($0.dropFirst(2)) }))
    case "att":
      if line.bearer == nil { checks.append(("cid", "4", text(frame.number("btl2cap.cid")))) }
      guard frame.number("btatt.opcode") != nil else { break }
      if let pdu = line.attPDU { checks.append(("pdu", pdu, frame.layers["btatt"])) }
      if line.carriesOneHandle {
        let handles = frame.numbers("btatt.handle").map(String.init).joined(separator: ",")
        checks.append(("handle", text(line.handle), handles))
      }
      // tshark gives no value where it takes one apart because it knows the characteristic.
      if let values = frame.fields["btatt.value"], values.count == 1, line.entries == nil {
        checks.append(("value", line.value, values[0]))
      }
      if line.start != nil {
        checks.append(("range", text(line.start), text(frame.number("btatt.starting_handle"))))
        checks.append(("range", text(line.end), text(frame.number("btatt.ending_handle"))))
      }
    default: break
    }
    return checks
  }

  private func text(_ number: Int?) -> String? { number.map { "\($0)" } }

  /// Our own time where tshark's is the same to a microsecond, its time otherwise.
  private func close(_ ours: Double, _ theirs: String?) -> String? {
    guard let theirs, let time = Double(theirs) else { return theirs }
    return (time - ours).magnitude < 0.000_001_5 ? ours.description : theirs
  }

  private func difference(_ frame: Int, _ field: String, _ ours: String, _ theirs: String) -> Difference {
    Difference(file: name, frame: frame, field: field, ours: ours, theirs: theirs)
  }
}
