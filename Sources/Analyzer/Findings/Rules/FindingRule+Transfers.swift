extension FindingRule {
  /// The symptoms of transfers as rules: what each verdict says went wrong.
  ///
  /// The cause of a failed transfer is an error, the rest are warnings, and what a transfer got over is
  /// worth knowing.
  static let transfers: [FindingRule] = Symptom.all.map { symptom in
    FindingRule(
      symptom.rule, .error, symptom.title,
      what: "The verdict about a transfer of an image names it (bleshark why).",
      why:
        "As the cause of a failed transfer it is an error, else a warning, and information after a success.",
      evidence: "the frames of the verdict", advice: symptom.advice, source: "docs/ota.md",
      capture: { context in
        context.analysis.transfers.flatMap { transfer in
          let verdict = transfer.verdict
          let causes =
            [verdict.cause].compactMap(\.self).map { ($0, true) } + verdict.also.map { ($0, false) }
          return causes.filter { $0.0.symptom == symptom }.map { cause, isCause in
            let part = transfer.parts.last { $0.began.frame <= cause.moment.frame } ?? transfer.parts.last
            let severity: Severity =
              switch verdict.outcome {
              case .success: .info
              case .failed: isCause ? .error : .warning
              case .incomplete, .unknown: .warning
              }
            return Observation(
              cause.text, cause.moment, frames: cause.frames, confidence: cause.confidence,
              severity: severity,
              connection: part?.connection)
          }
        }
      })
  }
}
