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

}
