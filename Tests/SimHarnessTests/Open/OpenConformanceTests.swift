import Foundation
import Testing

@testable import Catalogue
@testable import SimHarness
@testable import SimHarnessTesting

/// Games in Lua let nothing out that is hidden, and leaks that are planted are found.
@Suite struct OpenConformanceTests {
  /// Positions of each game.
  private static let positions = 500

  private static func conformance(_ name: String) throws -> OpenConformance {
    OpenConformance(try Open.level(try Open.game(name)))
  }

  // MARK: Leaks

  @Test(arguments: Open.bundled)
  func bundledGamesLeakNothing(_ name: String) throws {
    let leaks = try Self.conformance(name).leaks(positions: Self.positions)
    #expect(leaks == OpenConformance.Count(looked: Self.positions, found: 0))
  }

  /// A way in which a host could imagine a game of patience and let something out.
  enum Leak: String, CaseIterable, Sendable {
    /// The true state is handed on.
    case truth
    /// The true order is shuffled without putting the cards in order first.
    case unsorted
    /// Of the two hidden fields, one keeps its cards.
    case oneField

    func imagined(_ state: OpenState, _ imagination: inout GameContext) -> OpenState {
      var copy = state.imagined(in: &imagination)
      guard self != .truth else {
        copy.position = state.position
        return copy
      }
      guard var values = PackedValues(state.position, pools: 1) else { return copy }
      let kept = self == .unsorted ? 0 : OpenConformanceTests.unseen(of: state, in: imagination)
      if self == .oneField { values.pools[0][kept...].sort() }
      var random = SeededRandom(key: imagination.streams.deal, count: copy.offset)
      for last in stride(from: values.pools[0].count - 1, to: kept, by: -1) {
        values.pools[0].swapAt(last, kept + random.below(last - kept + 1))
      }
      copy.position = values.replacing(in: state.position)
      return copy
    }
  }

  /// The cards of piles that lie face down: the metric `unseen`.
  private static func unseen(of state: OpenState, in context: borrowing GameContext) -> Int {
    var call = RulesCall()
    call.steps = [.load, .call]
    call.position = state.position
    call.function = .metric(1)
    try? state.level.rules(in: context).perform(&call)
    return call.number.isFinite ? Int(call.number) : 0
  }

  /// Of the positions in which two cards or more are hidden: the others have nothing to let out.
  @Test(arguments: Leak.allCases)
  func plantedLeaksAreFound(_ leak: Leak) throws {
    var copies = 0
    let leaks = try Self.conformance("patience").leaks(positions: Self.positions) {
      if PackedValues($0.position, pools: 1)?.pools[0].count ?? 0 > 1 { copies += 1 }
      return leak.imagined($0, &$1)
    }
    // Two copies are imagined of each position.
    let hiding = copies / 2
    #expect(leaks.looked == Self.positions)
    #expect(hiding > Self.positions / 2)
    #expect(Double(leaks.found) >= 0.95 * Double(hiding), "\(leaks.found) of \(hiding)")
  }

  /// A script that remembers what was dealt, and gives it back when a copy is imagined.
  @Test func theCheckFindsAnImagineThatRemembers() throws {
    let text = Open.small(
      """
      local known
      function game.setup(s, random)
        s.place, s.score, s.code = 0, 0, { random(6), random(6) }
        known = s.code
      end
      function game.apply(s, move) s.place = s.place + move.step end
      function game.imagine(s, random) s.code = { known and known[1] or 1, random(6) } end
      """, fields: "hidden = { { 'code' } }")
    let level = try Open.level(try Open.game("small", text: text))
    let found = try OpenConformance(level).violations(positions: 10)
    #expect(
      found.contains { $0.contains("keeps something between calls") && $0.contains("imagined") },
      "\(found)")
  }

  // MARK: Players

  @Test(arguments: ["patience", "pishti"])
  func nativePlayersDoNotCheat(_ name: String) throws {
    let count = Self.positions >= 500 ? 100 : 3
    #expect(try Self.conformance(name).cheating(positions: count) == [])
  }

  // MARK: The order of moves

  /// A player who takes the first move offered wins by it, and loses when it is the last one.
  @Test func aPlayerWhoGoesByTheOrderIsFound() throws {
    let text = Open.small(
      """
      function game.apply(s, move) s.place, s.score = s.place + 1, s.score + move.step end
      function game.outcome(s) if s.place > 3 then return s.score < 7 and "won" or "lost" end end
      """)
    let conformance = OpenConformance(try Open.level(try Open.game("small", text: text)))
    let found = try #require(try conformance.orderViolation(of: FirstMoves(), games: 20))
    #expect(found == "of 20 games 20 are won, and 0 with the moves in reverse order")
    #expect(try conformance.orderViolation(games: 20) == nil)
  }

  @Test func messagesOfTheReversedGameNameTheLinesOfTheFile() throws {
    let source = ScriptSource(
      name: "games/small.lua",
      text: Open.small("function game.apply(s) s.nothing.x = 1 end"))
    let reversed = OpenConformance.reversingMoves(of: source)
    let lines = source.text.split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.contains("s.nothing") })
    let fault = try #require(try Open.fault(reversed.text))
    #expect(fault.contains("games/small.lua:\(line + 1): "), "\(fault)")
  }
}
