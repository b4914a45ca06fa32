import ArgumentParser
import FoundationEssentials

/// The arguments of a command, and its long options without their dashes.
struct CommandOptions {
  /// All of them, those of the argument parser included.
  let known: Set<String>
  /// Those that help shows.
  let shown: [String]
  /// Those that a value follows.
  private let valued: Set<String>
  /// The arguments as help shows them, such as `<file> [<op> ...]`; empty where there are none.
  let arguments: String

  /// The options that every command has.
  private static let common = ["help", "version"]
  /// The others that the argument parser takes itself.
  private static let hidden = [
    "help-hidden", "generate-completion-script", "experimental-dump-help",
  ]

  /// Nil if the argument parser does not list them in the form that is known here.
  init?(of command: any ParsableCommand.Type) {
    let text = Data(command._dumpHelp().utf8)
    guard let list = try? JSONDecoder().decode(List.self, from: text) else { return nil }
    let arguments = list.command.arguments ?? []
    shown = arguments.filter(\.shouldDisplay).flatMap(\.longNames) + Self.common
    known = Set(arguments.flatMap(\.longNames) + Self.common + Self.hidden)
    self.arguments = arguments.filter { $0.kind == "positional" }.map(\.shown)
      .joined(separator: " ")
    valued = Set(arguments.filter { $0.kind == "option" }.flatMap(\.longNames))
  }

  /// Whether a word such as `--out` is an option that a value follows.
  func takesValue(_ word: String) -> Bool {
    word.hasPrefix("--") && valued.contains(String(word.dropFirst(2)))
  }

  /// What the argument parser says of a command, as far as it is needed.
  private struct List: Decodable {
    struct Command: Decodable {
      let arguments: [Argument]?
    }

    struct Argument: Decodable {
      struct Name: Decodable {
        let kind: String
        let name: String
      }

      let kind: String
      let shouldDisplay: Bool
      let isOptional: Bool
      let isRepeating: Bool
      let valueName: String?
      let names: [Name]?

      /// For example `[<game>]` or `<file> ...`.
      var shown: String {
        let name = "<\(valueName ?? "")>" + (isRepeating ? " ..." : "")
        return isOptional ? "[\(name)]" : name
      }

      var longNames: [String] { (names ?? []).filter { $0.kind == "long" }.map(\.name) }
    }

    let command: Command
  }
}
