import CZlib

/// Decompression by zlib.
enum Inflate {
  /// Decompresses a raw deflate stream (RFC 1951) that gives exactly `count` bytes; nil when it does not, or
  /// when zlib is not there.
  static func raw(_ bytes: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    guard count >= 0, count <= Int(Int32.max), bytes.count <= Int(Int32.max) else { return nil }
    // Room for one byte more shows that there is more than there should be, and is never empty.
    var output = [UInt8](repeating: 0, count: count + 1)
    var input = Array(bytes)
    var stream = unsafe z_stream()
    // Unsafe: zlib keeps its state behind the stream, which has one owner and is ended below.
    guard unsafe inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      return nil
    }
    defer { unsafe inflateEnd(&stream) }
    // Unsafe: zlib reads and writes within the counts it is given, which are those of arrays that outlive the call.
    let status = unsafe input.withUnsafeMutableBufferPointer { source in
      unsafe output.withUnsafeMutableBufferPointer { target in
        unsafe stream.next_in = source.baseAddress
        unsafe stream.avail_in = UInt32(source.count)
        unsafe stream.next_out = target.baseAddress
        unsafe stream.avail_out = UInt32(target.count)
        return unsafe inflate(&stream, Z_FINISH)
      }
    }
    guard status == Z_STREAM_END, unsafe stream.avail_out == 1 else { return nil }
    output.removeLast()
    return output
  }
}
