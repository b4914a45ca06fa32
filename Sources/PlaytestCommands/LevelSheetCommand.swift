import ArgumentParser
import Reporting
import SimHarness

struct LevelSheetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet", abstract: "Write a page with a small picture of every level.",
    discussion: """
      Writes one HTML file that needs no network: each level's board, name and goal,
      in the folder's order (pack.json). With --run, it also shows pass rates.

      Examples:
        playtest level sheet bubble-blast --out sheet.html
        playtest level sheet my-levels --out sheet.html --run Reports/runs/my-levels
      """)

  @Argument(help: "Folders or level files.")
  var levels: [String]
  @Option(help: ArgumentHelp("The file to write.", valueName: "file"))
  var out: String
  @Option(
    name: .customLong("run"),
    help: ArgumentHelp("A run whose pass rates are shown beside the pictures.", valueName: "run"))
  var results: String?
  @Option(
    help: ArgumentHelp(
      "The page's title (default: the pack's or the folder's name).", valueName: "text"))
  var title: String?
  @Flag(help: "Replace an existing file.")
  var force = false
  @Flag(help: "Open the page in a browser.")
  var open = false
  @OptionGroup var workspace: WorkspaceOptions

  func run() async throws {
    let library = try Workspace.scripts(workspace.scripts)
    let files = try LevelLoading.files(levels, library: library)
    try Workspace.checkOutput(out, "--out", reading: files.map(\.path))
    let summary = try results.map {
      try RunFolder(path: $0).summary(games: Playtest.games)
    }
    if let summary, let results,
      !files.contains(where: { file in
        summary.levels.contains { $0.name == file.header.name }
      })
    {
      throw CommandFailure(
        .badInput, "\(results): the run played none of these levels; pass another --run")
    }
    let fallback = levels.count == 1 ? LevelFolder(levels[0]).pack?.name : nil
    let sheet = ContactSheet(
      title: title ?? fallback ?? RunCommand.title(of: levels), levels: files, results: summary,
      library: library, entries: library.games.all)
    try Workspace.write(sheet.render(), to: out, replacing: force)
    for name in sheet.changed {
      Console.error([
        "\(SafeText.named(name, limit: 60)) or its game's script has changed since the run; its pass"
          + " rates are outdated"
      ])
    }
    Console.line(out)
    if open { try await Browser.open(out) }
  }
}
