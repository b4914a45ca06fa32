import ArgumentParser
import SimHarness

struct LevelDelete: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete the level file of a name, or all of a folder.",
    discussion: """
      Files that are no levels, or broken ones, stay.

      Examples:
        playtest level delete "My Level" --levels my-levels
        playtest level delete --all --game peggle --levels my-levels
      """)

  @Argument(help: "The level's name.")
  var name: String?
  @Flag(help: "Delete all levels below the folder, which --levels must name.")
  var all = false
  @Option(help: ArgumentHelp("With --all: only levels of this game.", valueName: "game"))
  var game: String?
  @Option(help: ArgumentHelp("The folder.", valueName: "dir"))
  var levels: String?
  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    let library = try Workspace.scripts(workspace.scripts)
    let game = try game.map { try LevelNew.game($0) }
    guard all != (name != nil), game == nil || all else {
      throw CommandFailure(
        .usage, "name one level, or give --all without a name; --game goes with --all")
    }
    if all && levels == nil {
      throw CommandFailure(.usage, "--all deletes a whole folder; name it with --levels")
    }
    let store = LevelStore(folder: levels ?? Workspace.levelsFolder(), catalog: library)
    do throws(LevelStoreError) {
      if let name {
        try store.delete(named: name)
        Console.line("deleted \(SafeText.escaped(name, limit: 200))")
      } else {
        let paths = try store.deleteAll(of: game)
        Console.line("deleted \(paths.count) level(s)")
      }
    } catch {
      throw CommandFailure(ExitStatus(rawValue: error.exitCode) ?? .badInput, error.description)
    }
  }
}
