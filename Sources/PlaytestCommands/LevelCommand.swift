import ArgumentParser
import Catalogue
import Lab
import SimHarness

/// `playtest level`: looks at, checks, converts and edits level files.
struct LevelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "level",
    abstract: "Show, validate, convert, import, create, edit and order level files.",
    discussion: """
      Examples:
        playtest level show builtin:bubble-blast/01-first-steps
        playtest level validate levels
        playtest level new "My Level" --out my-level.json
        playtest level edit my-level.json fill 0,3=red set shots=30
        playtest level import frozen-bubble#7
      """,
    subcommands: [
      LevelShow.self, LevelValidate.self, LevelConvert.self, LevelImportCommand.self,
      LevelNew.self, LevelEdit.self, LevelList.self, LevelDelete.self, LevelOrderCommand.self,
      LevelSheetCommand.self, LevelSchemaCommand.self,
    ])
}

struct LevelShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print levels as pictures.",
    discussion: """
      Example:
        playtest level show builtin:bubble-blast/01-first-steps
      """)

  @Argument(help: "Level files, folders, builtin: or import: levels.")
  var levels: [String]
  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    let library = try Workspace.scripts(workspace.scripts)
    var faults: [String] = []
    for file in try LevelLoading.files(levels, library: library) {
      // A level that cannot be played yet has no goal to show.
      let entry = library.games.game(named: file.header.game)
      let goal = (try? entry?.ready(file, library, .none))?.goal
      Console.output(
        "\(SafeText.escaped(file.header.name, limit: 200))\n"
          + "\(goal.map { "Goal: \(SafeText.escaped($0, limit: 500))\n" } ?? "")"
          + "\(file.picture(catalog: library, withRulers: true))\n\n")
      // The picture of a level whose script fails is not what a player would see.
      do throws(LevelError) {
        try file.checkPlayable(catalog: library)
      } catch {
        if case .script(let fault) = error { faults.append(fault.message) }
      }
    }
    guard faults.isEmpty else { throw CommandFailure(.badInput, lines: faults) }
  }
}

struct LevelConvert: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert", abstract: "Write levels in another format.",
    discussion: """
      Examples:
        playtest level convert import:frozen-bubble#3 --to json
        playtest level convert my-level.json --to frozen-bubble --out my-level.txt
        playtest level convert my-pegs.json --to json --size 1024x768
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case json
    case frozenBubble = "frozen-bubble"
  }

  @Argument(help: "Levels.")
  var levels: [String]
  @Option(help: "The format: json or frozen-bubble.")
  var to: Format
  @Option(
    help: ArgumentHelp(
      "Scale the board to this size (peggle); objects scale by the smaller ratio.",
      valueName: "wxh"))
  var size: String?
  @Option(help: ArgumentHelp("The file to write (default: stdout).", valueName: "file"))
  var out: String?
  @Flag(help: "Replace an existing file.")
  var force = false
  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    let library = try Workspace.scripts(workspace.scripts)
    var files = try LevelLoading.files(levels, library: library)
    if let size { files = try files.map { try scaled($0, to: size, library) } }
    let text: String
    switch to {
    case .json:
      guard files.count == 1, let file = files.first else {
        throw CommandFailure(.usage, "a JSON file contains one level; name one level")
      }
      text = file.text
    case .frozenBubble: text = try frozenBubble(files)
    }
    guard let out else { return Console.output(text) }
    try Workspace.write(text, to: out, replacing: force)
    Console.line(out)
  }

  /// The level on a board of a size such as 1024x768, checked like a file.
  private func scaled(
    _ file: LevelFile, to size: String, _ library: ScriptLibrary
  ) throws -> LevelFile {
    let sides = size.split(separator: "x", omittingEmptySubsequences: false).map(DecimalText.number)
    guard sides.count == 2, let width = sides[0], let height = sides[1] else {
      throw CommandFailure(.usage, "--size \(size): write it as WIDTHxHEIGHT, such as 1024x768")
    }
    var found: LevelFile?
    do throws(LevelFieldProblem) {
      found = try file.resized(toWidth: width, height: height)
    } catch {
      throw CommandFailure(.usage, "--size \(size): \(error.description)")
    }
    guard let scaled = found else {
      let games = NearestName.list(Playtest.games.games.filter { $0.levels.hasSize }.map(\.name))
      throw CommandFailure(
        .usage, "--size works only on levels of \(games); leave it out for \(file.path)")
    }
    var checked = try LevelFile.read(
      Array(scaled.text.utf8), file: "\(file.path) at \(size)", catalog: library)
    checked.path = file.path
    return checked
  }

  private func frozenBubble(_ files: [LevelFile]) throws -> String {
    do throws(LevelExportError) {
      let (text, losses) = try LevelLibrary.frozenBubbleText(of: files)
      for loss in losses { Console.error([loss]) }
      return text
    } catch {
      throw CommandFailure(.badInput, error.description)
    }
  }
}

struct LevelImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import levels of other programs as level files.",
    discussion: """
      FORMAT is frozen-bubble or msk. frozen-bubble reads the installed file, frozen-bubble=FILE \
      another one; msk=FILE reads the levels of the MySpriteKit game. #N imports one level only.

      Examples:
        playtest level import frozen-bubble#7 --out my-levels
        playtest level import msk=levels.json#2 --out my-levels
      """)

  @Argument(help: ArgumentHelp("FORMAT[=PATH][#N].", valueName: "format"))
  var format: String
  @Option(help: ArgumentHelp("The folder to write to.", valueName: "dir"))
  var out = "levels/imported"
  @Flag(help: "Replace existing files.")
  var force = false
  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    let library = try Workspace.scripts(workspace.scripts)
    let argument = format.hasPrefix("import:") ? format : "import:\(format)"
    let files = try LevelLoading.files([argument], library: library)
    let store = LevelStore(folder: out, catalog: library)
    for file in files {
      let path = "\(out)/\(LevelStore.fileName(for: file.header.name))"
      if Workspace.exists(path) && !force {
        throw CommandFailure(
          .cannotWrite, "\(path): the file already exists; replace it with --force")
      }
    }
    do throws(LevelStoreError) {
      for path in try store.saveAll(files, overwrite: force) { Console.line(path) }
    } catch {
      throw CommandFailure(ExitStatus(rawValue: error.exitCode) ?? .cannotWrite, error.description)
    }
  }
}

struct LevelNew: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Create a level, empty or with a generator.",
    discussion: """
      Examples:
        playtest level new "My Level" --out my-level.json
        playtest level new "Pegs" --game peggle --out my-pegs.json
        playtest level new "Stripes 7" --generator stripes --seed 7 --set colours=3
      """)

  @Argument(help: "The level's name.")
  var name: String
  @Option(help: ArgumentHelp("The game.", valueName: "game"))
  var game = "bubble-blast"
  @Option(
    help: ArgumentHelp(
      "A generator's name or Lua file, with :key=value,... for parameters.", valueName: "name"))
  var generator: String?
  @Option(help: ArgumentHelp("The generator's seed.", valueName: "s"))
  var seed: UInt64 = 1
  @Option(help: ArgumentHelp("A generator's parameter; may be repeated.", valueName: "k=v"))
  var set: [String] = []
  @Option(help: ArgumentHelp("The file to write (default: stdout).", valueName: "file"))
  var out: String?
  @Flag(help: "Replace an existing file.")
  var force = false
  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    let library = try Workspace.scripts(workspace.scripts)
    let game = try Self.game(game, library)
    if let problem = LevelHeader.problem(with: name) {
      throw CommandFailure(.usage, "the level's name: \(problem)")
    }
    let text: String
    if let generator {
      text = try generated(by: generator, library: library)
    } else {
      guard set.isEmpty else {
        throw CommandFailure(.usage, "--set sets a generator's parameters; add --generator")
      }
      text = LevelFile.empty(of: game, named: name, catalog: library).text
    }
    guard let out else { return Console.output(text) }
    try Workspace.write(text, to: out, replacing: force)
    Console.line(out)
  }

  /// The game of a name.
  static func game(_ name: String, _ library: ScriptLibrary) throws -> GameEntry {
    if let game = try library.games.entry(named: name) { return game }
    throw CommandFailure(.usage, library.games.complaint(about: name))
  }

  /// The generator's level under the new name, checked like a file.
  private func generated(by generator: String, library: ScriptLibrary) throws -> String {
    let (name, settings) = CommandWords.generator(generator)
    let script = try Workspace.generator(name, library: library)
    var values: [String: Double] = [:]
    for setting in settings + set {
      let halves = setting.split(separator: "=", maxSplits: 1).map(String.init)
      guard halves.count == 2, let value = DecimalText.number(halves[1]) else {
        throw CommandFailure(.usage, "--set \(setting): write it as NAME=NUMBER")
      }
      guard let parameter = script.parameters.first(where: { $0.name == halves[0] }) else {
        throw CommandFailure.unknown(
          "parameter", halves[0], among: script.parameters.map(\.name), in: "--set \(setting)")
      }
      guard value >= parameter.minimum, value <= parameter.maximum else {
        throw CommandFailure(
          .usage,
          "--set \(setting): it must be from \(JSONWriter.number(parameter.minimum))"
            + " to \(JSONWriter.number(parameter.maximum))")
      }
      values[halves[0]] = value
    }
    let printing = ScriptPrinting(limitedTo: GeneratorScript.printSpan) {
      Console.note("printed: \($0.said)\n")
    }
    var tree = try script.generate(seed: seed, values: values, printing: printing)
    if case .object(let members) = tree {
      tree = .object(
        members.filter { $0.key != "name" } + [(key: "name", value: .string(self.name))])
    }
    let file = try LevelFile.read(generated: tree, by: script.source, catalog: library)
    return file.text
  }
}

struct LevelList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the level files in a folder and its subfolders.",
    discussion: """
      Example:
        playtest level list my-levels
      """)

  @Argument(
    help: ArgumentHelp("The folder (default: levels and the built-in levels).", valueName: "folder")
  )
  var folder: String?
  @Option(help: ArgumentHelp("Another way to name the folder.", valueName: "dir"))
  var levels: String?
  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    let library = try Workspace.scripts(workspace.scripts)
    guard folder == nil || levels == nil else {
      throw CommandFailure(.usage, "name one folder, with --levels or without it")
    }
    let place = folder ?? levels
    if let place, !Workspace.isFolder(place) {
      throw CommandFailure(.missingFile, "\(place): no such folder")
    }
    let listed =
      try place.map { folder in
        LevelStore(folder: folder, catalog: library).list().map { ($0, $0.path) }
      } ?? Workspace.listedLevels(library)
    var rows = [["name", "game", "file"]]
    var problems: [String] = []
    for (entry, argument) in listed {
      if let problem = entry.problem { problems.append(problem) }
      guard let name = entry.name else { continue }
      rows.append([
        SafeText.escaped(name, limit: 60), entry.game ?? "",
        SafeText.escaped(argument, limit: 200),
      ])
    }
    Console.output(TextTable.text(rows, width: Console.tableWidth))
    if !problems.isEmpty { throw CommandFailure(.badInput, lines: problems) }
  }
}

struct LevelSchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema of level, suite, tune or pack files.",
    discussion: """
      Examples:
        playtest level schema > level.schema.json
        playtest level schema --game match-three > match-three.schema.json
        playtest level schema tune > tune.schema.json
      """)

  @Argument(help: ArgumentHelp("Which files: level, suite, tune or pack.", valueName: "kind"))
  var kind = "level"
  @Option(
    help: ArgumentHelp(
      "The levels of one game, which may be a script of scripts/games/.", valueName: "game"))
  var game: String?
  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    if let game {
      guard kind == "level" else {
        throw CommandFailure(.usage, "--game: only levels have a game; leave it out")
      }
      let entry = try LevelNew.game(game, try Workspace.scripts(workspace.scripts))
      return Console.output(LevelSchema.text(of: entry))
    }
    let schemas = [
      ("level", LevelSchema.text(games: Playtest.games)),
      ("suite", SuiteSchema.text(games: Playtest.games)), ("tune", TuneSchema.text),
      ("pack", LevelPack.schema),
    ]
    guard let schema = schemas.first(where: { $0.0 == kind }) else {
      if try Workspace.scripts(workspace.scripts).games.names.contains(kind) {
        throw CommandFailure(
          .usage, "the schema of the levels of \(kind): write playtest level schema --game \(kind)")
      }
      throw CommandFailure.unknown("schema", kind, among: schemas.map(\.0))
    }
    Console.output(schema.1)
  }
}
