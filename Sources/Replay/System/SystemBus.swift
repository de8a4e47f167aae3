#if os(Linux)
import CSystemd

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A connection to the system's D-Bus, by libsystemd; the only place that calls it.
@safe
final class SystemBus {
  /// How deep containers may be nested in what is read.
  static let depthLimit = 16
  /// Microseconds that a call may take at most: an hour.
  private static let longestCall: Int64 = 3_600_000_000

  // Unsafe: libsystemd's connection, with this object as its one owner.
  private let bus: OpaquePointer

  /// Connects.
  ///
  /// - Throws: ``ReplayError`` when there is no libsystemd, or no bus.
  init(_ subject: String) throws(ReplayError) {
    var made: OpaquePointer?
    // Unsafe: writes the one pointer.
    let result = unsafe sd_bus_open_system(&made)
    guard result >= 0, let bus = unsafe made else {
      throw ReplayError(
        .transport, subject, "the system's D-Bus cannot be reached: \(systemErrorText(-result))",
        advice: result == -ENOENT ? "it takes dbus running, and libsystemd0 installed" : nil)
    }
    unsafe self.bus = bus
  }

  deinit {
    // Unsafe: ends the connection that this object owns.
    unsafe sd_bus_flush_close_unref(bus)
  }

  /// Calls a method and waits for its answer; signals that arrive meanwhile are kept.
  ///
  /// File descriptors in the answer are handed to `body`, and closed when it returns.
  func call<Result>(
    _ destination: String, _ path: String, _ interface: String, _ member: String,
    _ arguments: [BusArgument] = [],
    until deadline: MonotonicTime, _ body: ([BusValue]) -> Result
  ) throws(BusError) -> Result {
    var message: OpaquePointer?
    // Unsafe throughout: messages are made, filled, sent and released here; strings live for each call.
    var result = unsafe sd_bus_message_new_method_call(bus, &message, destination, path, interface, member)
    guard result >= 0 else { throw Self.error(result) }
    defer { _ = unsafe sd_bus_message_unref(message) }
    for argument in arguments {
      result = unsafe Self.append(argument, to: message)
      guard result >= 0 else { throw Self.error(result) }
    }
    var error = unsafe sd_bus_error()
    defer { unsafe sd_bus_error_free(&error) }
    var reply: OpaquePointer?
    let left = max(
      1000, min(Self.longestCall, deadline.milliseconds(since: .now).multipliedReportingOverflow(by: 1000).0))
    result = unsafe sd_bus_call(
      bus, message, deadline == .never ? UInt64(Self.longestCall) : UInt64(left), &error, &reply)
    guard result >= 0 else {
      let name = unsafe error.name.map { unsafe String(cString: $0) }
      let words = unsafe error.message.map { unsafe String(cString: $0) }
      throw BusError(name: name ?? "", message: words ?? systemErrorText(-result))
    }
    defer { _ = unsafe sd_bus_message_unref(reply) }
    return body(unsafe Self.read(reply, depth: 0))
  }

  /// The next `PropertiesChanged` signal; nil when none came before `deadline`.
  func nextChange(until deadline: MonotonicTime) throws(BusError) -> BusSignal? {
    while true {
      var message: OpaquePointer?
      // Unsafe: gives a message to release, or none.
      let result = unsafe sd_bus_process(bus, &message)
      guard result >= 0 else { throw Self.error(result) }
      defer { if unsafe message != nil { _ = unsafe sd_bus_message_unref(message) } }
      if unsafe message != nil,
        unsafe sd_bus_message_is_signal(message, "org.freedesktop.DBus.Properties", "PropertiesChanged") > 0
      {
        let path = unsafe sd_bus_message_get_path(message).map { unsafe String(cString: $0) }
        return BusSignal(path: path ?? "", arguments: unsafe Self.read(message, depth: 0))
      }
      if result > 0 { continue }
      let left = deadline.milliseconds(since: .now)
      if left <= 0 { return nil }
      // Unsafe: waits for the connection that this object owns.
      let waited = unsafe sd_bus_wait(bus, UInt64(min(left, 3_600_000)) * 1000)
      if waited < 0, waited != -EINTR { throw Self.error(waited) }
    }
  }

  private static func error(_ code: Int32) -> BusError { BusError(name: "", message: systemErrorText(-code)) }

  // MARK: - Arguments

  private static func append(_ argument: BusArgument, to message: OpaquePointer?) -> Int32 {
    switch argument {
    case .string(let text): return unsafe append(text, to: message)
    case .bytes(let bytes):
      return unsafe bytes.withUnsafeBytes { buffer in
        unsafe sd_bus_message_append_array(message, typeCode("y"), buffer.baseAddress, buffer.count)
      }
    case .options(let options):
      var result = unsafe sd_bus_message_open_container(message, typeCode("a"), "{sv}")
      for (name, value) in options where result >= 0 {
        result = unsafe sd_bus_message_open_container(message, typeCode("e"), "sv")
        if result >= 0 { result = unsafe append(name, to: message) }
        if result >= 0 { result = unsafe append(value, to: message) }
        if result >= 0 { result = unsafe sd_bus_message_close_container(message) }
      }
      return result < 0 ? result : unsafe sd_bus_message_close_container(message)
    }
  }

  private static func append(_ option: BusOption, to message: OpaquePointer?) -> Int32 {
    var result: Int32
    switch option {
    case .string(let text):
      result = unsafe sd_bus_message_open_container(message, typeCode("v"), "s")
      if result >= 0 { result = unsafe append(text, to: message) }
    case .integer(let number):
      var number = number
      result = unsafe sd_bus_message_open_container(message, typeCode("v"), "q")
      if result >= 0 { result = unsafe sd_bus_message_append_basic(message, typeCode("q"), &number) }
    }
    return result < 0 ? result : unsafe sd_bus_message_close_container(message)
  }

  private static func append(_ text: String, to message: OpaquePointer?) -> Int32 {
    unsafe text.withCString { unsafe sd_bus_message_append_basic(message, typeCode("s"), $0) }
  }

  private static func typeCode(_ letter: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: letter.value) }

  // MARK: - Answers

  /// Reads what is left of the container that is entered.
  private static func read(_ message: OpaquePointer?, depth: Int) -> [BusValue] {
    var values: [BusValue] = []
    while true {
      var type: CChar = 0
      var contents: UnsafePointer<CChar>?
      // Unsafe: the contents live as long as the message, and are copied at once.
      guard unsafe sd_bus_message_peek_type(message, &type, &contents) > 0 else { return values }
      let inner = unsafe contents.map { unsafe String(cString: $0) } ?? ""
      guard let value = unsafe readOne(message, Unicode.Scalar(UInt8(bitPattern: type)), inner, depth: depth)
      else { return values }
      values.append(value)
    }
  }

  private static func readOne(
    _ message: OpaquePointer?, _ type: Unicode.Scalar, _ contents: String, depth: Int
  ) -> BusValue? {
    switch type {
    case "s", "o", "g":
      var text: UnsafePointer<CChar>?
      guard unsafe sd_bus_message_read_basic(message, typeCode(type), &text) > 0, let found = unsafe text
      else {
        return nil
      }
      return .string(unsafe String(cString: found))
    case "a" where contents == "y":
      var bytes: UnsafeRawPointer?
      var count = 0
      guard unsafe sd_bus_message_read_array(message, typeCode("y"), &bytes, &count) >= 0 else { return nil }
      return .bytes(
        unsafe Array(UnsafeRawBufferPointer(start: bytes, count: unsafe bytes == nil ? 0 : count)))
    case "a", "v", "r", "e":
      guard depth < depthLimit, unsafe sd_bus_message_enter_container(message, typeCode(type), contents) > 0
      else { return nil }
      let values = unsafe read(message, depth: depth + 1)
      guard unsafe sd_bus_message_exit_container(message) > 0 else { return nil }
      return type == "v" ? .variant(values.first ?? .other) : .list(values)
    case "b", "y", "n", "q", "i", "u", "x", "t", "d", "h":
      // The widest type has eight bytes, of which narrower ones fill the first.
      var word: UInt64 = 0
      guard unsafe sd_bus_message_read_basic(message, typeCode(type), &word) > 0 else { return nil }
      return number(type, UInt64(littleEndian: word))
    default: return nil
    }
  }

  private static func number(_ type: Unicode.Scalar, _ word: UInt64) -> BusValue {
    switch type {
    case "b": .bool(UInt32(truncatingIfNeeded: word) != 0)
    case "y": .integer(Int(UInt8(truncatingIfNeeded: word)))
    case "n": .integer(Int(Int16(truncatingIfNeeded: word)))
    case "q": .integer(Int(UInt16(truncatingIfNeeded: word)))
    case "i": .integer(Int(Int32(truncatingIfNeeded: word)))
    case "u": .integer(Int(UInt32(truncatingIfNeeded: word)))
    case "x": .integer(Int(truncatingIfNeeded: word))
    case "t": .integer(Int(clamping: word))
    case "h": .descriptor(Int32(truncatingIfNeeded: word))
    default: .other
    }
  }
}
#endif
