/// How many columns of a terminal a text takes: two for a character of East Asian scripts or an
/// emoji, one for any other.
extension StringProtocol {
  var columns: Int {
    utf8.allSatisfy { $0 < 0x80 } ? utf8.count : reduce(0) { $0 + $1.columns }
  }

  /// The longest beginning that takes at most `width` columns, with one character at least.
  func prefix(columns width: Int) -> SubSequence {
    var end = startIndex
    var taken = 0
    while end < endIndex {
      let size = self[end].columns
      guard end == startIndex || taken + size <= width else { break }
      taken += size
      end = index(after: end)
    }
    return self[..<end]
  }
}

extension Character {
  var columns: Int {
    guard !isASCII, let first = unicodeScalars.first else { return 1 }
    if first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") { return 2 }
    return Self.wide.contains { $0.contains(first.value) } ? 2 : 1
  }

  /// The blocks whose characters are wide.
  ///
  /// Source: Unicode Standard Annex #11, "East Asian Width", W and F.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
    0x17000...0x18CFF, 0x1B000...0x1B2FF, 0x20000...0x3FFFD,
  ]
}
