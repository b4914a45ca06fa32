import ArgumentParser
import SimHarness

struct LevelEdit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Edit a level file; if one operation fails, nothing is saved.",
    discussion: """
      Operations on levels of bubble-blast, done in order. Rows (R) and columns (C)
      count from 0, as shown by 'level show'; KIND is a colour, a special or empty:
        fill R,C=KIND                 drag R,C..R,C=KIND (along a line)
        rectangle R,C..R,C=KIND       flood R,C=KIND (what is connected)
        tap R,C (next colour)         erase R,C

      On levels of peggle, in px. I is an object's number, from 0, or selected;
      ANGLE is in radians, or in degrees if it ends in deg:
        add peg:COLOUR X,Y     add block X,Y          add triangle X,Y
        select X,Y             move I X,Y             rotate I ANGLE
        resize I RADIUS        resize I W,H           delete I       erase X,Y
        rectangle X,Y..X,Y=peg:COLOUR (recolours)     rectangle X,Y..X,Y=empty

      On levels of games in Lua that have a design: the same as on bubble-blast,
      with the game's tokens as KIND, which 'level show' lists.

      On levels that are drawn; mirror left copies the left half to the right half:
        mirror flip|left|right            shift up|down|left|right N
        copy FROM..TO PLACE (FROM, TO and PLACE are R,C or X,Y)

      On levels of all games (those that are not drawn have only these):
        reset    set FIELD=VALUE    undo    redo    status

      FIELD is any path that 'tune' accepts, such as shots, rules.aims,
      spawn.weights.red or bubbles[*].probability; 'set FIELD=' without a value
      gives the field its default again. undo and redo affect the
      operations before them; --undo and --redo affect edits that earlier commands
      saved; the history is in the folder .level-history next to the level.

      Examples:
        playtest level edit a.json fill 0,3=red drag 1,0..1,8=blue set shots=30
        playtest level edit a.json rectangle 0,0..3,5=red mirror left
        playtest level edit a.json --undo
        playtest level edit b.json add peg:orange 100,200 rotate selected 45deg
      """)

  @Argument(help: "The level file.")
  var file: String
  // Unrecognised words are operations as well: an angle may begin with a minus.
  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("Operations.", valueName: "op"))
  var operations: [String] = []
  @Flag
  var steps: [Step] = []
  @Flag(name: .shortAndLong, help: "Do not print the board.")
  var quiet = false
  @OptionGroup var workspace: WorkspaceOptions

  /// A step in the history of what earlier commands saved.
  enum Step: EnumerableFlag {
    case undo, redo

    static func help(for step: Step) -> ArgumentHelp? {
      step == .undo ? "Undo the last saved edit." : "Redo what --undo undid."
    }
  }

  private var undo: Bool { steps.first == .undo }
  private var redo: Bool { steps.first == .redo }

  func validate() throws {
    if let option = operations.first(where: { $0.hasPrefix("--") && $0 != "--" }) {
      throw ValidationError("unknown option \(SafeText.named(option))")
    }
    guard steps.isEmpty || operations.isEmpty else {
      throw ValidationError(
        "--undo and --redo stand alone; leave out the operations, or make them a command of their"
          + " own")
    }
    guard steps.count <= 1 else {
      throw ValidationError("--undo and --redo stand alone; give one of them at a time")
    }
    if let first = operations.first, let field = Self.fieldOfSetting(first) {
      throw ValidationError(
        "\(SafeText.named(first)) is no operation; to change the field \(field), write set \(first)"
      )
    }
    guard !steps.isEmpty || !operations.isEmpty else {
      throw ValidationError("name at least one operation, or pass --undo or --redo")
    }
  }

  /// The field of `shots=30`, which lacks its verb.
  private static func fieldOfSetting(_ operation: String) -> String? {
    let parts = operation.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty,
      parts[0].utf8.allSatisfy({ (97...122).contains($0) || $0 == UInt8(ascii: ".") })
    else { return nil }
    return String(parts[0])
  }

  func run() throws {
    guard !file.hasPrefix("builtin:"), !file.hasPrefix("import:") else {
      throw CommandFailure(
        .usage,
        "\(SafeText.escaped(file, limit: 200)): only files can be edited; make a copy:"
          + " playtest level convert \(ShellText.quoted(file)) --to json --out FILE.json")
    }
    let library = try Workspace.scripts(workspace.scripts)
    guard Workspace.exists(file) else { throw LevelLoading.missing(file, library: library) }
    let store = LevelStore(folder: Workspace.parent(of: file), catalog: library)
    var done = 0
    do throws(LevelEditorError) {
      if undo || redo {
        try takeStep(store)
      } else {
        try perform(store, library, &done)
      }
    } catch {
      // The operation knows this command line only.
      let hint =
        switch error {
        case .nothingToUndo where !undo: " on this command line; --undo undoes earlier commands"
        case .nothingToRedo where !redo: " on this command line; --redo redoes earlier commands"
        case .unfinished: "; give all operations that it needs in one command"
        default: ""
        }
      let name = SafeText.escaped(file, limit: 1000)
      // What was done before has been printed, as if it were kept.
      let isSaid = error.description.contains("not saved")
      let unsaved = done > 0 && !isSaid ? "; nothing was saved" : ""
      // What is wrong with the file begins with its name already.
      let problem = "\(error.description)\(hint)\(unsaved)"
      throw CommandFailure(
        ExitStatus(rawValue: error.exitCode) ?? .badInput,
        ["\(name):", "\(name) "].contains(where: problem.hasPrefix)
          ? problem : "\(name): \(problem)")
    }
  }

  private func perform(
    _ store: LevelStore, _ library: ScriptLibrary, _ done: inout Int
  ) throws(LevelEditorError) {
    let level: LevelFile
    do throws(LevelStoreError) {
      level = try store.load(at: file)
    } catch {
      throw .store(error)
    }
    try edit(level.content, of: level.header.game, store, library, &done)
  }

  private func edit<Level: DesignedLevel>(
    _ level: Level, of game: String, _ store: LevelStore, _ library: ScriptLibrary,
    _ done: inout Int
  ) throws(LevelEditorError) {
    var editor = LevelEditor<Level>(store: store, catalog: library, game: game)
    let before = try EditTimeline.text(ofLevelAt: file)
    try editor.load(at: file)
    var rest = LevelOperationText<Level.Operation>.joined(operations)[...]
    while let next = rest.first {
      // Fields that fit only together are set in whatever order they are named.
      let fields = rest.prefix { $0.hasPrefix("set ") }
      let together = fields.isEmpty ? [next] : Array(fields)
      rest = rest.dropFirst(together.count)
      try together.inAnyOrder { operation throws(LevelEditorError) in
        Console.line(try editor.perform(operation))
        done += 1
      }
    }
    guard editor.active?.isModified == true else { return }
    Console.line("saved \(try editor.save())")
    if let problem = EditTimeline.didEdit(levelAt: file, from: before) {
      Console.error([problem])
    }
    if !quiet {
      Console.line(try LevelFile(editor.level).picture(catalog: library, withRulers: true))
    }
  }

  private func takeStep(_ store: LevelStore) throws(LevelEditorError) {
    let before = try? store.load(at: file)
    var step = try EditTimeline.step(levelAt: file, back: undo)
    let after = try? store.load(at: file)
    if let before, let after {
      step.edit = undo ? before.words(forChangeFrom: after) : after.words(forChangeFrom: before)
    }
    Console.line(step.words)
    guard !quiet, let after else { return }
    Console.line(after.picture(catalog: store.catalog, withRulers: true))
  }
}
