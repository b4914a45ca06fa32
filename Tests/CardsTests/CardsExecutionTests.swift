import TestSupport
import Testing

@testable import CardsGame
@testable import SimHarness

/// How players find matches that lie open: with a plan, without one, and where some are worth more.
@Suite struct CardsExecutionTests {
  /// The first of a level's games whose first table is as asked for.
  private static func table(
    of level: CardsLevel, where isWanted: (CardsState) -> Bool
  ) throws -> CardsState {
    for index in 0..<500 {
      let play = try CardsPlay(level, index: index)
      if isWanted(play.state) { return play.state }
    }
    throw Missing()
  }

  private struct Missing: Error {}

  private static func patient(slips: Double) -> Execution {
    var execution = Execution.steady
    execution.giveUp = 3600
    execution.slips = slips
    return execution
  }

  /// The median of 4,001 times has a standard error of 0.01 of it, 1,000 of 4,000 one of 27.
  @Test func whoSearchesWithoutAPlanTakesLongerAndErrsMore() throws {
    let state = try Self.table(of: try Cards.level("set")) { $0.matchCount == 1 }
    let turn = Turn(state: state)
    let set = state.legalMove(at: 0)
    var random = SeededRandom(key: StreamKey(rawValue: 5))
    func median(_ times: [Int32]) -> Double { Double(times.sorted()[times.count / 2]) }
    var guided: [Int32] = []
    var aimless: [Int32] = []
    var wrong = 0
    for _ in 0..<4_001 {
      guided.append(
        CardsState.executed(
          .offered(0), of: turn, by: Self.patient(slips: 0), using: &random
        ).thought)
      let made = CardsState.executedAimlessly(
        .offered(0), of: turn, by: Self.patient(slips: 0.25 / 3), using: &random)
      aimless.append(made.thought)
      if made.places != set.places { wrong += 1 }
    }
    #expect(abs(median(aimless) / median(guided) / CardsState.aimless.search - 1) < 0.06)
    #expect(abs(wrong - 1_000) < 140)
  }

  /// Slips are a share, however many there are.
  @Test func slipsStayAShare() throws {
    let state = try Self.table(of: try Cards.level("set")) { $0.matchCount == 1 }
    let turn = Turn(state: state)
    var random = SeededRandom(key: StreamKey(rawValue: 6))
    for _ in 0..<100 {
      let made = CardsState.executedAimlessly(
        .offered(0), of: turn, by: Self.patient(slips: 0.9), using: &random)
      #expect(made.places != state.legalMove(at: 0).places)
    }
  }

  /// A hand that turns cards up needs no search: it is as good without a plan.
  @Test func faceDownNothingChanges() throws {
    let state = try CardsPlay(try Cards.level("playing-cards"), index: 1).state
    let turn = Turn(state: state)
    var one = SeededRandom(key: StreamKey(rawValue: 7))
    var other = one
    for index in 0..<200 {
      let choice = Choice<CardsState>.offered(index % state.legalMoveCount)
      #expect(
        CardsState.executed(choice, of: turn, by: .shaky, using: &one)
          == CardsState.executedAimlessly(choice, of: turn, by: .shaky, using: &other))
    }
  }

  /// In Tens a pair of one suit is worth twice another, and who means it looks for such a one.
  @Test func whatIsMeantIsLookedFor() throws {
    let level = try Cards.level("tens")
    func points(_ state: CardsState) -> [Int] {
      (0..<state.matchCount).map { state.points(of: state.legalMove(at: $0)) }
    }
    let state = try Self.table(of: level) { Set(points($0)) == [5, 10] }
    let turn = Turn(state: state)
    let worths = points(state)
    var random = SeededRandom(key: StreamKey(rawValue: 8))
    for (place, worth) in worths.enumerated() {
      for _ in 0..<200 {
        let made = CardsState.executed(
          .offered(place), of: turn, by: Self.patient(slips: 0), using: &random)
        #expect(state.points(of: made) == worth)
      }
    }
    // There are no cards to ask for: when the time is up, the first pair that was found will do.
    var hasty = Self.patient(slips: 0)
    hasty.giveUp = 0.001
    var taken: Set<Int> = []
    for _ in 0..<200 {
      let made = CardsState.executed(.offered(0), of: turn, by: hasty, using: &random)
      #expect(made.action == .cards && made.thought > 1)
      taken.insert(state.points(of: made))
    }
    #expect(taken == [5, 10])
  }
}
