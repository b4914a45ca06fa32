import ArgumentParser
import Catalogue
import EngineGames
import SimHarness
import Synchronization

/// The project's engines, and where their files lie.
enum Engines {
  /// Where a command looks for them: `--engines`, or the folder beside that of scripts.
  static let place = Mutex("engines")

  /// Looks for them beside a folder of scripts.
  static func look(besideScripts scripts: String) {
    let folder = scripts.hasSuffix("/") ? String(scripts.dropLast()) : scripts
    let beside = Workspace.parent(of: folder)
    place.withLock { $0 = beside == "." ? "engines" : "\(beside)/engines" }
  }

  static let folder = EngineFolder(
    entry: { GameEntry($0, like: OpenGames.entry) }, at: { place.withLock { $0 } })
}

/// Where engines' files are found.
struct EnginesOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder of engine files (default: engines, next to the scripts folder).",
      valueName: "dir"))
  var engines: String?

  func validate() throws {
    guard let engines else { return }
    guard Workspace.isFolder(engines) else {
      throw ValidationError("--engines \(engines): no such folder; create it or name another one")
    }
    Engines.place.withLock { $0 = engines }
  }
}
