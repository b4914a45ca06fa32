import SimHarness
import TextFormats

extension EngineFile {
  private static let known = [
    "format", "version", "name", "command", "library", "isolate", "files", "environment", "start",
    "answer",
    "memory",
  ]
  private static let maxArguments = 1000
  private static let maxFiles = 1000
  private static let maxText = 32_000
  private static let maxBytes = 1 << 20

  /// Reads an engine's file.
  ///
  /// - Throws: Everything wrong with it, each with its line.
  public init(reading path: String) throws(FileIssues) {
    func issue(_ message: String) -> FileIssues {
      FileIssues(file: path, issues: [FileIssue(line: 1, path: "", message: message)])
    }
    let bytes: [UInt8]
    do throws(PlainFile.Problem) {
      bytes = try PlainFile.bytes(at: path, limit: Self.maxBytes)
    } catch {
      switch error {
      case .missing: throw issue("cannot read the file: there is no such file")
      case .notPlain, .unreadable: throw issue(error.words(limit: Self.maxBytes))
      case .tooLarge: throw issue("the file has more than 1 MiB")
      }
    }
    self = try JSONReader.read(bytes, file: path) { Self.decode($0, path: path) }
  }

  private static func decode(_ cursor: JSONCursor, path: String) -> EngineFile? {
    guard let fields = cursor.object(fields: known) else { return nil }
    if let format = fields.required("format"), format.string() != Self.format {
      format.report("expected \"\(Self.format)\": this is not an engine's file")
    }
    if let version = fields.required("version"), version.int() != Self.version {
      version.report("this version of playtest reads version \(Self.version) of engines' files")
    }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let stem = parts.last.map { String($0.dropLast(".json".count)) } ?? ""
    let above = parts.dropLast(2).joined(separator: "/")
    let folder = above.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : above
    if let field = fields.required("name"), let name = field.string(), name != stem {
      field.report(
        "the name is \(SafeText.named(name)), but a game is found by its file,"
          + " \(SafeText.escaped(stem, limit: 60)).json; give both the same name")
    }
    if let field = fields.optional("name"), !ScriptLibrary.isName(stem) {
      field.report(
        "\(SafeText.named(stem)) is not a name for a game; write 1 to 40 letters, digits, - and _")
    }
    guard let program = program(fields) else { return nil }
    var file = EngineFile(name: stem, program: program, path: path, folder: folder)
    if let list = fields.optional("files") {
      file.files =
        list.array(of: "files", count: 0...maxFiles, decode: { text(at: $0) }) ?? []
    }
    if let field = fields.optional("environment") { file.environment = environment(field) }
    if let field = fields.optional("start") {
      file.start = field.double(in: seconds) ?? usualSeconds
    }
    if let field = fields.optional("answer") {
      file.answer = field.double(in: seconds) ?? usualSeconds
    }
    if let field = fields.optional("memory") { file.memory = memory(field) ?? 0 }
    return cursor.reader.issues.isEmpty ? file : nil
  }

  private static func program(_ fields: JSONFields) -> Program? {
    let isolate = fields.optional("isolate")
    if let library = fields.optional("library") {
      if let command = fields.optional("command") {
        command.report("an engine is a program or a library; remove \"command\" or \"library\"")
        return nil
      }
      guard let path = text(at: library) else { return nil }
      guard !path.isEmpty else {
        library.report("the path of the library must not be empty")
        return nil
      }
      return .library(path, isIsolated: isolate?.bool() ?? false)
    }
    if let isolate {
      isolate.report("a program has a process of its own already; remove \"isolate\"")
      return nil
    }
    guard let command = fields.required("command") else { return nil }
    let words = command.array(of: "strings", count: 1...maxArguments, decode: { text(at: $0) })
    guard let words else { return nil }
    guard !words[0].isEmpty else {
      command.report("the first string is the program; it must not be empty")
      return nil
    }
    return .command(words)
  }

  /// A text that a program can be given: without NUL.
  private static func text(at cursor: JSONCursor) -> String? {
    guard let text = cursor.string(length: 0...maxText) else { return nil }
    guard !text.utf8.contains(0) else {
      cursor.report("the string contains NUL; leave it out")
      return nil
    }
    return text
  }

  private static func environment(_ cursor: JSONCursor) -> [(name: String, value: String)] {
    guard case .object(let members) = cursor.value.kind else {
      cursor.report(expected: "an object of strings, such as {\"LOG_LEVEL\": \"warning\"}")
      return []
    }
    return members.compactMap { member in
      let place = cursor.cursor(at: member)
      guard !member.key.isEmpty, !member.key.utf8.contains(0), !member.key.contains("=") else {
        place.report("a variable's name must have at least one character, and neither = nor NUL")
        return nil
      }
      return text(at: place).map { (member.key, $0) }
    }
  }

  /// An amount such as `2 GiB`.
  private static func memory(_ cursor: JSONCursor) -> UInt64? {
    guard let text = cursor.string() else { return nil }
    let words = text.split(separator: " ")
    let units: [Substring: UInt64] = ["KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30]
    guard words.count == 2, let number = UInt64(words[0]), let unit = units[words[1]], number > 0,
      number <= 1 << 20
    else {
      cursor.report(
        "expected an amount such as \"2 GiB\" or \"512 MiB\", found \(SafeText.named(text))")
      return nil
    }
    return number * unit
  }
}
