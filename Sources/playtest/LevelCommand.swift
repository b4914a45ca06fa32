import ArgumentParser
import SimHarness

/// `playtest level`: looks at, checks, converts and edits level files.
struct LevelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "level",
    abstract: "Show, validate, convert, import, make and edit level files.",
    discussion: """
      Examples:
        playtest level show levels/bubble-blast/01-first-steps.json
        playtest level validate levels
        playtest level new "My Level" --out my-level.json
        playtest level edit my-level.json fill 0,3=red set shots=30
        playtest level import frozen-bubble#7
      """,
    subcommands: [
      LevelShow.self, LevelValidate.self, LevelConvert.self, LevelImportCommand.self,
      LevelNew.self, LevelEdit.self, LevelList.self, LevelDelete.self, LevelSchemaCommand.self,
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
    for source in try LevelLoading.sources(levels, library: library) {
      Console.output(
        "\(SafeText.escaped(source.header.name, limit: 200))\n\(source.file.picture)\n\n")
    }
  }
}

struct LevelValidate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate", abstract: "Check level files; print everything that is wrong.",
    discussion: """
      Example:
        playtest level validate levels my-level.json
      """)

  @Argument(help: "Level files or folders.")
  var levels: [String]
  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    let library = try Workspace.scripts(workspace.scripts)
    let playable = try LevelLoading.levels(levels, library: library)
    Console.line("ok: \(playable.count) level(s)")
  }
}

struct LevelConvert: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert", abstract: "Write levels in another format.",
    discussion: """
      Examples:
        playtest level convert import:frozen-bubble#3 --to json
        playtest level convert my-level.json --to frozen-bubble --out my-level.txt
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case json
    case frozenBubble = "frozen-bubble"
  }

  @Argument(help: "Levels.")
  var levels: [String]
  @Option(help: "The format: json or frozen-bubble.")
  var to: Format
  @Option(help: ArgumentHelp("The file to write (default: stdout).", valueName: "file"))
  var out: String?
  @Flag(help: "Replace the file if it is there.")
  var force = false
  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    let library = try Workspace.scripts(workspace.scripts)
    let sources = try LevelLoading.sources(levels, library: library)
    let text: String
    switch to {
    case .json:
      guard sources.count == 1, let source = sources.first else {
        throw CommandFailure(.usage, "a JSON file holds one level; name one")
      }
      text = source.file.text
    case .frozenBubble: text = try frozenBubble(sources)
    }
    guard let out else { return Console.output(text) }
    try Workspace.write(text, to: out, replacing: force)
    Console.line(out)
  }

  private func frozenBubble(_ sources: [LevelSource]) throws -> String {
    let files = sources.map { source in
      switch source.file {
      case .bubbleBlast(let file): file
      }
    }
    for file in files {
      let left = FrozenBubbleText.fieldsLeftOut(of: file)
      if !left.isEmpty {
        Console.error([
          "\(SafeText.escaped(file.name, limit: 200)): the format has no place for"
            + " \(left.joined(separator: ", ")); they are left out"
        ])
      }
    }
    do throws(FrozenBubbleTextError) {
      return try FrozenBubbleText.text(of: files)
    } catch {
      throw CommandFailure(.badInput, error.description)
    }
  }
}

struct LevelImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Write levels of another program as level files.",
    discussion: """
      FORMAT is frozen-bubble; frozen-bubble=FILE reads another file than the installed one, #N
      takes one level.

      Example:
        playtest level import frozen-bubble#7 --out my-levels
      """)

  @Argument(help: ArgumentHelp("FORMAT[=PATH][#N]", valueName: "format"))
  var format: String
  @Option(help: ArgumentHelp("The folder to write to.", valueName: "dir"))
  var out = "levels/imported"
  @Flag(help: "Replace files that are there.")
  var force = false
  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    let library = try Workspace.scripts(workspace.scripts)
    let argument = format.hasPrefix("import:") ? format : "import:\(format)"
    let sources = try LevelLoading.sources([argument], library: library)
    let store = LevelStore(folder: out, catalog: library)
    for source in sources {
      let path = "\(out)/\(LevelStore.fileName(for: source.header.name))"
      if Workspace.exists(path) && !force {
        throw CommandFailure(
          .cannotWrite, "\(path): the file is there already; replace it with --force")
      }
    }
    for source in sources {
      do throws(LevelStoreError) {
        Console.line(try store.save(source.file, overwrite: force))
      } catch {
        throw CommandFailure(.cannotWrite, error.description)
      }
    }
  }
}

struct LevelNew: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Make a level, empty or by a generator.",
    discussion: """
      Examples:
        playtest level new "My Level" --out my-level.json
        playtest level new "Stripes 7" --generator stripes --seed 7 --set colours=3
      """)

  @Argument(help: "The level's name.")
  var name: String
  @Option(help: ArgumentHelp("The game.", valueName: "game"))
  var game = "bubble-blast"
  @Option(help: ArgumentHelp("A generator's name or Lua file.", valueName: "name"))
  var generator: String?
  @Option(help: ArgumentHelp("The generator's seed.", valueName: "s"))
  var seed: UInt64 = 1
  @Option(help: ArgumentHelp("A generator's parameter; may be given again.", valueName: "k=v"))
  var set: [String] = []
  @Option(help: ArgumentHelp("The file to write (default: stdout).", valueName: "file"))
  var out: String?
  @Flag(help: "Replace the file if it is there.")
  var force = false
  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    let library = try Workspace.scripts(workspace.scripts)
    guard let game = LevelGame(rawValue: game) else {
      throw CommandFailure(
        .usage,
        NearestName.complaint(
          about: game, called: "game", known: LevelGame.allCases.map(\.rawValue)))
    }
    if let problem = LevelHeader.problem(with: name) { throw CommandFailure(.usage, problem) }
    let text: String
    if let generator {
      text = try generated(by: generator, library: library)
    } else {
      guard set.isEmpty else {
        throw CommandFailure(.usage, "--set is for a generator's parameters; name a --generator")
      }
      switch game {
      case .bubbleBlast: text = LevelFile.bubbleBlast(BubbleLevelFile(name: name)).text
      }
    }
    guard let out else { return Console.output(text) }
    try Workspace.write(text, to: out, replacing: force)
    Console.line(out)
  }

  /// The generator's level under the new name, checked like a file.
  private func generated(by generator: String, library: ScriptLibrary) throws -> String {
    let script = try Workspace.generator(generator, library: library)
    var values: [String: Double] = [:]
    for setting in set {
      let halves = setting.split(separator: "=", maxSplits: 1).map(String.init)
      guard halves.count == 2, let value = Double(halves[1]), value.isFinite else {
        throw CommandFailure(.usage, "--set \(setting): write it as NAME=NUMBER")
      }
      guard let parameter = script.parameters.first(where: { $0.name == halves[0] }) else {
        throw CommandFailure(
          .usage,
          NearestName.complaint(
            about: halves[0], called: "parameter", known: script.parameters.map(\.name)))
      }
      guard value >= parameter.minimum, value <= parameter.maximum else {
        throw CommandFailure(
          .usage,
          "--set \(setting): it must be from \(JSONWriter.number(parameter.minimum))"
            + " to \(JSONWriter.number(parameter.maximum))")
      }
      values[halves[0]] = value
    }
    var tree = try script.generate(seed: seed, values: values)
    if case .object(let members) = tree {
      tree = .object(
        members.filter { $0.key != "name" } + [(key: "name", value: .string(name))])
    }
    let file = try LevelFile.read(
      Array(JSONWriter.compact(tree).utf8), file: script.source.name, catalog: library)
    return file.text
  }
}

struct LevelEdit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Edit a level file; saved whole or not at all.",
    discussion: """
      Operations, done in order; rows and columns count from 0:
        fill R,C=KIND      drag R,C..R,C=KIND   KIND: a colour, a special or empty
        tap R,C            erase R,C            reset
        set FIELD=VALUE    undo    redo         status

      Example:
        playtest level edit a.json fill 0,3=red drag 1,0..1,8=blue set shots=30
      """)

  @Argument(help: "The level file.")
  var file: String
  @Argument(help: ArgumentHelp("Operations.", valueName: "op"))
  var operations: [String]
  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    let library = try Workspace.scripts(workspace.scripts)
    let store = LevelStore(folder: Workspace.parent(of: file), catalog: library)
    var editor = LevelEditor<BubbleLevelFile>(store: store, catalog: library)
    do throws(LevelEditorError) {
      try editor.load(at: file)
      for operation in Self.joined(operations) {
        Console.line(try editor.perform(operation))
      }
      if editor.active?.isModified == true { Console.line("saved \(try editor.save())") }
    } catch {
      throw CommandFailure(
        ExitStatus(rawValue: error.exitCode) ?? .badInput,
        "\(SafeText.escaped(file, limit: 1000)): \(error.description)")
    }
  }

  /// Puts each operation's words together: `fill 0,3=red` may come as one word or as two.
  private static func joined(_ words: [String]) -> [String] {
    let takesPlace = ["fill", "drag", "tap", "erase", "set"]
    var operations: [String] = []
    var index = 0
    while index < words.count {
      if takesPlace.contains(words[index]), index + 1 < words.count {
        operations.append("\(words[index]) \(words[index + 1])")
        index += 2
      } else {
        operations.append(words[index])
        index += 1
      }
    }
    return operations
  }
}

struct LevelList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the level files below a folder.",
    discussion: """
      Example:
        playtest level list --levels my-levels
      """)

  @Option(help: ArgumentHelp("The folder.", valueName: "dir"))
  var levels: String?
  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    let library = try Workspace.scripts(workspace.scripts)
    let folder = levels ?? Workspace.levelsFolder()
    guard Workspace.isFolder(folder) else {
      throw CommandFailure(.missingFile, "\(folder): there is no such folder")
    }
    var rows = [["name", "game", "file"]]
    var problems: [String] = []
    for entry in LevelStore(folder: folder, catalog: library).list() {
      if let problem = entry.problem { problems.append(problem) }
      guard let name = entry.name else { continue }
      rows.append([
        SafeText.escaped(name, limit: 60), entry.game?.rawValue ?? "",
        SafeText.escaped(entry.path, limit: 200),
      ])
    }
    Console.output(TextTable.text(rows))
    if !problems.isEmpty { throw CommandFailure(.badInput, lines: problems) }
  }
}

struct LevelDelete: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete the level file of a name.",
    discussion: """
      Example:
        playtest level delete "My Level" --levels my-levels
      """)

  @Argument(help: "The level's name.")
  var name: String
  @Option(help: ArgumentHelp("The folder.", valueName: "dir"))
  var levels: String?
  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    let library = try Workspace.scripts(workspace.scripts)
    let store = LevelStore(folder: levels ?? Workspace.levelsFolder(), catalog: library)
    do throws(LevelStoreError) {
      try store.delete(named: name)
      Console.line("deleted \(SafeText.escaped(name, limit: 200))")
    } catch {
      throw CommandFailure(ExitStatus(rawValue: error.exitCode) ?? .badInput, error.description)
    }
  }
}

struct LevelSchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema of level files.",
    discussion: """
      Example:
        playtest level schema > level.schema.json
      """)

  func run() { Console.output(LevelSchema.text) }
}
