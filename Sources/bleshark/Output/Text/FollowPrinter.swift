import ATTParser
import Analyzer
import FoundationEssentials

/// Prints the values of one attribute as text, JSON lines or comma-separated values.
struct FollowPrinter {
  /// The first frame's time.
  var start: Timestamp?
  /// Values printed.
  private(set) var count = 0

  private enum Form {
    case text, json, csv
  }

  /// What is known of the values that go one way on one attribute.
  private struct Course {
    var previous: Timestamp
    var values = 0
    var bytes = 0
    var gaps = 0
    var first: Timestamp
    var detector = SequenceDetector()
  }

  private let style: TextStyle
  private let format: ValueFormat
  private let longGap: Int64?
  private let form: Form
  private let usesDates: Bool
  private let json = JSONLines()
  private var courses: [String: Course] = [:]

  /// - Throws: ``UsageError``.
  init(_ style: TextStyle, _ invocation: Invocation) throws {
    self.style = style
    format = invocation.value(.format).flatMap(ValueFormat.init(name:)) ?? .hex
    longGap = try invocation.duration(.gaps)
    guard !invocation.has(.csv) || !invocation.has(.jsonLines) else {
      throw UsageError("--csv and --jsonl exclude each other")
    }
    form = invocation.has(.csv) ? .csv : invocation.has(.jsonLines) ? .json : .text
    usesDates = invocation.has(.utc)
  }

  /// Prints the line of column names that comma-separated values begin with.
  func printHeader(_ output: inout OutputBuffer) {
    if form == .csv {
      output.append("frame,time_s,delta_s,connection,direction,kind,handle,offset,length,value\n")
    }
  }

  /// Prints a value, whose bytes are `bytes`.
  mutating func add(
    _ value: CarriedValue, _ bytes: [UInt8], _ meaning: GATTTable.Meaning?, _ connection: Int,
    _ frame: DecodedFrame, _ output: inout OutputBuffer
  ) throws {
    count += 1
    let time = frame.record.timestamp
    let (kind, handle, missing) = (value.kind.name, value.attributeHandle, value.missingBytes)
    let name = "#\(connection) \(kind) \(frame.record.direction.name) \(handle)"
    var course = courses[name] ?? Course(previous: time, first: time)
    let delta = course.values == 0 ? nil : time.nanoseconds(since: course.previous)
    course.previous = time
    course.values += 1
    course.bytes += bytes.count + missing
    let isGap = longGap.map { (delta ?? 0) >= $0 } ?? false
    if isGap { course.gaps += 1 }
    if value.offset == 0 { course.detector.add(bytes[...], frame: frame.record.number) }
    courses[name] = course
    let shown = format.format(bytes)
    switch form {
    case .text:
      let gap = isGap ? "  " + style.warning("gap") : ""
      let cut = missing > 0 ? "  " + style.warning("\(missing) bytes not captured") : ""
      let offset = value.offset > 0 ? " from \(value.offset)" : ""
      output.append(
        "\(prefix(frame, delta)) #\(connection) \(arrow(frame)) \(TextLayout.left(kind, 13)) \(handle)\(offset) = \(shown)\(gap)\(cut)\n"
      )
    case .csv:
      let cells = [
        "\(frame.record.number)", Numbers.seconds(nanoseconds: elapsed(time)),
        delta.map { Numbers.seconds(nanoseconds: $0) } ?? "", "\(connection)", frame.record.direction.name,
        kind, "\(handle.rawValue)", "\(value.offset)", "\(bytes.count + missing)",
        Self.quoted(shown),
      ]
      output.append(cells.joined(separator: ",") + "\n")
    case .json:
      let document = FollowDocument(
        frame: frame.record.number, time_s: Numbers.rounded(Double(elapsed(time)) / 1e9),
        delta_s: delta.map { Numbers.rounded(Double($0) / 1e9) }, connection: connection,
        direction: frame.record.direction.name, kind: kind, handle: Int(handle.rawValue),
        uuid: meaning?.uuid.description, offset: value.offset, value: Numbers.hex(bytes),
        text: format == .hex ? nil : shown, gap: isGap ? true : nil,
        missing: missing > 0 ? missing : nil)
      output.append(try json.line(document))
    }
  }

  /// Prints a write that turns notifications or indications on or off.
  ///
  /// - Parameters:
  ///   - descriptor: the CCCD.
  ///   - bytes: what is written.
  ///   - governed: the value whose notifications or indications they are.
  mutating func addConfiguration(
    _ descriptor: AttributeHandle, _ bytes: [UInt8], _ governed: AttributeHandle, _ connection: Int,
    _ frame: DecodedFrame, _ output: inout OutputBuffer
  ) throws {
    let bits = (bytes.first ?? 0) & 3
    let what = ["off", "notifications on", "indications on", "notifications and indications on"][Int(bits)]
    switch form {
    case .text:
      output.append(
        "\(prefix(frame, nil)) #\(connection) \(arrow(frame)) \(style.bold("CCCD \(descriptor): \(what)"))\n"
      )
    case .csv: break
    case .json:
      let document = FollowDocument(
        frame: frame.record.number,
        time_s: Numbers.rounded(Double(elapsed(frame.record.timestamp)) / 1e9), delta_s: nil,
        connection: connection, direction: frame.record.direction.name, kind: "configuration",
        handle: Int(governed.rawValue), uuid: BluetoothUUID.clientCharacteristicConfiguration.description,
        offset: 0, value: Numbers.hex(bytes), text: what,
        gap: nil, missing: nil)
      output.append(try json.line(document))
    }
  }

  /// Prints what the values add up to.
  func printEnd(_ output: inout OutputBuffer) {
    guard form == .text, count > 0 else { return }
    output.append("\n")
    for (name, course) in courses.sorted(by: { $0.key < $1.key }) {
      let seconds = Double(course.previous.nanoseconds(since: course.first)) / 1e9
      var line = "\(name): \(course.values) values, \(course.bytes) bytes"
      if seconds > 0, course.values > 1 {
        line += ", one every \(Numbers.short(seconds / Double(course.values - 1) * 1000)) ms"
      }
      if course.gaps > 0 { line += ", \(course.gaps) gaps" }
      output.append(line + "\n")
      if let finding = course.detector.finding { output.append("  \(finding.text)\n") }
    }
  }

  // MARK: - Pieces

  private func elapsed(_ time: Timestamp) -> Int64 { time.nanoseconds(since: start ?? time) }

  private func prefix(_ frame: DecodedFrame, _ delta: Int64?) -> String {
    let time =
      usesDates
      ? UTCDate.text(frame.record.timestamp)
      : TextLayout.right(Numbers.seconds(nanoseconds: elapsed(frame.record.timestamp)), 12)
    let since = delta.map { "+" + Numbers.seconds(nanoseconds: $0) } ?? ""
    return "\(TextLayout.right("\(frame.record.number)", 7)) \(time) \(TextLayout.right(since, 12))"
  }

  private func arrow(_ frame: DecodedFrame) -> String {
    frame.record.direction == .sent ? "→" : frame.record.direction == .received ? "←" : " "
  }

  private static func quoted(_ text: String) -> String {
    guard text.contains(where: { ",\"\n\r".contains($0) }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}

/// A value as one line of JSON; docs/json.md describes it field by field.
struct FollowDocument: Encodable {
  let frame: Int
  let time_s: Double
  let delta_s: Double?
  let connection: Int
  let direction: String
  let kind: String
  let handle: Int
  let uuid: String?
  let offset: Int
  let value: String
  let text: String?
  let gap: Bool?
  let missing: Int?
}
