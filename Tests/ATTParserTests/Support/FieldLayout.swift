@testable import ATTParser

/// The fixed fields of a packet's parameters, in order: what each is called and how many bytes it has.
typealias FieldLayout = [(field: Field, size: Int)]

/// Field layouts in the shorthand of the tables: one character a field.
///
/// `1`, `2`, `4`, `6` are parameters of so many bytes, `h` a connection handle, `o` a command opcode, `s` a
/// subevent code, `c` a channel identifier.
func layout(_ shorthand: String) -> FieldLayout {
  shorthand.map { letter in
    switch letter {
    case "h": (.connectionHandle, 2)
    case "o": (.commandOpcode, 2)
    case "s": (.subeventCode, 1)
    case "c": (.channelID, 2)
    case "k": (.parameters, 16)
    default: (.parameters, letter.wholeNumberValue ?? 0)
    }
  }
}

/// The error that `count` bytes from `origin` on give when they are too few for a layout, else nil.
func shortage(_ layout: FieldLayout, _ layer: Layer, origin: Int, count: Int) -> DecodeError? {
  var start = 0
  for (field, size) in layout {
    let left = count - start
    if left < size {
      return DecodeError(
        layer, field, ByteRange(offset: origin + start, count: left), .needs(Int32(size), has: Int32(left)))
    }
    start += size
  }
  return nil
}
