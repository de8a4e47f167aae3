import Analyzer

/// Images that writes are compared with, given with `--image`: as they are, as Intel HEX, or in a zip package.
enum ReferenceImageInput {
  /// Images in one package.
  private static let packageLimit = 16

  /// Reads every file that the command line gives.
  ///
  /// - Throws: ``InputError``.
  static func read(_ invocation: Invocation) throws -> [ReferenceImage] {
    try invocation.allValues(.image).flatMap { try read($0) }
  }

  private static func read(_ path: String) throws -> [ReferenceImage] {
    let bytes = try CaptureInput.wholeFile(path)
    let images: [ReferenceImage]
    do {
      if ZipArchive.isArchive(bytes) {
        images = try package(ZipArchive(bytes), path)
      } else {
        images = try single(bytes, path)
      }
    } catch let error as ZipArchive.Failure {
      throw InputError(path, "\(error)")
    } catch let error as JSONPathError {
      throw InputError(path, "manifest.json: \(error.path): \(error.what)")
    }
    for image in images where image.bytes.count > ReferenceImage.limit {
      throw InputError(path, "\(image.name) is larger than \(ReferenceImage.limit >> 20) MiB")
    }
    guard images.contains(where: { !$0.bytes.isEmpty }) else {
      throw InputError(path, "no image in it: it is empty")
    }
    return images.filter { !$0.bytes.isEmpty }
  }

  private static func single(_ bytes: [UInt8], _ name: String) throws -> [ReferenceImage] {
    guard IntelHex.isHex(bytes) else { return [ReferenceImage(name: name, bytes: bytes)] }
    do {
      let segments = try IntelHex(bytes).segments
      return segments.map { segment in
        let place = segments.count == 1 ? "" : " at \(Numbers.hex(segment.address, digits: 4))"
        return ReferenceImage(name: name + place, bytes: segment.bytes)
      }
    } catch {
      throw InputError(name, "no Intel HEX file: \(error)")
    }
  }

  // MARK: - Packages

  private static func package(_ archive: ZipArchive, _ path: String) throws -> [ReferenceImage] {
    var names = archive.entries.map(\.name).filter { $0.hasSuffix(".bin") || $0.hasSuffix(".hex") }
    if let manifest = archive.entries.first(where: { $0.name == "manifest.json" }) {
      names = try files(JSONNode.parse(archive.contents(manifest)))
    }
    guard !names.isEmpty else { throw InputError(path, "no image in this package") }
    guard names.count <= packageLimit else {
      throw InputError(path, "more than \(packageLimit) images in this package")
    }
    return try names.flatMap { name in
      guard let entry = archive.entries.first(where: { $0.name == name }) else {
        throw InputError(path, "\(name), which the manifest names, is not in this package")
      }
      return try single(archive.contents(entry), "\(path): \(name)")
    }
  }

  /// The images that a manifest names: Nordic's, `manifest.application.bin_file` and its like, or that of the
  /// nRF Connect SDK, `files[].file`.
  private static func files(_ root: JSONNode) throws -> [String] {
    let members = Dictionary(uniqueKeysWithValues: try root.anyMembers().map { ($0.name, $0.node) })
    if let files = members["files"] {
      return try files.elements().compactMap { file in
        try file.anyMembers().first { $0.name == "file" }?.node.string()
      }
    }
    guard let manifest = members["manifest"] else {
      throw root.error("neither 'manifest' nor 'files' is there")
    }
    return try manifest.anyMembers().compactMap { part in
      guard case .object = part.node.value else { return nil }
      return try part.node.anyMembers().first { $0.name == "bin_file" }?.node.string()
    }
  }
}
