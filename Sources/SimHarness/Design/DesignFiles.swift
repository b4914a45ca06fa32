import FoundationEssentials

/// The files that a designer's work is kept in beside the levels.
enum DesignFiles {
  /// An id as a part of a path; nil if it has other characters than ASCII letters, digits, `-`
  /// and `_`, or is too long.
  static func name(_ id: String) -> String? {
    let isName =
      (1...120).contains(id.utf8.count)
      && id.utf8.allSatisfy { byte in
        ASCII.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      }
    return isName ? id : nil
  }

  /// Makes the folder of a file, if it is not there; whoever writes the file finds out if not.
  static func makeFolder(ofFile path: String) {
    let name = path.split(separator: "/").last ?? ""
    try? FileManager.default.createDirectory(
      atPath: String(path.dropLast(name.count + 1)), withIntermediateDirectories: true)
  }
}
