import ArgumentParser
import SimHarness

/// The words of a command line, as the argument parser is to read them.
struct CommandWords {
  /// The command that the words name, such as `playtest level edit`.
  let command: String
  /// The words behind `playtest`, values that begin with a minus or hold spaces joined.
  let words: [String]
  private let type: any ParsableCommand.Type

  /// Finds the command of a command line.
  ///
  /// - Throws: That there is no such command, with the nearest one; that a word is neither an
  ///   option nor a number and begins with one dash; that a value is empty.
  init(_ words: [String], of root: any ParsableCommand.Type = PlaytestCommand.self) throws {
    var type = root
    var path = [Self.name(of: root)]
    var rest = words[...]
    // `playtest help level edit` names the command behind `help`.
    if rest.first == "help" { rest = rest.dropFirst() }
    while let word = rest.first, !word.hasPrefix("-"), !type.configuration.subcommands.isEmpty {
      let known = type.configuration.subcommands
      guard let next = known.first(where: { Self.name(of: $0) == word }) else {
        throw CommandFailure(.usage, Self.complaint(about: word, behind: path, known, root))
      }
      type = next
      path.append(word)
      rest = rest.dropFirst()
    }
    command = path.joined(separator: " ")
    self.type = type
    self.words = Self.joined(words)
    if let problem = dashedWord ?? emptyWord {
      throw CommandFailure(.usage, ParserMessage.line(problem, of: command))
    }
  }

  /// What the command takes besides options, such as `<run-or-file>`.
  var arguments: String? { CommandOptions(of: type)?.arguments }

  private static func name(of command: any ParsableCommand.Type) -> String {
    command.configuration.commandName ?? ""
  }

  /// Also knows subcommands whose group was left out: `playtest edit` is `playtest level edit`.
  private static func complaint(
    about word: String, behind path: [String], _ known: [any ParsableCommand.Type],
    _ root: any ParsableCommand.Type
  ) -> String {
    let names = known.map(name)
    /// The subcommands of the groups, each with its group.
    let grouped = known.flatMap { group in
      group.configuration.subcommands.map {
        (word: name(of: $0), path: [name(of: group), name(of: $0)])
      }
    }
    let all = names.map { (word: $0, path: [$0]) } + grouped
    let nearest =
      grouped.first { $0.word == word }?.path
      ?? NearestName.suggestion(for: word, among: all.map(\.word)).flatMap { nearest in
        all.first { $0.word == nearest }?.path
      }
    var text = "unknown command \(SafeText.named(word)); "
    if let nearest {
      text += "did you mean \(SafeText.named((path + nearest).joined(separator: " ")))? "
    }
    return text + "known: " + names.joined(separator: ", ") + "; see "
      + (path + ["--help"]).joined(separator: " ")
  }

  // MARK: Options

  /// The sentence about the first word that begins with one dash and has more behind it than a
  /// letter or a number; nil if there is none.
  ///
  /// The argument parser takes such a word for options of one letter each: `-watch` would be `-w`,
  /// `-a`, `-t`, `-c` and `-h`, and the last of them prints help and ends with success.
  private var dashedWord: String? {
    let options = words.prefix { $0 != "--" }
    guard let place = options.firstIndex(where: Self.isDashed) else { return nil }
    let word = options[place]
    let name = String(word.dropFirst().prefix { $0 != "=" })
    let known = CommandOptions(of: type)
    let shown = known?.shown ?? []
    let nearest = shown.contains(name) ? name : NearestName.suggestion(for: name, among: shown)
    let before = place > 0 ? words[place - 1] : ""
    let advice =
      if let nearest {
        "did you mean '--\(nearest)'?"
      } else if known?.takesValue(before) == true {
        "if it is the value of \(before), write \(SafeText.named("\(before)=\(word)"))"
      } else {
        "if it is a file, write \(SafeText.named("./\(word)"))"
      }
    return "unknown option \(SafeText.named("-" + name)); \(advice)"
  }

  private static func isDashed(_ word: String) -> Bool {
    word.hasPrefix("-") && !word.hasPrefix("--") && word.count > 2 && !isNegativeNumber(word)
  }

  /// The sentence about the first option that the command does not have, with the nearest one that
  /// it has; nil if there is none.
  ///
  /// The argument parser complains of some other things first, and does not suggest its own
  /// options.
  var unknownOption: String? {
    guard let options = CommandOptions(of: type) else { return nil }
    for word in words.prefix(while: { $0 != "--" }) where word.hasPrefix("--") {
      let name = String(word.dropFirst(2).prefix { $0 != "=" })
      guard !options.known.contains(name) else { continue }
      let nearest = NearestName.suggestion(for: name, among: options.shown)
      return "unknown option \(SafeText.named("--" + name))"
        + (nearest.map { "; did you mean '--\($0)'?" } ?? "")
    }
    return nil
  }

  /// The sentence about the first value that is empty, or a list without anything in it, such as
  /// that of `--out ""` or `--format ,`; nil if there is none.
  ///
  /// None of them means anything, and an empty variable of a shell is easily passed.
  private var emptyWord: String? {
    for (place, word) in words.prefix(while: { $0 != "--" }).enumerated() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let isJoined = word.hasPrefix("--") && parts.count == 2
      let value = isJoined ? String(parts[1]) : word
      let option = isJoined ? String(parts[0]) : place > 0 ? words[place - 1] : ""
      let isList = Self.lists.contains(option) && value.allSatisfy { $0 == "," || $0 == " " }
      guard value.isEmpty || isList else { continue }
      if CommandOptions(of: type)?.takesValue(option) == true {
        return "\(option) is empty; give it a value, or leave it out"
      }
      if !isJoined { return "argument \(place + 1) is empty; leave it out, or write what it is" }
    }
    return nil
  }

  // MARK: Values

  /// The options that take lists; the value of any other may end with a comma.
  private static let lists: Set = [
    "--agents", "--diverse", "--format", "--ignore", "--map", "--print",
  ]

  /// Joins each option with a negative number behind it, and the parts of a list that a shell has
  /// split at the spaces behind its commas: `--tolerance -3` is `--tolerance=-3`, `--agents a, b`
  /// is `--agents a,b`.
  private static func joined(_ words: [String]) -> [String] {
    var result: [String] = []
    /// The option that a word is the value of, or a part of that value.
    func isList(_ option: String?) -> Bool {
      guard let name = option?.split(separator: "=").first else { return false }
      return lists.contains(String(name))
    }
    for (index, word) in words.enumerated() {
      if word == "--" { return result + words[index...] }
      if let last = result.last {
        let isOption = last.hasPrefix("--") && !last.contains("=")
        let isValue = last.hasPrefix("--") ? isList(last) : isList(result.dropLast().last)
        if isOption, isNegativeNumber(word) {
          result[result.count - 1] = last + "=" + word
          continue
        }
        let isDivided = last.hasSuffix(",") && !word.hasPrefix("-") || word.hasPrefix(",")
        if !isOption, isValue, isDivided {
          result[result.count - 1] = last + word
          continue
        }
      }
      result.append(word)
    }
    return result
  }

  private static func isNegativeNumber(_ word: String) -> Bool {
    let behind = word.dropFirst().first
    return word.hasPrefix("-") && (behind == "." || behind?.isNumber == true)
  }

  /// A generator's name or file, and the settings behind its colon, as in `islands:colours=3`.
  static func generator(_ text: String) -> (name: String, settings: [String]) {
    guard let colon = text.firstIndex(of: ":") else { return (text, []) }
    return (String(text[..<colon]), list(String(text[text.index(after: colon)...])))
  }

  /// The parts of a list such as `novice, casual`, without the spaces around them.
  static func list(_ text: String) -> [String] {
    text.split(separator: ",").map { part in
      String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }.filter { !$0.isEmpty }
  }
}
