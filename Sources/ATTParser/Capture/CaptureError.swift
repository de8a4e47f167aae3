/// Why a capture could not be opened; each case tells the reader what the file is and what can be done.
public enum CaptureError: Error, Hashable, Sendable {
  /// The first bytes are those of something else.
  case notACapture(looksLike: String, advice: String)
  /// A capture, but of a kind that is not read.
  case unsupported(kind: String, advice: String)
  /// A capture whose own header is cut short or makes no sense.
  case damagedHeader(String)
  /// The operating system refused to read; `code` is its errno.
  case cannotRead(code: Int32)

  /// What was found, as one sentence without a full stop.
  public var summary: String {
    switch self {
    case .notACapture(let looksLike, _): "not a capture: \(looksLike)"
    case .unsupported(let kind, _): "not supported: \(kind)"
    case .damagedHeader(let what): "damaged: \(what)"
    case .cannotRead(let code): "cannot be read (error \(code))"
    }
  }

  /// What the user can do about it; empty when there is nothing to say.
  public var advice: String {
    switch self {
    case .notACapture(_, let advice), .unsupported(_, let advice): advice
    case .damagedHeader: "record or export the capture again"
    case .cannotRead: ""
    }
  }
}

/// Where and why reading stopped before the end of a capture; what came before is kept and analysed.
public struct CaptureDamage: Hashable, Sendable {
  /// What was wrong at `offset`.
  public enum Reason: Hashable, Sendable {
    /// The file ends inside a record's header.
    case cutInHeader(has: Int, needs: Int)
    /// The file ends inside a record's packet.
    case cutInPacket(has: Int, needs: Int)
    /// A record claims more bytes than any packet can have.
    case recordTooLong(UInt32)
    /// A length, type or interface that no record of this format can have.
    case invalidRecord(String)
    /// The operating system failed to read on; the value is its errno.
    case readFailed(Int32)
  }

  /// Byte offset of the broken record in the file.
  public var offset: Int
  /// Frames read before it.
  public var framesRead: Int
  /// What was wrong.
  public var reason: Reason
}

extension CaptureDamage: CustomStringConvertible {
  /// One line without a full stop: what broke, at which byte, after how many frames.
  public var description: String {
    let frames = framesRead == 1 ? "1 frame" : "\(framesRead) frames"
    return "damaged at byte \(offset): \(reasonText); \(frames) before it were read"
  }

  private var reasonText: String {
    switch reason {
    case .cutInHeader(let has, let needs):
      "the file ends \(has) bytes into a record header of \(needs)"
    case .cutInPacket(let has, let needs): "the file ends \(has) bytes into a packet of \(needs)"
    case .recordTooLong(let length): "a record claims \(length) bytes"
    case .invalidRecord(let what): what
    case .readFailed(let code): "reading failed (error \(code))"
    }
  }
}
