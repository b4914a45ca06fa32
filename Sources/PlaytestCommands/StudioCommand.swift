import ArgumentParser
import CProcess
import FoundationEssentials
import SimHarness
import Studio

/// `playtest studio`: a page in the browser on which levels are drawn.
struct StudioCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract: "Draw levels in the browser while simulated players play them.",
    discussion: """
      FOLDER is the workspace (default: this folder): its levels are those in FOLDER/levels, or \
      in FOLDER itself where it holds level files; its scripts those in FOLDER/scripts, \
      and its engines those in FOLDER/engines. Built-in levels can be opened and copied.

      The page is served on this machine only, to anyone who has the address. Every step is \
      kept in FOLDER/.playtest until the level is saved.

      Examples:
        playtest studio
        playtest studio my-pack --port 8000 --no-open
      """)

  @Argument(help: ArgumentHelp("The workspace.", valueName: "folder"))
  var folder = "."

  @Option(
    help: ArgumentHelp(
      "The port, which must be free (default: \(StudioServer.usualPort), or the next one that is free).",
      valueName: "n"))
  var port: Int?

  @Flag(name: .customLong("no-open"), help: "Do not open the browser.")
  var noOpen = false

  @Option(
    help: ArgumentHelp("Your scripts folder (default: FOLDER/scripts).", valueName: "dir"))
  var scripts: String?

  @Flag(name: .customLong("read-only"), help: "Refuse every change.")
  var readOnly = false

  @Option(
    help: ArgumentHelp(
      "Serve the page's files from this folder, read again for each request: for work on the page itself.",
      valueName: "dir"))
  var pages: String?

  @OptionGroup var workers: WorkersOption

  /// How often a signal is looked for.
  private static let interval = Duration.milliseconds(50)

  func validate() throws {
    if let port, !(1...65_535).contains(port) {
      throw ValidationError("--port must be 1 to 65535")
    }
  }

  func run() async throws {
    // What one thread's games leave is kept for long, and the next games are played by new threads:
    // heaps of their own would stay almost empty and never shrink.
    cprocess_share_heap()
    if let pages, !Workspace.isFolder(pages) {
      throw CommandFailure(
        .missingFile,
        "\(SafeText.escaped(pages, limit: 1_000)): no such folder; name the folder that"
          + " contains studio.html")
    }
    let workspace = try workspace()
    let lock = try lock(workspace)
    let editor = StudioEditor(workspace, pages: pages)
    Interruption.listen()
    let server: StudioServer
    do throws(StudioServerError) {
      server = try await StudioServer(editor, port: port)
    } catch {
      throw CommandFailure(.failed, error.description)
    }
    lock?.name("http://127.0.0.1:\(server.port)/")
    // The first line is the address alone, for programs that start a studio.
    Console.line(server.reusableAddress)
    Console.line(
      "Draw and play the levels of \(SafeText.escaped(workspace.name)) in a browser, at this address. "
        + "Ctrl-C stops the studio.")
    if !noOpen {
      let address = server.oneTimeAddress()
      // Beside the server, which the browser asks for the page.
      Task {
        guard await !Browser.shows(address) else { return }
        Console.error(["no browser was found; open the address above in one yourself"])
      }
    }
    let watching = Task { await editor.watchFiles() }
    while Interruption.exitCode == nil { try? await Task.sleep(for: Self.interval) }
    watching.cancel()
    await server.stop()
    lock?.release()
    throw ExitCode(Interruption.exitCode ?? ExitStatus.interrupted.rawValue)
  }

  private func lock(_ workspace: StudioWorkspace) throws -> StudioLock? {
    do throws(StudioLockError) {
      return try StudioLock.take(workspace)
    } catch {
      throw CommandFailure(.cannotWrite, error.description)
    }
  }

  private func workspace() throws -> StudioWorkspace {
    guard Workspace.isFolder(folder) else {
      if Workspace.exists(folder) {
        let parts = folder.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let parent = parts == [""] ? "/" : parts.isEmpty ? "." : parts.joined(separator: "/")
        throw CommandFailure(
          .badInput,
          "\(SafeText.escaped(folder, limit: 1_000)): this is a file; name its folder:"
            + " playtest studio \(ShellText.path(parent))")
      }
      throw CommandFailure(
        .missingFile,
        "\(SafeText.escaped(folder, limit: 1_000)): no such folder; create it or name another one")
    }
    let root = URL(filePath: folder).standardizedFileURL.resolvingSymlinksInPath().path
    Engines.look(besideScripts: scripts ?? "\(root)/\(Workspace.ownScripts)")
    // A page lists all games as soon as it connects.
    Engines.folder.startAll()
    let library =
      try scripts.map { try Workspace.scripts($0) }
      ?? Workspace.library(own: "\(root)/\(Workspace.ownScripts)")
    let levels = Self.levels(in: root, library: library)
    let bundled = BuiltInFolder.path("levels")
    let environment = ProcessInfo.processInfo.environment
    return StudioWorkspace(
      name: Workspace.title(of: root), levels: levels, bundled: bundled == levels ? nil : bundled,
      bundledPlaces: bundled == levels ? [] : BuiltInFolder.places(of: "levels"),
      own: "\(root)/.playtest", games: library.games, library: library,
      players: ["novice", "casual", "skilled"], jobs: try workers.count(), isReadOnly: readOnly,
      people: StudioPeople(
        root: root, scores: "\(root)/\(PlayRecords.folder)/scores.sqlite",
        usualName: PlayCommand.loginName(environment)),
      opponents: StudioOpponents(library: library)
    ) { name, game in
      do {
        return try Workspace.player(name, game: game, library: library)
      } catch let failure as CommandFailure {
        throw StudioFailure(
          status: 422, code: "player.unknown", message: failure.lines.first ?? "no such player")
      }
    }
  }

  /// The folder `levels`, unless level files lie beside it.
  private static func levels(in root: String, library: ScriptLibrary) -> String {
    let own = "\(root)/\(Workspace.ownLevels)"
    guard !Workspace.isFolder(own) else { return own }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    let files = names.filter { $0.hasSuffix(".json") }.map { "\(root)/\($0)" }
    let hasLevels = files.contains {
      (try? LevelStore(folder: root, catalog: library).load(at: $0)) != nil
    }
    return hasLevels ? root : own
  }
}
