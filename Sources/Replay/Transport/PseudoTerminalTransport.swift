/// `h4:pty:PATH`: a pseudo terminal that we make and a controller program opens, as an emulator opens a serial line.
enum PseudoTerminalTransport {
  /// Makes a pseudo terminal whose other side is behind a symbolic link at `path`, or has its own name when that is empty.
  ///
  /// The name of the result says which terminal the program has to open.
  ///
  /// - Throws: ``ReplayError`` when the system has none to give, or the link cannot be made.
  static func open(_ path: String) throws(ReplayError) -> any HCITransport {
    let made: (number: Int32, path: String)
    switch Terminal.makePseudo() {
    case .success(let pair): made = pair
    case .failure(let error):
      throw ReplayError(.transport, "h4:pty", "no pseudo terminal to be had: \(error.text)")
    }
    let subject = "h4:pty:" + (path.isEmpty ? made.path : path)
    let descriptor = FileDescriptor(made.number, subject: subject)
    // Held open by us too, so that a program may come, go and come again without ending the way.
    guard case .success(let other) = Terminal.open(made.path) else {
      throw ReplayError(.transport, subject, "the other side \(made.path) cannot be opened")
    }
    let otherSide = FileDescriptor(other, subject: subject)
    if let error = Terminal.makeRaw(other, baud: nil) {
      throw ReplayError(.transport, subject, "cannot be set up: \(error.text)")
    }
    if path.isEmpty { return H4Transport(descriptor) { otherSide.close() } }
    if let error = Terminal.link(made.path, at: path) {
      throw ReplayError(.transport, subject, "the link cannot be made: \(error.text)")
    }
    return H4Transport(descriptor) {
      otherSide.close()
      Terminal.removeLink(path)
    }
  }
}
