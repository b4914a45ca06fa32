import TestSupport
import Testing

@testable import Agents
@testable import BubbleBlastGame
@testable import BubblePopGame
@testable import CardsGame
@testable import Catalogue
@testable import PeggleGame
@testable import SimHarness

/// The games that `playtest bench` measures: those of the references, and no others.
@Suite struct BenchGamesTests {
  private func bubbles<Mask: CellMask, Player: Agent>(
    _ games: Int, on levels: [BubbleLevel], _ agent: Player
  ) -> BubbleBench.Counter<Mask> where Player.State == BubbleState<Mask> {
    var runner = Runner(agent: agent, name: nil, maxMoves: 1000)
    var counter = BubbleBench.Counter<Mask>()
    let host = Bubbles.host()
    for game in 0..<games {
      _ = runner.play(
        levels[game], index: game, streams: BubbleBench.streams(game: game), scripts: host,
        observer: &counter)
    }
    return counter
  }

  /// Shots and checksum as `Benchmarks/reference/bubble_blast.c` prints them for these games, in
  /// both representations of a board.
  @Test func bubbleBlastPlaysTheReferencesGames() {
    let levels = BubbleBench.levels(games: 20, board: .plain)
    let small = bubbles(20, on: levels, RandomAgent<BubbleState<SmallMask>>())
    #expect(small.shots == 538 && small.checksum == 0x6975_440f_2ff5_79b2)
    #expect(small.events >= small.shots)
    let large = bubbles(20, on: levels, RandomAgent<BubbleState<LargeMask>>())
    #expect(large.shots == 538 && large.checksum == 0x6975_440f_2ff5_79b2)
    let greedy = bubbles(5, on: levels, GreedyAgent<BubbleState<SmallMask>>())
    #expect(greedy.shots == 210 && greedy.checksum == 0xcd66_7110_be84_0bc7)
  }

  @Test func theBoardsAreAsFullAsStated() throws {
    let kinds = try ["bomb", "indestructible", "lightning", "star"].map {
      try #require(try Bubbles.library.bubbleKind(named: $0))
    }
    var specials = 0
    for level in BubbleBench.levels(games: 50, board: .specials, kinds: kinds) {
      #expect(level.setup.rules.columns == 12 && level.setup.rules.rows == 14)
      let state = try BubbleGame<SmallMask>(level).state
      // Nine rows, five of twelve and four of eleven.
      #expect(state.view.board.occupied.count == 5 * 12 + 4 * 11)
      specials += 104 - BubbleColour.standard.map { state.view.board[$0].count }.reduce(0, +)
    }
    // One cell in twelve: 433.3 of 5,200 with a standard deviation of 19.9; four of them.
    #expect((354...513).contains(specials), "\(specials)")
    let large = BubbleBench.levels(games: 1, board: .sized(columns: 64, rows: 64))[0]
    let state = try BubbleGame<LargeMask>(large).state
    #expect(state.view.board.occupied.count == 21 * 64 + 20 * 63)
  }

  @Test func bubblePopCountsItsGames() {
    let counter = PopBench.play(games: 10, with: RandomAgent<PopState>())
    var runner = Runner(agent: RandomAgent<PopState>(), name: nil, maxMoves: 20_000)
    var again = PopBench.Counter()
    let moves = (0..<10).map { game in
      runner.play(
        PopBench.level, index: game, streams: PopBench.streams(game: game), scripts: nil,
        observer: &again
      ).moves
    }
    #expect(counter.moves == moves.reduce(0, +) && counter.pops > 0)
    #expect(counter.pops <= counter.moves && counter.checksum == again.checksum)
    #expect(PopBench.play(games: 9, with: RandomAgent<PopState>()).checksum != counter.checksum)
  }

  @Test func pegglePlaysSixtyPegsAndTwentyOfThemOrange() throws {
    let levels = try PeggleBench.levels()
    #expect(levels.count == PeggleBench.boardCount)
    let host = Pegs.host()
    for level in levels { #expect(level.setup.kinds.count == 60 && level.setup.orangeCount == 20) }
    let random = PeggleBench.play(
      games: 20, on: levels, maxMoves: 1, with: RandomAgent<PeggleState>(), scripts: host)
    #expect(random.moves == 20)
    let longer = PeggleBench.play(
      games: 20, on: levels, with: RandomAgent<PeggleState>(), scripts: host)
    #expect(longer.moves >= 200 && longer.checksum != random.checksum)
  }

  /// Deals of twelve different cards, with the 220 / 79 sets that twelve have on average.
  @Test func dealsHaveAsManySetsAsDealsHave() throws {
    let level = try Cards.level("set")
    let deals = CardsBench.deals(4000, cards: 12, of: 81)
    for deal in deals { #expect(deal.nonzeroBitCount == 12 && deal < 1 << 81) }
    let mean = Double(CardsBench.count(deals, in: level.matches)) / 4000
    // The standard deviation of one deal's sets is below 1.7; five of the mean's.
    #expect((mean - 220.0 / 79).magnitude < 5 * 1.7 / 4000.0.squareRoot(), "\(mean)")
  }

  @Test func cardsCountTheirMoves() throws {
    let cards = try #require(try Bubbles.library.cardGame(named: "playing-cards"))
    let matches = try Bubbles.library.matches(of: cards, hand: cards.rules.match)
    let level = CardsBench.level(cards, matches: matches)
    var runner = Runner(agent: RandomAgent<CardsState>(), name: nil, maxMoves: 2000)
    var counter = CardsBench.Counter()
    var moves = 0
    for game in 0..<10 {
      moves +=
        runner.play(
          level, index: game, streams: CardsBench.streams(game: game), scripts: nil,
          observer: &counter
        ).moves
    }
    #expect(counter.moves == moves && moves > 0)
  }
}
