/// The path from the root of a JSON text to a value, written like `$.objects[3].x`.
public struct JSONPath: Sendable, Hashable, CustomStringConvertible {
  /// The path as text, safe to print on one line.
  public let description: String

  /// The path of the whole text, `$`.
  public static let root = JSONPath(description: "$")

  private init(description: String) {
    self.description = description
  }

  /// The path of a member: `.key`, or `["the key"]` if the key is not a plain name.
  public func key(_ key: String) -> JSONPath {
    let step = Self.isPlainName(key) ? "." + key : "[" + SafeText.quoted(key) + "]"
    return JSONPath(description: description + step)
  }

  /// The path of an element, counted from 0.
  public func index(_ index: Int) -> JSONPath {
    JSONPath(description: description + "[\(index)]")
  }

  private static func isPlainName(_ key: String) -> Bool {
    guard let first = key.utf8.first, !ASCII.isDigit(first), key.utf8.count <= 40 else {
      return false
    }
    return key.utf8.allSatisfy { ASCII.isWord($0) || $0 == ASCII.minus }
  }
}
