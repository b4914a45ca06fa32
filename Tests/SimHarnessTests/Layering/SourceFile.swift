/// What a Swift file declares, and which names it mentions.
struct SourceFile {
  struct Mention {
    let name: String
    let line: Int
  }

  /// Below Sources/.
  let path: String
  /// The types that other files can name.
  private(set) var types: [String] = []
  /// Names that begin with a capital, in their order.
  private(set) var mentions: [Mention] = []

  private static let declarations: Set = [
    "struct", "class", "enum", "protocol", "actor", "typealias",
  ]
  private static let others: Set = ["func", "let", "var", "extension", "import", "init"]

  init(path: String, text: String) {
    self.path = path
    /// Types of the file's own at any depth, which hide others of their name.
    var own: Set<String> = []
    var depth = 0
    var isPrivate = false
    var declares = false
    for token in SwiftTokens(text) {
      switch token {
      case .open:
        depth += 1
        isPrivate = false
      case .close: depth -= 1
      case .name(_, _, isMember: true): break
      case .name(let name, let line, isMember: false):
        if Self.declarations.contains(name) || name == "associatedtype" {
          declares = true
        } else if Self.others.contains(name) {
          (declares, isPrivate) = (false, false)
        } else if name == "private" || name == "fileprivate" {
          isPrivate = true
        } else if name.first?.isUppercase == true {
          if declares {
            own.insert(name)
            if depth == 0 && !isPrivate { types.append(name) }
            (declares, isPrivate) = (false, false)
          } else {
            mentions.append(Mention(name: name, line: line))
          }
        }
      }
    }
    mentions.removeAll { own.contains($0.name) }
  }
}
