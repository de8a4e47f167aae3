import ATTParser

extension FindingRule {
  /// A packet did not decrypt.
  static let disconnectIntegrityFailure = FindingRule(
    "disconnect.integrity-failure", .error, "encryption broke (MIC failure)",
    what: "The link ended with reason 0x3D: the integrity check of a received packet failed.",
    why:
      "The sides use different keys, or a controller sent or lost data while encryption was being turned on. With a key that another link of the capture worked with, it is the latter.",
    evidence: "the key's command here and on the link where it worked, the end",
    advice:
      "With the same key as before: update the controllers' firmware and stop traffic while encryption starts. Otherwise delete the bond on both sides and pair again.",
    source: "Vol 1, Part F, 2.61; Vol 6, Part B, 5.1.3.1",
    consequenceOf: ["ota.mic-failure"],
    end: .integrityFailure,
    look: { end, context in
      guard let use = end.connection.keyUses.last else { return end.observation() }
      let good = context.analysis.connections.first { other in
        other.id != end.connection.id && other.wasEncrypted && other.closed?.reason?.rawValue != 0x3D
          && other.keyUses.contains { $0.key == use.key }
      }
      let words = good.map {
        "the key of frame \(use.moment.frame) is the one that connection \($0.id) worked with, so the keys agree"
      }
      let other = good?.keyUses.first { $0.key == use.key }?.moment.frame
      return end.observation(words, frames: [use.moment.frame, other].compactMap(\.self))
    })
}
