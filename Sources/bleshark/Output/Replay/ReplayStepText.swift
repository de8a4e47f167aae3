import ATTParser
import Analyzer
import Replay

/// Steps of a replay in words, for the plan and for the report.
struct ReplayStepText {
  private let isVerbose: Bool

  /// Takes from the command line how much is told.
  init(_ invocation: Invocation) { isVerbose = invocation.has(.verbose) }

  /// What a step does: `write 180d/2a37/2902 0100`.
  func text(_ step: ReplayStep) -> String {
    let attribute = step.attribute.map { " \(Self.name($0))" } ?? ""
    switch step.kind {
    case .connect: return "connect"
    case .exchangeMTU: return "exchange MTUs, ours is \(step.number ?? 23)"
    case .discover: return "discover the attributes"
    case .read: return "read\(attribute)"
    case .readBlob: return "read\(attribute) from byte \(step.offset ?? 0)"
    case .readByType:
      return
        "read values of type \(step.uuid?.description ?? "?")\(attribute.isEmpty ? "" : " in\(attribute)")"
    case .readMultiple, .readMultipleVariable:
      return "read \(step.attributes.map(Self.name).joined(separator: " "))"
    case .write: return "write\(attribute) \(bytes(step.value))"
    case .writeCommand: return "write without response\(attribute) \(bytes(step.value))"
    case .signedWrite: return "signed write\(attribute) \(bytes(step.value))"
    case .prepareWrite: return "prepare write\(attribute) at byte \(step.offset ?? 0) \(bytes(step.value))"
    case .executeWrite: return step.number == 0 ? "cancel what was prepared" : "execute what was prepared"
    case .notification: return "wait for notification\(attribute) \(bytes(step.value))"
    case .indication: return "wait for indication\(attribute) \(bytes(step.value))"
    case .change: return step.change.map(text) ?? "change the link"
    case .disconnect:
      return step.isByDevice ? "see the link end\(reason(step))" : "disconnect"
    case .unplayable: return "not replayable"
    }
  }

  /// The shortest that tells an attribute from others: `2a37`, `CCCD of 2a37`; the whole path is in the plan's JSON.
  static func name(_ reference: AttributeReference) -> String {
    guard case .key(let key) = reference else { return reference.description }
    switch key.attribute {
    case .service: return "service \(key.service)"
    case .include: return key.description
    case .declaration(let part): return "declaration of \(part)"
    case .value(let part): return part.description
    case .descriptor(let owner, let part):
      return "\(key.isConfiguration ? "CCCD" : part.description) of \(owner)"
    }
  }

  private func reason(_ step: ReplayStep) -> String {
    step.number.map { ": \(ErrorCode(rawValue: UInt8(clamping: $0)).name)" } ?? ""
  }

  private func text(_ change: LinkChange) -> String {
    switch change {
    case .parameters(let interval, let latency, let timeout):
      "ask for interval \(Numbers.short(Double(interval) * 1.25)) ms, latency \(latency), timeout \(Int(timeout) * 10) ms"
    case .dataLength(let octets): "ask for data length \(octets)"
    case .phy(let phy): "ask for PHY \(phy == 2 ? "2M" : phy == 3 ? "Coded" : "1M")"
    case .encryption: "encrypt the link"
    }
  }

  /// Bytes as digits; of long values the beginning, unless everything is asked for.
  func bytes(_ bytes: [UInt8]) -> String {
    if bytes.isEmpty { return "(empty)" }
    guard bytes.count > 24, !isVerbose else { return Numbers.hex(bytes) }
    return "\(Numbers.hex(Array(bytes.prefix(20))))… (\(bytes.count) bytes)"
  }
}
