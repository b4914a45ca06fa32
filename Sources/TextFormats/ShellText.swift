/// Words of a command line that can be pasted into a POSIX shell.
public enum ShellText {
  /// The word as it is if the shell takes it literally, else in quotes.
  ///
  /// Text with control or invisible characters is written as `$'...'` with octal bytes, so that
  /// what is copied is printable; sh of POSIX 2024, bash, zsh and ksh read it.
  public static func quoted(_ word: String) -> String {
    // zsh takes `=name` for the path of a program.
    let isPlainWord = word.utf8.allSatisfy(isPlain) && word.utf8.first != UInt8(ascii: "=")
    if !word.isEmpty && isPlainWord { return word }
    if SafeText.escaped(word, limit: .max) != word { return ansi(word) }
    // Scalar by scalar: a quote with a combining mark is one `Character` unlike a quote.
    var text = "'"
    for scalar in word.unicodeScalars {
      if scalar == "'" { text += "'\\''" } else { text.unicodeScalars.append(scalar) }
    }
    return text + "'"
  }

  /// An option and its value; joined by `=` where the value would look like an option itself.
  package static func option(_ name: String, _ value: String) -> String {
    name + (value.utf8.first == UInt8(ascii: "-") ? "=" : " ") + quoted(value)
  }

  /// A path that cannot be taken for an option.
  public static func path(_ path: String) -> String {
    quoted(path.utf8.first == UInt8(ascii: "-") ? "./" + path : path)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"),
      UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "@"), UInt8(ascii: "+"),
      UInt8(ascii: "%"), UInt8(ascii: "="):
      true
    default: false
    }
  }

  private static func ansi(_ word: String) -> String {
    var text = "$'"
    for byte in word.utf8 {
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\\"):
        text += "\\" + String(UnicodeScalar(byte))
      case 0x20...0x7E: text += String(UnicodeScalar(byte))
      default:
        let digits = String(byte, radix: 8)
        text += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      }
    }
    return text + "'"
  }
}
