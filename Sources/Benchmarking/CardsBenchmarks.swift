import Agents
import CardsGame
import Catalogue
import SimHarness

/// The card games' benchmarks: whole games through the Runner, and counting the sets of a deal.
enum CardsBenchmarks {
  static func all(library: ScriptLibrary) throws -> [Benchmark] {
    var benchmarks: [Benchmark] = []
    if let set = try level("set", library) {
      benchmarks += [
        benchmark("set/random", set, games: 5000, RandomAgent<CardsState>()),
        benchmark(
          "set/casual", set, games: 1000, SkillAgent<CardsState>(SkillModel(.greedy, .shaky))),
        count(set.matches),
      ]
    }
    if let cards = try level("playing-cards", library) {
      benchmarks += [
        benchmark("playing-cards/random", cards, games: 2000, RandomAgent<CardsState>()),
        benchmark("playing-cards/greedy", cards, games: 100, GreedyAgent<CardsState>()),
      ]
    }
    return benchmarks
  }

  private static func level(_ name: String, _ library: ScriptLibrary) throws -> CardsLevel? {
    guard let game = try library.cardGame(named: name) else { return nil }
    return CardsBench.level(
      game, matches: try library.matches(of: game, hand: game.rules.match))
  }

  private static func benchmark<Player: Agent>(
    _ name: String, _ level: CardsLevel, games: Int, _ agent: Player
  ) -> Benchmark where Player.State == CardsState {
    Benchmark(name: name, games: games) {
      var runner = Runner(agent: agent, name: nil, maxMoves: 2000)
      var counter = CardsBench.Counter()
      for game in 0..<games {
        _ = runner.play(
          level, index: game, streams: CardsBench.streams(game: game), scripts: nil,
          observer: &counter)
      }
      return (counter.moves, counter.checksum)
    }
  }

  /// A move is a deal of twelve cards.
  private static func count(_ matches: MatchTable) -> Benchmark {
    let deals = CardsBench.deals(10_000, cards: 12, of: matches.cards)
    return Benchmark(name: "set/count", games: deals.count) {
      (deals.count, UInt64(truncatingIfNeeded: CardsBench.count(deals, in: matches)))
    }
  }
}
