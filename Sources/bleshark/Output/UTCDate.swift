import ATTParser

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Times as dates, by the C library's calendar.
enum UTCDate {
  /// The time now, by the system's clock.
  static var now: Timestamp {
    var time = timespec()
    // Unsafe: the C library fills the structure whose address it is given.
    guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else { return Timestamp(nanoseconds: 0) }
    return Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// `2026-11-30T07:00:00.000000Z`, also for times before 1970.
  static func text(_ timestamp: Timestamp) -> String {
    let billion: Int64 = 1_000_000_000
    var (seconds, nanoseconds) = timestamp.nanoseconds.quotientAndRemainder(dividingBy: billion)
    if nanoseconds < 0 {
      seconds -= 1
      nanoseconds += billion
    }
    var time = time_t(seconds)
    // Unsafe: `tm` holds a pointer to a zone's name, which is not read; the C library fills the structure
    // whose address it is given.
    var fields = unsafe tm()
    guard unsafe gmtime_r(&time, &fields) != nil else { return "\(seconds) s" }
    let date = unsafe [Int(fields.tm_year) + 1900, Int(fields.tm_mon) + 1, Int(fields.tm_mday)]
    let clock = unsafe [Int(fields.tm_hour), Int(fields.tm_min), Int(fields.tm_sec)]
    let dateText = date.map { padded($0, 2) }.joined(separator: "-")
    let clockText = clock.map { padded($0, 2) }.joined(separator: ":")
    return "\(dateText)T\(clockText).\(padded(Int(nanoseconds / 1000), 6))Z"
  }

  private static func padded(_ value: Int, _ digits: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
