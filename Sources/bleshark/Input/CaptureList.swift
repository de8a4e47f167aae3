import FoundationEssentials

/// The captures that a command line names, one by one or by their folders.
enum CaptureList {
  /// The endings that files of captures have; files of other endings are taken from a folder when they are
  /// captures by content.
  private static let endings: Set<String> = [
    "btsnoop", "snoop", "log", "cfa", "pcap", "pcapng", "pklg", "cap",
  ]

  /// The files, in the order given, those of a folder in the order of their names; and how many others were
  /// in folders.
  ///
  /// - Throws: ``InputError`` for a folder that cannot be read, or that has no captures.
  static func files(_ operands: [String]) throws -> (paths: [String], leftOut: Int) {
    var paths: [String] = []
    var leftOut = 0
    for operand in operands {
      guard isFolder(operand) else {
        paths.append(operand)
        continue
      }
      let before = paths.count
      try add(operand, to: &paths, &leftOut)
      if paths.count == before { throw InputError(operand, "no capture in this folder") }
    }
    return (paths, leftOut)
  }

  private static func add(_ folder: String, to paths: inout [String], _ leftOut: inout Int) throws {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    } catch {
      throw InputError(folder, "this folder cannot be read")
    }
    for name in names where !name.hasPrefix(".") {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      if isFolder(path) {
        // A link to a folder above would lead in circles.
        if (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == nil {
          try add(path, to: &paths, &leftOut)
        }
      } else if isCapture(path) {
        paths.append(path)
      } else {
        leftOut += 1
      }
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
  }

  private static func isCapture(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    let ending = name.split(separator: ".").dropFirst().last.map { $0.lowercased() }
    if let ending, endings.contains(ending) { return true }
    return (try? CaptureInput.open(path)) != nil
  }
}
