import ArgumentParser
import SimHarness

struct LevelDelete: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete a level file by its level's name, or all level files in a folder.",
    discussion: """
      Does not delete other files, or level files that cannot be read.

      Examples:
        playtest level delete "My Level" --levels my-levels
        playtest level delete --all --game peggle --levels my-levels
      """)

  @Argument(help: "The level's name.")
  var name: String?
  @Flag(help: "Delete all levels in the folder that --levels names, and in its subfolders.")
  var all = false
  @Option(help: ArgumentHelp("With --all: only levels of this game.", valueName: "game"))
  var game: String?
  @Option(help: ArgumentHelp("The folder (default: levels).", valueName: "dir"))
  var levels: String?
  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    let library = try Workspace.scripts(workspace.scripts)
    let game = try game.map { try LevelNew.game($0, library).name }
    guard all != (name != nil), game == nil || all else {
      throw CommandFailure(
        .usage, "name one level, or pass --all without a name; --game needs --all")
    }
    if all && levels == nil {
      throw CommandFailure(.usage, "--all needs --levels, the folder to delete levels from")
    }
    let folder = levels ?? Workspace.ownLevels
    guard Workspace.isFolder(folder) else {
      throw CommandFailure(.missingFile, "\(folder): no such folder; name one with --levels")
    }
    let store = LevelStore(folder: folder, catalog: library)
    do throws(LevelStoreError) {
      if let name {
        try store.delete(named: name)
        Console.line("deleted \(SafeText.escaped(name, limit: 200))")
      } else {
        let paths = try store.deleteAll(of: game)
        Console.line("deleted \(paths.count) \(paths.count == 1 ? "level" : "levels")")
      }
    } catch {
      throw CommandFailure(ExitStatus(rawValue: error.exitCode) ?? .badInput, error.description)
    }
  }
}
