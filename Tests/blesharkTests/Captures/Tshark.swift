import Foundation
import Testing

/// A frame as tshark shows it.
struct TsharkFrame: Sendable {
  /// Fields by name, every occurrence.
  var fields: [String: [String]]
  /// The bytes of whole layers as hex digits, by the layer's name.
  var layers: [String: String]

  /// The first occurrence of a field as a number.
  func number(_ field: String) -> Int? { fields[field]?.first.flatMap(Self.integer) }
  /// Every occurrence of a field as numbers.
  func numbers(_ field: String) -> [Int] { fields[field]?.compactMap(Self.integer) ?? [] }

  private static func integer(_ text: String) -> Int? {
    text.hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text)
  }
}

/// Reads captures with Wireshark's command-line tool.
enum Tshark {
  /// Where it is, nil when it is not installed.
  static let path = Program.find("tshark")
  /// Said when it is not installed.
  static let absence: Comment = "SKIPPED: tshark is not installed"

  private static let names = [
    "frame.number", "frame.time_relative", "frame.p2p_dir", "bthci_cmd.opcode", "bthci_evt.code",
    "bthci_evt.le_meta_subevent", "bthci_acl.chandle", "btl2cap.cid", "btl2cap.cmd_code", "btatt.opcode",
    "btatt.handle", "btatt.starting_handle", "btatt.ending_handle", "btatt.value", "btsmp.opcode",
    "hci_mon.adapter_id",
  ]
  private static let layerNames = ["bthci_cmd", "bthci_evt", "btatt", "btsmp"]

  /// Reads every frame of a capture; the first one is number 1.
  static func frames(of capture: String) throws -> [TsharkFrame] {
    let layers = try layers(of: capture)
    let arguments = names.flatMap { ["-e", $0] }
    let rows = try run(
      ["-r", capture, "-T", "fields", "-E", "occurrence=a", "-E", "aggregator=;"] + arguments)
    return rows.text.split(separator: "\n").enumerated().map { place, row in
      let cells = row.split(separator: "\t", omittingEmptySubsequences: false)
      let pairs = zip(names, cells).filter { !$0.1.isEmpty }
      let fields = pairs.map { ($0.0, $0.1.split(separator: ";").map(String.init)) }
      return TsharkFrame(
        fields: Dictionary(uniqueKeysWithValues: fields), layers: place < layers.count ? layers[place] : [:])
    }
  }

  /// The bytes of the layers of every frame, recombined where they came in pieces.
  private static func layers(of capture: String) throws -> [[String: String]] {
    let result = try run(["-r", capture, "-T", "json", "-x", "-j", "btatt"])
    let list = try JSONSerialization.jsonObject(with: Data(result.output)) as? [[String: Any]] ?? []
    return list.map { frame in
      let source = frame["_source"] as? [String: Any]
      let layers = source?["layers"] as? [String: Any] ?? [:]
      let found = layerNames.compactMap { name -> (String, String)? in
        guard let raw = layers["\(name)_raw"] as? [Any], let hex = raw.first as? String else { return nil }
        return (name, hex)
      }
      return Dictionary(uniqueKeysWithValues: found)
    }
  }

  private static func run(_ arguments: [String]) throws -> ProgramResult {
    let path = try #require(path)
    let result = try Program.run(path, arguments)
    try #require(result.status == 0, "tshark: \(result.errors)")
    return result
  }
}
