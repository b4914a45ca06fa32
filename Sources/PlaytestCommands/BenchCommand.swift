import ArgumentParser
import Benchmarking
import Catalogue
import FoundationEssentials
import Glibc
import SimHarness

/// `playtest bench`: how fast games are played on this machine.
struct BenchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure games per second and time per move, for each game and agent.",
    discussion: """
      CPU time of one core, divided by the moves made; the median of all rounds.

      Examples:
        playtest bench
        playtest bench --json
        playtest bench --signature   one hash of fixed games, same on all machines
        playtest bench --ladder      every player on every built-in level
      """)

  @Flag(help: "Print one hash of the results of fixed games, with fixed seeds.")
  var signature = false

  @Flag(help: "Rank all players on the built-in levels; exits with 1 if the order is wrong.")
  var ladder = false

  @Option(
    help: ArgumentHelp(
      "Games per level for --ladder; half as many for expert, a tenth for oracle.", valueName: "n"))
  var games = 200

  @Option(help: ArgumentHelp("The seed of --ladder.", valueName: "s"))
  var seed: UInt64 = 1

  @Flag(help: "Print JSON.")
  var json = false

  @Option(help: ArgumentHelp("The number of rounds; the median is printed.", valueName: "n"))
  var rounds = 9

  @Option(
    help: ArgumentHelp(
      "Only benchmarks, or levels of --ladder, whose name contains this text.", valueName: "text"))
  var filter: String?

  @Option(help: ArgumentHelp("Workers for --signature and --ladder.", valueName: "j"))
  var jobs = 2

  @OptionGroup var workspace: WorkspaceOptions

  func validate() throws {
    guard (1...999).contains(rounds) else { throw ValidationError("--rounds must be 1 to 999") }
    guard (1...100_000).contains(games) else {
      throw ValidationError("--games must be 1 to 100000")
    }
    guard (1...1024).contains(jobs) else { throw ValidationError("--jobs must be 1 to 1024") }
  }

  func run() async throws {
    if signature {
      Console.line(try await Signature.compute(jobs: jobs))
      return
    }
    let library = try Workspace.scripts(workspace.scripts)
    if ladder {
      let isInOrder = try await LadderBench.run(
        games: games, seed: seed, jobs: jobs, filter: filter, library: library)
      if !isInOrder { throw ExitCode(1) }
      return
    }
    var results: [BenchResult] = []
    let all = try Benchmark.all(library: library, levelsFolder: Workspace.builtInLevels())
    // A complete name selects only that benchmark, even if others contain it.
    let named = all.filter { $0.name == filter }
    let chosen = named.isEmpty ? all.filter { filter.map($0.name.contains) ?? true } : named
    guard !chosen.isEmpty else {
      throw CommandFailure(
        .usage,
        "--filter: no benchmark's name contains '\(SafeText.escaped(filter ?? ""))'; leave it out"
          + " to see all names")
    }
    for benchmark in chosen {
      do {
        results.append(try benchmark.measure(rounds: rounds))
      } catch let error as StorageError {
        throw CommandFailure(
          CommandFailure(error)?.code ?? .cannotWrite,
          "\(FileManager.default.temporaryDirectory.path): \(benchmark.name) cannot write here; set"
            + " TMPDIR to a folder with free space")
      }
    }
    Console.output(json ? Self.json(results) : Self.table(results))
    if !json { for line in StateBenchmarks.shares(results) { Console.line(line) } }
  }

  private static func table(_ results: [BenchResult]) -> String {
    var rows = [["benchmark", "ns/move", "moves/s", "games/s", "min", "max"]]
    for result in results {
      rows.append([
        result.name, RunOutput.oneDecimal(result.nanoseconds),
        "\(Int(saturating: 1e9 / result.nanoseconds))",
        "\(Int(saturating: 1e9 / result.nanoseconds * Double(result.games) / Double(result.moves)))",
        RunOutput.oneDecimal(result.minimum), RunOutput.oneDecimal(result.maximum),
      ])
    }
    return TextTable.text(rows)
  }

  private static func json(_ results: [BenchResult]) -> String {
    JSONWriter.pretty(
      .array(
        results.map { result in
          [
            "name": .string(result.name), "nanosecondsPerMove": .double(result.nanoseconds),
            "leastNanoseconds": .double(result.minimum), "mostNanoseconds": .double(result.maximum),
            "games": .int(result.games), "moves": .int(result.moves),
            "checksum": .string(StableDigest.hex(result.checksum)),
          ]
        }))
  }
}
