import SimHarnessTesting
import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import Catalogue
@testable import SimHarness
@testable import SimHarnessTesting

/// The contract of hands, for every registered game, and for a hand that breaks it.
@Suite struct HandConformanceTests {
  private static let games = GameRegistry.bundled.names

  @Test(arguments: games)
  func everyGameKeepsTheContract(_ name: String) throws {
    let game = try #require(GameRegistry.bundled.game(named: name))
    #expect(game.hasHand)
    let level = try Self.level(name)
    let suite = HandConformance(level, of: game, modules: try Bubbles.library.modules())
    #expect(suite.violations() == [])
  }

  /// Bubbles that move, boards with scripts, a clock in the mode, and cards that lie face down.
  @Test(arguments: [
    "builtin:bubble-pop/drift", "builtin:bubble-blast/07-crate-yard",
    "builtin:bubble-blast/12-last-ceiling", "builtin:playing-cards/01-pairs",
  ])
  func otherLevelsKeepTheContract(_ argument: String) throws {
    let level = try Terminals.level(argument)
    let game = try #require(GameRegistry.bundled.game(named: level.game))
    let suite = HandConformance(
      level, of: game, modules: try Bubbles.library.modules(), presses: 12)
    #expect(suite.violations() == [])
  }

  private static func level(_ name: String) throws -> PlayableLevel {
    let path = "\(Golden.folder)/Playthroughs/\(name).json"
    return try Terminals.level(text: try Program.text(of: path, in: Oracle.root))
  }

  // MARK: Broken hands

  /// A game whose previews, presses or keys do something else.
  private final class Broken: HandSession {
    enum Fault { case preview, press, keys, record }

    let whole: any HandSession
    let fault: Fault

    init(_ whole: any HandSession, _ fault: Fault) {
      self.whole = whole
      self.fault = fault
    }

    var isTimed: Bool { whole.isTimed }
    var stage: HandStage { whole.stage }

    var played: PlayedGame {
      let played = whole.played
      guard fault == .record else { return played }
      return PlayedGame(
        moves: played.moves, moveCount: played.moveCount, outcome: played.outcome,
        score: played.score, secondScore: nil, hash: played.hash &+ 1, hints: 0, passed: nil,
        fault: nil)
    }

    func point(at place: BoardPoint?, at seconds: Double) -> HandPreview {
      if fault == .preview { whole.take(.arrow(.left, isFine: false), at: seconds) }
      return whole.point(at: place, at: seconds)
    }

    func press(at place: BoardPoint, at seconds: Double) { whole.press(at: place, at: seconds) }

    func take(_ key: HandInput, at seconds: Double) {
      if fault != .keys { whole.take(key, at: seconds) }
    }

    func hint(at seconds: Double) { whole.hint(at: seconds) }
    func pass(to seconds: Double) { whole.pass(to: seconds) }
    func status(at seconds: Double) -> HandStatus { whole.status(at: seconds) }
  }

  private static func violations(_ fault: Broken.Fault) throws -> [String] {
    let level = try level("bubble-blast")
    let game = BubbleBlast.entry
    return HandConformance(
      width: 480, height: 500, presses: 3,
      begin: {
        try game.hand(
          HandRequest(
            level: level, seed: 1, index: 0, scripts: Bubbles.host(), hintScripts: Bubbles.host(),
            highest: nil)
        ).map { Broken($0, fault) }
      },
      replay: {
        try game.replay(
          ReplayRequest(level: level, seed: 1, index: 0, moves: $0, scripts: Bubbles.host()) { _ in
          })
      }
    ).violations()
  }

  @Test func brokenHandsAreFound() throws {
    #expect(try Self.violations(.press) == [])
    #expect(try Self.violations(.preview).contains("a preview changes something"))
    #expect(try Self.violations(.keys).contains("keys alone do not come to the end"))
    #expect(try Self.violations(.record).contains("the record of a game by presses ends otherwise"))
  }
}
