/// A JSON text whose parts do not fit together.
enum JSONStructureProblem {
  /// The things that have a beginning and an end.
  enum Part: String {
    case object = "an object"
    case array = "an array"
    case string = "a string"

    var end: String {
      switch self {
      case .object: "}"
      case .array: "]"
      case .string: "\""
      }
    }
  }

  case empty
  case endsInside(Part, line: Int)
  case missingComma(before: String)
  case missingColon(key: String, found: String)
  case trailingComma(Part)
  case missingPart(String, before: String)
  case comment
  case unquotedKey(String)
  case unquotedText(String)
  case misspelledWord(String, meant: String)
  case wrongEnd(found: String, Part, line: Int)
  case strayEnd(String)
  case textAfterEnd(String)
  case unexpected(String, expected: String)

  var message: String {
    switch self {
    case .empty: "the text is empty; write a JSON value such as {}"
    case .endsInside(let part, let line):
      "the text ends inside \(part.rawValue) that began at line \(line); "
        + "add the missing '\(part.end)'"
    case .missingComma(let next): "a comma is missing before this \(next); add it"
    case .missingColon(let key, let found):
      "expected ':' after the key \(SafeText.quoted(key)), found \(found); write a colon between "
        + "key and value"
    case .trailingComma(let part): "a comma is not allowed before '\(part.end)'; remove it"
    case .missingPart(let part, let next):
      "\(part) is missing before \(next); add it or remove what follows"
    case .comment: "JSON has no comments; remove it"
    case .unquotedKey(let key): "a key must be in double quotes; write \(SafeText.quoted(key))"
    case .unquotedText(let text):
      "unknown word \(SafeText.named(text)); write \(SafeText.quoted(text)) if it is a string"
    case .misspelledWord(let word, let meant):
      "unknown word \(SafeText.named(word)); write \(meant)"
    case .wrongEnd(let found, let part, let line):
      "found \(found) inside \(part.rawValue) that began at line \(line); "
        + "close it with '\(part.end)' first"
    case .strayEnd(let found): "\(found) closes nothing; remove it"
    case .textAfterEnd(let found):
      "expected the end of the text, found \(found); remove what follows the first value"
    case .unexpected(let found, let expected):
      "expected \(expected), found \(found); write \(expected) instead"
    }
  }
}
