/// Something that goes wrong with transfers, with a name that does not change and what to try about it.
///
/// The symptoms are in the extensions beside this file, one file for each part of a transfer's way.
public struct Symptom: Sendable, Hashable {
  /// The name in documents, such as `ota.device-disconnected`.
  public let rule: String
  /// What it is, in few words.
  public let title: String
  /// What to try, a sentence or two.
  public let advice: String

  /// Makes a symptom; `rule` is the name without `ota.` before it.
  init(_ rule: String, _ title: String, try advice: String) {
    self.rule = "ota.\(rule)"
    self.title = title
    self.advice = advice
  }

  /// All of them, in the order of a transfer's way.
  public static let all: [Symptom] =
    reaching + losing + refusing + silence + activating
}

/// How sure a conclusion is.
public enum Confidence: String, Sendable, Hashable, Comparable, CaseIterable {
  /// One of several things that would look like this.
  case possible
  /// What nearly always lies behind this.
  case likely
  /// Said by the device, or seen.
  case certain

  /// True for what comes earlier in the list.
  public static func < (left: Confidence, right: Confidence) -> Bool {
    allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
  }
}

/// Something that went wrong in a transfer, with its evidence.
public struct TransferCause: Sendable, Hashable {
  /// What it is.
  public var symptom: Symptom
  /// How sure it is.
  public var confidence: Confidence
  /// What happened, in a sentence without a full stop.
  public var text: String
  /// The frames that show it.
  public var frames: [Int]
  /// When.
  public var moment: Moment
  /// True when the transfer cannot go on from here without beginning anew or again.
  public var isFatal: Bool

  /// True when nothing that the client sends afterwards mends it, unless it begins anew.
  public var isFinal = false

  /// True when nothing was wrong with it if the device went on after it.
  public var isExcusedByProgress = false

  /// Frames kept of one cause.
  static let frameLimit = 16

  /// Makes a cause, which cites the frame of `moment` beside `frames`.
  init(
    _ symptom: Symptom, _ text: String, _ moment: Moment, frames: [Int] = [],
    confidence: Confidence = .certain, isFatal: Bool = true
  ) {
    self.symptom = symptom
    self.text = text
    self.moment = moment
    let all = Set(frames.prefix(Self.frameLimit)).union([moment.frame])
    self.frames = all.sorted()
    self.confidence = confidence
    self.isFatal = isFatal
  }
}
