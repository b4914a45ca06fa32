import ArgumentParser
import FoundationEssentials
import SimHarness

/// `playtest new`: writes a commented script that runs as it is.
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Write a commented Lua script that runs as it is.",
    discussion: """
      The script goes to the folder of its kind, such as bubbles/, below the scripts folder. \
      What editors need to know of the functions goes beside them: .luarc.json and types/playtest.lua.

      Examples:
        playtest new bubble my_bubble
        playtest new agent hunter --scripts my-scripts
        playtest new generator rings
        playtest new peg bell
        playtest new cards my_game
      """)

  @Argument(
    help: ArgumentHelp(
      "bubble, agent, generator, peg, mode, master, pop (a bubble of bubble-pop), spawner or cards.",
      valueName: "kind"))
  var kind: String
  @Argument(help: "The script's name: letters, digits, - and _.")
  var name: String
  @Option(
    help: ArgumentHelp(
      "The scripts folder, made if it is not there (default: scripts).",
      valueName: "dir"))
  var scripts: String?

  func run() throws {
    guard let kind = ScriptKind(rawValue: kind) else {
      throw CommandFailure(
        .usage,
        NearestName.complaint(
          about: kind, called: "kind of script", known: ScriptKind.allCases.map(\.rawValue)))
    }
    try checkName(kind)
    let folder = try scripts ?? Workspace.scripts(nil).folder ?? "scripts"
    let library = ScriptLibrary(folder: folder)
    let path = "\(folder)/\(kind.folder)/\(name).lua"
    guard !Workspace.exists(path) else {
      throw CommandFailure(
        .cannotWrite, "\(path): the file is there already; choose another name")
    }
    let taken = takenNames(kind, library: library)
    if let other = taken[name] {
      throw CommandFailure(
        .cannotWrite,
        "\(other): a \(kind.rawValue) is called '\(name)' already; choose another name")
    }
    let text = try text(of: kind, at: path, library: library)
    try makeFolder("\(folder)/\(kind.folder)")
    try AtomicFile.write(text, to: path)
    Console.line("wrote \(path)")
    try EditorSupport.write(to: folder) { Console.line("wrote \($0)") }
    Console.output(advice(kind, path: path, folder: folder))
  }

  private func checkName(_ kind: ScriptKind) throws {
    guard ScriptLibrary.isName(name), !name.hasPrefix("_"), !name.hasPrefix("-") else {
      throw CommandFailure(
        .usage,
        "\(SafeText.named(name)): a name is letters, digits, - and _, at most 40, and begins with"
          + " a letter or digit")
    }
    if kind == .bubble, BubbleColour(name: name) != nil {
      throw CommandFailure(.usage, "'\(name)' is a colour; choose another name")
    }
  }

  /// The scripts' own names, with their files; those that do not load are left out.
  private func takenNames(_ kind: ScriptKind, library: ScriptLibrary) -> [String: String] {
    var names: [String: String] = [:]
    for script in ScriptListing(library: library).scripts(of: kind) {
      if case .success(let entry) = script.content { names[entry.name] = script.path }
    }
    return names
  }

  private func text(
    of kind: ScriptKind, at path: String, library: ScriptLibrary
  ) throws -> String {
    var glyph: Character = "?"
    if kind == .bubble || kind == .peg {
      var taken: Set<Character> = []
      for script in ScriptListing(library: library).scripts(of: kind) {
        if case .success(let entry) = script.content, let glyph = entry.glyph {
          taken.insert(glyph)
        }
      }
      guard let free = GlyphChooser.free(for: name, taken: taken) else {
        throw CommandFailure(
          .cannotWrite, "every character is some \(kind.rawValue)'s glyph already")
      }
      glyph = free
    }
    let own = "\(library.folder ?? "")/\(kind.folder)/_template.lua"
    let template: String
    if Workspace.exists(own) {
      template = try library.source(at: own, shownAs: own).text
    } else {
      template = ScriptTemplate.text(of: kind)
    }
    return ScriptTemplate.filled(
      template, name: name, glyph: glyph, file: ShellText.path(path))
  }

  private func makeFolder(_ path: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw CommandFailure(.cannotWrite, "\(path): the folder cannot be made")
    }
  }

  private func advice(_ kind: ScriptKind, path: String, folder: String) -> String {
    let option = scripts.map { " --scripts \(ShellText.quoted($0))" } ?? ""
    let file = ShellText.quoted(path)
    var lines = ["playtest script check \(file)"]
    switch kind {
    case .bubble:
      lines.append("playtest level edit LEVEL.json fill 0,3=\(name)\(option)")
    case .agent:
      lines.append("playtest run levels/bubble-blast --agents casual,\(file)\(option)")
    case .generator:
      lines.append("playtest level new \"My Level\" --generator \(file)\(option)")
    case .peg:
      lines.append("playtest level edit LEVEL.json add peg:\(name) 400,300\(option)")
    case .mode, .master:
      lines.append("playtest level edit LEVEL.json set \(kind.rawValue)=\(name)\(option)")
    case .pop:
      lines.append("write \"script\": \"\(name)\" beside a bubble of a level of bubble-pop")
    case .spawner:
      lines.append("playtest level edit LEVEL.json set spawner=\(name)\(option)")
    case .cards:
      lines.append("playtest level new \"My Level\" --game cards --out LEVEL.json\(option)")
      lines.append("playtest level edit LEVEL.json set script=\(name)\(option)")
    }
    return "next:\n" + lines.map { "  \($0)\n" }.joined()
  }
}
