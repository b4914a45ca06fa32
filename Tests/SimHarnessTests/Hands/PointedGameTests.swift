import TestSupport
import Testing

@testable import BubblePopGame
@testable import CardsGame
@testable import Catalogue
@testable import PeggleGame
@testable import SimHarness

/// Games that a person plays by pointing, game by game.
@Suite struct PointedGameTests {
  private static func session(
    _ level: PlayableLevel, highest: Int? = nil
  ) throws -> any HandSession {
    let game = try #require(GameRegistry.bundled.game(named: level.game))
    let modules = try Bubbles.library.modules()
    func host() -> ScriptHost { ScriptHost(interfaces: game.interfaces, libraries: modules) }
    return try #require(
      try game.hand(
        HandRequest(
          level: level, seed: 1, index: 0, scripts: host(), hintScripts: host(),
          highest: highest)))
  }

  private static func session(_ name: String) throws -> any HandSession {
    try session(try Terminals.level("builtin:\(name)"))
  }

  // MARK: Aiming

  @Test func thePreviewIsWhereTheShotLands() throws {
    let session = try Self.session("bubble-blast/01-first-steps")
    // Straight up from the launcher, in the film's unit.
    let preview = session.point(at: BoardPoint(240, 100), at: 1)
    let path = try #require(preview.paths.first)
    let ring = try #require(preview.ring)
    let launcher = try #require(path.first)
    #expect(launcher.x == 240 && launcher.y > ring.middle.y + 200)
    #expect(preview.words.contains("lands in row 5"))
    #expect((ring.radius - 19).magnitude < 1e-9)
    session.press(at: BoardPoint(240, 100), at: 1)
    #expect(session.played.moveCount == 1)
  }

  @Test func aPlaceBelowTheLauncherIsNone() throws {
    let session = try Self.session("bubble-blast/01-first-steps")
    #expect(session.point(at: BoardPoint(100, 480), at: 1) == HandPreview())
    session.press(at: BoardPoint(100, 480), at: 1)
    #expect(session.played.moveCount == 0)
  }

  /// Arrow keys and the space bar go on from where the pointer aims.
  @Test func keysGoOnFromThePointer() throws {
    let session = try Self.session("bubble-blast/01-first-steps")
    let straight = session.status(at: 0).preview
    let aside = session.point(at: BoardPoint(40, 100), at: 1)
    #expect(session.status(at: 1).preview == straight)
    session.take(.arrow(.right, isFine: false), at: 2)
    session.take(.arrow(.left, isFine: false), at: 2)
    let ring = try #require(session.status(at: 2).preview.ring)
    #expect(ring == aside.ring)
    session.take(.offer(0), at: 3)
    #expect(session.played.moveCount == 1)
  }

  /// The time of aiming runs from the first input of a turn, when its player has seen the last one.
  @Test func aimingTimeIsRecorded() throws {
    let level = try Terminals.level("builtin:peggle/01-garden-gate")
    let session = try Self.session(level)
    _ = session.point(at: BoardPoint(200, 500), at: 10)
    session.press(at: BoardPoint(200, 500), at: 12.5)
    session.press(at: BoardPoint(300, 500), at: 60)
    let peggle = try #require(level.content(as: PeggleLevel.self))
    let moves = try #require(PeggleState.decodeMoves(session.played.moves, level: peggle))
    #expect(moves.map(\.aim) == [.tap(x: 200, y: 500), .tap(x: 300, y: 500)])
    #expect(moves.map(\.seconds) == [2.5, 0])
  }

  @Test func aPreviewNamesWhatIsTouched() throws {
    let session = try Self.session("peggle/01-garden-gate")
    let preview = session.point(at: BoardPoint(400, 500), at: 1)
    #expect(preview.meant.count == 1)
    #expect(preview.words.hasPrefix("first touches a peg, "))
    #expect(session.point(at: BoardPoint(400, 1), at: 1) == HandPreview())
  }

  // MARK: Cards

  @Test func placesOfCardsAreThoseOfTheFilm() throws {
    let level = try Terminals.level("builtin:set/01-official")
    let layout = CardsLayout(try #require(level.content(as: CardsLevel.self)))
    for place in 0..<30 { #expect(layout.place(at: layout.middle(of: place)) == place) }
    for point in [
      BoardPoint(5, 50), BoardPoint(75, 50), BoardPoint(-40, 50), BoardPoint(40, -1),
      BoardPoint(1e12, 1), BoardPoint(.nan, 1),
    ] {
      #expect(layout.place(at: point) == nil)
    }
    let game = try #require(GameRegistry.bundled.game(named: "set"))
    let film = try #require(
      FilmRecorder(game, level, modules: []).film(seed: 1, index: 0, moves: []))
    for body in film.start {
      #expect(layout.place(at: BoardPoint(Double(body.x), Double(body.y))) == body.id)
    }
  }

  @Test func aCardIsChosenAndPutBack() throws {
    let session = try Self.session("set/01-official")
    let card = BoardPoint(40, 52)
    #expect(session.point(at: card, at: 1).meant == [0])
    session.press(at: card, at: 1)
    #expect(session.status(at: 1).facts.contains(HandFact("chosen", "1 of 3")))
    session.press(at: card, at: 2)
    #expect(session.status(at: 2).facts.contains(HandFact("chosen", "0 of 3")))
    #expect(session.status(at: 2).offers.map(\.label) == ["Deal three"])
  }

  // MARK: Time

  @Test func theClockRunsFromTheStart() throws {
    let session = try Self.session("bubble-pop/classic")
    #expect(session.isTimed && session.stage == .ready)
    session.press(at: BoardPoint(100, 100), at: 5)
    session.pass(to: 30)
    #expect(session.played.moveCount == 0)
    session.take(.character(" "), at: 40)
    #expect(session.stage == .playing)
    session.pass(to: 42.5)
    #expect(session.played.moveCount == 2)
    let status = session.status(at: 42.5)
    #expect(status.seconds == 2.5)
    #expect(status.facts.first?.end == 60)
    session.pass(to: 200)
    #expect(session.stage == .over)
    let over = session.status(at: 200)
    let ending = try #require(over.ending)
    #expect(status.ending == nil && ending.outcome == .ended)
    #expect(ending.words == "The game is over with \(HandText.points(over.score)).")
    #expect(over.message.hasSuffix(ending.words))
  }

  /// A hint is there as long as what it names; what it says to wait for ends it as well.
  @Test func aHintGoesWithItsBubble() throws {
    let level = try Terminals.level("builtin:bubble-pop/classic")
    var gone = 0
    for start in [0.5, 1.5, 2.5, 3.5, 4.5, 5.5] {
      let session = try Self.session(level)
      session.take(.enter, at: 0)
      session.hint(at: start)
      let hint = session.status(at: start).message
      #expect(hint.hasPrefix("Hint: "))
      let marks = session.status(at: start).preview.marks
      for second in 1...30 {
        let now = start + Double(second)
        session.pass(to: now)
        let isThere = !marks.isEmpty && session.status(at: now).preview.marks == marks
        #expect(session.status(at: now).message == (isThere ? hint : ""))
        if !isThere {
          gone += 1
          break
        }
      }
    }
    #expect(gone == 6)
  }

  @Test func bubblesMoveAsTheyAreTouched() throws {
    let session = try Self.session("bubble-pop/drift")
    session.take(.enter, at: 0)
    let motion = try #require(session.status(at: 0.2).motion)
    #expect(motion.start == 0 && motion.distances.first == 0)
    #expect(zip(motion.distances, motion.distances.dropFirst()).allSatisfy { $0 < $1 })
    let level = try Terminals.level("builtin:bubble-pop/drift")
    let film = try #require(
      FilmRecorder(BubblePop.entry, level, modules: []).film(seed: 1, index: 0, moves: []))
    let body = try #require(motion.bodies.first)
    let start = try #require(film.start.first { $0.id == body.id })
    let far = motion.distances[5]
    let place = BoardPoint(Double(start.x) + body.x * far, Double(start.y) + body.y * far)
    #expect(session.point(at: place, at: 0.5).meant == [body.id])
    session.press(at: place, at: 0.5)
    #expect(session.played.score > 0)
  }

  // MARK: Scores and faults

  @Test func aHighScoreIsPassedOnce() throws {
    let level = try Terminals.level("builtin:bubble-blast/01-first-steps")
    let session = try Self.session(level, highest: 0)
    session.hint(at: 1)
    session.take(.enter, at: 1)
    #expect(session.status(at: 1).message.hasSuffix("New high score!"))
    #expect(session.played.passed?.turn == 1)
    session.hint(at: 2)
    session.take(.enter, at: 2)
    #expect(!session.status(at: 2).message.contains("New high score!"))
  }

  @Test func sentencesEndOnce() {
    #expect(HandText.joined("", "B.") == "B.")
    #expect(HandText.joined("A", "B.") == "A. B.")
    #expect(HandText.joined("A!", "B.") == "A! B.")
  }

  @Test func hintsAreCounted() throws {
    let session = try Self.session("bubble-blast/01-first-steps")
    session.hint(at: 1)
    session.hint(at: 2)
    #expect(session.played.hints == 2 && session.status(at: 2).hints == 2)
    #expect(session.status(at: 2).message.hasPrefix("Hint: "))
  }

  @Test func nothingIsDoneAfterTheEnd() throws {
    let session = try Self.session("bubble-pop/classic")
    session.take(.enter, at: 0)
    session.pass(to: 1_000)
    let played = session.played
    session.press(at: BoardPoint(100, 100), at: 1_001)
    session.take(.character("a"), at: 1_001)
    session.hint(at: 1_001)
    #expect(session.played == played)
    #expect(session.point(at: BoardPoint(100, 100), at: 1_001) == HandPreview())
  }
}
