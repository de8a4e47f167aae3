import ATTParser
import Analyzer

/// Bytes over time as comma-separated values: a line for each step of each stream.
struct SpeedCSV {
  /// The names of the columns.
  static let header = "capture,subject,connection,handle,start_s,end_s,bytes,bytes_per_s\n"

  private let report: SpeedReport
  private let subject: SpeedReport.Subject

  /// Makes the rows of one subject of a report.
  init(_ report: SpeedReport, _ subject: SpeedReport.Subject) {
    self.report = report
    self.subject = subject
  }

  /// Prints the steps in which values were sent, and those between them.
  func print(_ output: inout OutputBuffer) {
    for stream in subject.streams {
      let meter = stream.meter
      let start = report.analysis.seconds(meter.first.time)
      let width = Double(meter.bins.width) / 1e9
      for (place, bytes) in meter.bins.amounts.enumerated() {
        let from = start + Double(place) * width
        let fields = [
          Self.quoted(report.path), Self.quoted(subject.title), "\(meter.connection)",
          "\(meter.attributeHandle.rawValue)", Numbers.short(from, decimals: 6),
          Numbers.short(from + width, decimals: 6), "\(bytes)",
          Numbers.short(Double(bytes) / width, decimals: 1),
        ]
        output.append(fields.joined(separator: ",") + "\n")
      }
    }
  }

  private static func quoted(_ text: String) -> String {
    text.contains { ",\"\n".contains($0) } ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
  }
}
