import ATTParser
import Analyzer

/// Many connections as a table, one line each.
struct ConnectionsText {
  private let analysis: Analysis
  private let style: TextStyle

  /// Makes a table of connections of an analysis.
  init(_ analysis: Analysis, _ style: TextStyle) {
    self.analysis = analysis
    self.style = style
  }

  /// Prints the table.
  func print(_ connections: ArraySlice<Connection>, _ output: inout OutputBuffer) {
    output.append("\n\(style.bold("Connections"))\n")
    output.append(
      "  \(style.dim("    #  peer               handle  opened     closed     why                 MTU    PDUs   value bytes"))\n"
    )
    for connection in connections {
      let bytes = connection.streams.reduce(0) { $0 + $1.bytes }
      let cells = [
        TextLayout.right("\(connection.id)", 5),
        TextLayout.left(connection.peer.map { "\($0)" } ?? "unknown", 17),
        connection.air == nil ? Numbers.hex(connection.handle.rawValue, digits: 4) : "air   ",
        TextLayout.left(connection.opened.map { "\($0.frame)" } ?? "before", 9),
        TextLayout.left(connection.closed.map { "\($0.moment.frame)" } ?? "after", 9),
        TextLayout.left(reason(connection), 18),
        TextLayout.left(connection.mtu?.effective.map { "\($0)" } ?? "", 4),
        TextLayout.right("\(connection.pduCount)", 6), TextLayout.right("\(bytes)", 12),
      ]
      output.append("  \(cells.joined(separator: "  "))\n")
    }
  }

  private func reason(_ connection: Connection) -> String {
    guard let closed = connection.closed else { return "" }
    guard let reason = closed.reason else { return "reset or removed" }
    return "\(Numbers.hex(reason.rawValue, digits: 2)) by \(connection.sides.name(closed.by))"
  }
}
