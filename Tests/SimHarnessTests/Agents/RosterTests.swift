import Synchronization
import TestSupport
import Testing

@testable import CardsGame
@testable import Catalogue
@testable import SimHarness

/// Players by their names.
@Suite struct RosterTests {
  /// The results of ten games of pairs.
  private func games(_ name: String) async throws -> [GameResult] {
    let library = Bubbles.library
    let source = try LevelLibrary(folder: ProjectFolder.path("levels"), catalog: library)
      .levels(for: ["builtin:playing-cards/01-pairs"])
    let plan = RunPlan(
      title: name, game: PlayingCards.entry,
      levels: try source.map { try PlayingCards.entry.ready($0, library, .none) },
      players: [try Roster.player(name, game: PlayingCards.entry, library: library)],
      games: 10, seed: 5, maxMoves: 2000)
    let results = Mutex<[GameResult]>([])
    try await RunEngine(plan: plan, jobs: 1).run(
      isCancelled: { false }, log: { _ in },
      rows: { _, chunk in results.withLock { $0 += chunk.map(\.result) } })
    return results.withLock { $0 }.sorted { $0.index < $1.index }
  }

  /// A name's numbers replace those of the preset or the execution.
  @Test func numbersOfANameReplaceThoseOfItsExecution() async throws {
    let steady = try await games("greedy@steady:slips=0")
    #expect(try await games("greedy@shaky:memory=7,slips=0") == steady)
    #expect(try await games("casual:memory=7,slips=0") == steady)
    #expect(try await games("skilled:slips=0") == steady)
    #expect(try await games("greedy:memory=7") == steady)
    #expect(try await games("greedy@shaky:memory=2,slips=0") != steady)
    #expect(try await games("greedy@shaky") != steady)
    #expect(try await games("greedy@shaky:memory=128,slips=0") == games("greedy"))
  }

  @Test(arguments: [
    ("casual:aim=1", "agent 'casual:aim=1': unknown parameter 'aim'"),
    ("greedy@shaky:slips=1.5", "agent 'greedy@shaky:slips=1.5': 'slips' must be from 0 to 1"),
    ("greedy:memory=129", "agent 'greedy:memory=129': 'memory' must be from 0 to 128"),
    ("greedy@shakey", "unknown execution 'shakey'; did you mean 'shaky'?"),
    (
      "greedy@shaky@steady",
      "agent 'greedy@shaky@steady': '@' joins one strategy and one execution; write it as"
        + " STRATEGY@EXECUTION, such as greedy@steady"
    ),
  ])
  func wrongNamesAreErrors(_ name: String, _ message: String) {
    do throws(RosterError) {
      _ = try Roster.player(name, game: PlayingCards.entry, library: Bubbles.library)
      Issue.record("\(name) was taken")
    } catch {
      #expect(error.description.hasPrefix(message), "\(error.description)")
    }
  }
}
