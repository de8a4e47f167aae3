/// A value of D-Bus, of the types that are read or sent here.
indirect enum BusValue: Hashable, Sendable {
  /// A string, an object path or a signature.
  case string(String)
  /// A boolean.
  case bool(Bool)
  /// An integer of any size.
  case integer(Int)
  /// An array of bytes.
  case bytes([UInt8])
  /// Any other array, a structure or a dictionary entry.
  case list([BusValue])
  /// A value of any type.
  case variant(BusValue)
  /// The number of an open file descriptor, which its message owns.
  case descriptor(Int32)
  /// A type that is not looked into.
  case other

  /// The value inside variants.
  var plain: BusValue { if case .variant(let value) = self { value.plain } else { self } }

  /// The text, nil for other types.
  var text: String? { if case .string(let text) = plain { text } else { nil } }
  /// The integer, nil for other types.
  var integer: Int? { if case .integer(let number) = plain { number } else { nil } }
  /// The boolean, nil for other types.
  var bool: Bool? { if case .bool(let value) = plain { value } else { nil } }
  /// The bytes, nil for other types.
  var bytes: [UInt8]? { if case .bytes(let bytes) = plain { bytes } else { nil } }
  /// The elements, none for other types.
  var elements: [BusValue] { if case .list(let elements) = plain { elements } else { [] } }
  /// The entries of a dictionary whose keys are strings; none for other types.
  var dictionary: [String: BusValue] {
    var dictionary: [String: BusValue] = [:]
    for entry in elements {
      let pair = entry.elements
      if pair.count == 2, let key = pair[0].text { dictionary[key] = pair[1].plain }
    }
    return dictionary
  }
}

/// An argument of a call.
enum BusArgument {
  /// A string.
  case string(String)
  /// An array of bytes.
  case bytes([UInt8])
  /// A dictionary of options: strings to variants.
  case options([(String, BusOption)])
}

/// The value of an option.
enum BusOption {
  /// A string.
  case string(String)
  /// An unsigned integer of 16 bits.
  case integer(UInt16)
}

/// An error that the other side of a call answered with, or that the call ended with.
struct BusError: Error, Hashable {
  /// Its name: `org.bluez.Error.NotPermitted`.
  var name: String
  /// Its words.
  var message: String
}

/// A signal that came.
struct BusSignal: Hashable {
  /// The object it is about.
  var path: String
  /// Its arguments.
  var arguments: [BusValue]
}
