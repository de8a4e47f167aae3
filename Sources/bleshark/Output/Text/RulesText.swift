import Analyzer

/// The rules as text: a list, one by one, or the whole of docs/diagnostics.md.
enum RulesText {
  /// The groups in their order, each with what its rules are about.
  private static let groups: [(name: String, title: String, about: String)] = [
    (
      "capture", "The capture itself",
      "What is not in the file, or not as it was, and what therefore cannot be concluded. In text these stand under *Capture quality*."
    ),
    (
      "disconnect", "Why connections ended",
      "At most one for each connection: who ended it and why, how long nothing had been heard, what was under way, what had changed just before, and what apps see. A connection that a side ended with nothing under way has none."
    ),
    (
      "att", "The Attribute Protocol",
      "Rules about the order of requests and answers are applied where nothing is missing: both directions, no dropped, cut off or malformed packets, and a clock that did not go back."
    ),
    (
      "gatt", "Attributes, subscriptions and discovery",
      "Use of attributes, as discovery tells what they are."
    ),
    ("link", "The link", "Parameters, procedures, pairing, and attempts to connect."),
    ("app", "Apps", "What the guides of Core Bluetooth and Android warn of, where it shows on the link."),
    (
      "ota", "Transfers of images",
      "The verdicts of `bleshark why`: the cause of a failed transfer is an error, what else went wrong a warning, and what a successful transfer got over is worth knowing."
    ),
  ]

  /// Prints a line for each rule.
  static func printList(_ rules: [FindingRule], _ style: TextStyle, _ output: inout OutputBuffer) {
    let width = rules.map(\.id.count).max() ?? 0
    for rule in rules {
      let name = TextLayout.left(rule.id, width)
      output.append("\(name)  \(TextLayout.left(rule.severity.rawValue, 7))  \(rule.title)\n")
    }
  }

  /// Prints all about each rule.
  static func printDetails(_ rules: [FindingRule], _ style: TextStyle, _ output: inout OutputBuffer) {
    for (place, rule) in rules.enumerated() {
      if place > 0 { output.append("\n") }
      output.append("\(style.bold(rule.id))  \(rule.severity.rawValue): \(rule.title)\n")
      for (name, text) in rows(rule) {
        let wrapped = TextLayout.wrap(
          text, width: style.width.map { $0 - 12 }, indent: String(repeating: " ", count: 12))
        output.append("  \(style.dim(TextLayout.left(name, 9))) \(wrapped)\n")
      }
    }
  }

  private static func rows(_ rule: FindingRule) -> [(String, String)] {
    var rows = [
      ("found", rule.what), ("matters", rule.why), ("cites", rule.evidence), ("try", rule.advice),
      ("source", rule.source),
    ]
    if !rule.consequenceOf.isEmpty {
      rows.append(
        ("left out", "where one of these explains it: \(rule.consequenceOf.joined(separator: ", "))"))
    }
    return rows
  }

  /// Prints docs/diagnostics.md.
  static func printMarkdown(_ rules: [FindingRule], _ output: inout OutputBuffer) {
    output.append(introduction)
    for group in groups {
      let members = rules.filter { $0.group == group.name }
      if members.isEmpty { continue }
      output.append("\n## \(group.title)\n\n\(group.about)\n")
      if group.name == "ota" {
        printTable(members, &output)
      } else {
        for rule in members { print(rule, &output) }
      }
    }
  }

  private static func print(_ rule: FindingRule, _ output: inout OutputBuffer) {
    output.append("\n### `\(rule.id)`\n\n\(rule.title), \(rule.severity.rawValue)\n\n")
    for (name, text) in rows(rule) { output.append("* **\(name)**: \(text)\n") }
  }

  private static func printTable(_ rules: [FindingRule], _ output: inout OutputBuffer) {
    output.append("\n| rule | what it is | what to try |\n|---|---|---|\n")
    for rule in rules { output.append("| `\(rule.id)` | \(rule.title) | \(rule.advice) |\n") }
  }

  private static let introduction = """
    # Diagnostics

    What `bleshark analyze` finds, and what to do about it. This file is printed by `bleshark rules --markdown`.

    A finding has a **severity**: `error` (the protocol was broken, or something failed), `warning` (likely to make trouble, or
    a limit of what the capture tells), `info` (worth knowing); and a **confidence**: `certain` (seen, or said by a device), `likely` (what
    nearly always lies behind this) or `possible` (one of several things that would look like this). A severity below is the one that a rule
    gives most of the time. A rule gives one finding for a connection; what it saw again is counted. Findings that another one on the same
    connection explains are left out.

    `--only` and `--ignore` take names, groups (`att`) and beginnings (`att.mtu-*`). `--fail-on` says from which severity on the exit status is 1.

    Some things have no rule, for a capture of the host cannot show them: writes that a host dropped before they reached its controller (what is missing
    in the device shows as `ota.bytes-lost` or `ota.chunk-missing`), packets that a controller flushed, and anything inside the device. An app that
    sleeps in the middle of a transfer is `ota.app-suspended`; one that fires requests without waiting is `att.request-while-pending`.

    """
}
