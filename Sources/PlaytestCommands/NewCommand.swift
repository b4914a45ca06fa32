import ArgumentParser
import Catalogue
import SimHarness

/// `playtest new`: writes a commented script that runs as it is.
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Write a commented Lua script that is ready to run.",
    discussion: """
      The script is written to the folder of its kind, such as bubbles/, in your scripts folder: \
      ./scripts, created if missing, or --scripts. \
      Definitions for editors are written to that folder: .luarc.json and types/playtest.lua. \
      Agents and generators have a template for every game, spawners for bubble-blast and \
      bubble-pop; --game chooses it, and may name a game of your own. The other kinds belong to one game: bubble to bubble-blast; \
      peg, mode and master to peggle; pop to bubble-pop; cards to cards. \
      game writes the rules of a whole game of its own. \
      Built-in scripts stay available; a script of yours with the name of a built-in one replaces it.

      Examples:
        playtest new bubble my_bubble
        playtest new agent hunter --scripts my-scripts
        playtest new generator arcs --game peggle
        playtest new agent shark --game set
        playtest new agent sweeper --game my_game
        playtest new peg bell
        playtest new cards my_cards
        playtest new game my_game
      """)

  @Argument(
    help: ArgumentHelp(
      "bubble, agent, generator, peg, mode, master, pop (a bubble of bubble-pop), spawner, cards"
        + " or game.",
      valueName: "kind"))
  var kind: String
  @Argument(help: "The script's name: letters, digits, - and _.")
  var name: String
  @Option(
    help: ArgumentHelp(
      "Your scripts folder, created if missing (default: scripts).",
      valueName: "dir"))
  var scripts: String?
  @Option(
    help: ArgumentHelp(
      "The file to write, instead of one in the scripts folder.", valueName: "file"))
  var out: String?
  @Option(
    help: ArgumentHelp(
      "The game of an agent, generator or spawner (default: bubble-blast; of a spawner: both).",
      valueName: "game"))
  var game: String?

  func run() throws {
    let kind: ScriptKind = try CommandFailure.named(kind, called: "kind of script")
    try checkName(kind)
    let folder = scripts ?? Workspace.ownScripts
    if let scripts { Engines.look(besideScripts: scripts) }
    let library = Workspace.library(own: folder)
    try checkGame(kind, library.games)
    if let out, !out.hasSuffix(".lua") {
      throw CommandFailure(.usage, "--out: the file name must end in .lua")
    }
    let path = out ?? "\(folder)/\(kind.folder)/\(name).lua"
    guard !Workspace.exists(path) else {
      throw CommandFailure(
        .cannotWrite, "\(path): the file already exists; choose another name")
    }
    let others = ScriptListing(library: library).scripts(of: kind)
    let duplicate = others.first { (try? $0.content.get().name) == name }
    if let duplicate, !duplicate.isBuiltIn || library.folders.first == library.builtInFolder {
      throw CommandFailure(
        .cannotWrite,
        "\(duplicate.path): another \(kind.rawValue) is already called '\(name)'; choose another name"
      )
    }
    let ownGames = Self.ownGames(of: kind, library.games)
    let text = try text(of: kind, at: path, in: folder, glyphs: others, ownGames)
    try Workspace.makeFolder(Workspace.parent(of: path))
    try AtomicFile.write(text, to: path)
    Console.line("wrote \(path)")
    if let duplicate { Console.line("it replaces the built-in \(kind.rawValue) \(duplicate.path)") }
    if out == nil { try EditorSupport.write(to: folder) { Console.line("wrote \($0)") } }
    Console.output(advice(kind, path: path, ownGames))
  }

  private func checkName(_ kind: ScriptKind) throws {
    guard ScriptLibrary.isName(name), !name.hasPrefix("_"), !name.hasPrefix("-") else {
      throw CommandFailure(
        .usage,
        "\(SafeText.named(name)): a name has only letters, digits, - and _, at most 40, and begins"
          + " with a letter or digit")
    }
    if let problem = ScriptTemplate.problem(with: name, of: kind) {
      throw CommandFailure(.usage, problem)
    }
    if kind == .game, Playtest.games.isRegistered(name) {
      throw CommandFailure(
        .usage, "the program's own game '\(name)' cannot be replaced; choose another name")
    }
    if kind == .agent, Roster.hidesScript(name, among: Playtest.games) {
      throw CommandFailure(
        .usage, "'\(name)' already means a built-in player; choose another name")
    }
  }

  private func checkGame(_ kind: ScriptKind, _ games: GameRegistry) throws {
    guard let game else { return }
    let known = ScriptTemplate.games(of: kind) + Self.ownGames(of: kind, games)
    guard known.contains(game) else {
      throw CommandFailure.unknown(
        "game", game, of: "scripts of the kind \(kind.rawValue)", among: known, in: "--game")
    }
  }

  /// The template filled in; a scripts folder's own template goes before the built-in one.
  private func text(
    of kind: ScriptKind, at path: String, in folder: String,
    glyphs others: [ScriptListing.Script], _ ownGames: [String]
  ) throws -> String {
    var glyph: Character = "?"
    if kind == .bubble || kind == .peg {
      let taken = Set(others.compactMap { try? $0.content.get().glyph })
      guard let free = GlyphChooser.free(for: name, taken: taken) else {
        throw CommandFailure(
          .cannotWrite, "every character is already the glyph of some \(kind.rawValue)")
      }
      glyph = free
    }
    let own = ownTemplate(of: kind, in: folder)
    let template: String
    if Workspace.exists(own) {
      template = try ScriptLibrary(folder: folder, games: Playtest.games).source(
        at: own, shownAs: own
      ).text
    } else if let game, ownGames.contains(game),
      let own = ScriptTemplate.text(of: kind, ownGame: game)
    {
      template = own
    } else {
      template = ScriptTemplate.text(of: kind, game: game)
    }
    return ScriptTemplate.filled(
      template, name: name, glyph: glyph, file: ShellText.path(path))
  }

  /// The games of one's own that a kind of script can be for.
  private static func ownGames(of kind: ScriptKind, _ games: GameRegistry) -> [String] {
    ScriptTemplate.hasOwn(kind) ? games.foundNames : []
  }

  /// Where a scripts folder's own template is, if it has one.
  private func ownTemplate(of kind: ScriptKind, in folder: String) -> String {
    "\(folder)/\(kind.folder)/\(ScriptTemplate.fileName(of: kind, game: game))"
  }

  private func advice(_ kind: ScriptKind, path: String, _ ownGames: [String]) -> String {
    let option = scripts.map { " --scripts \(ShellText.quoted($0))" } ?? ""
    let file = ShellText.quoted(path)
    var lines = ["playtest script check \(file)"]
    switch kind {
    case .bubble:
      lines.append("playtest level edit LEVEL.json fill 0,3=\(name)\(option)")
    case .agent where ownGames.contains(game ?? ""):
      lines.append("playtest run LEVEL.json --agents casual,\(file)\(option)")
    case .agent:
      lines.append(
        "playtest run \(game ?? ScriptTemplate.games(of: kind)[0]) --agents casual,\(file)\(option)"
      )
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
    case .game:
      lines.append("playtest level new \"My Level\" --game \(name) --out LEVEL.json\(option)")
      lines.append("playtest run LEVEL.json\(option)")
    case .cards:
      lines.append("playtest level new \"My Level\" --game cards --out LEVEL.json\(option)")
      lines.append("playtest level edit LEVEL.json set script=\(name)\(option)")
    }
    return "next:\n" + lines.map { "  \($0)\n" }.joined()
  }
}
