import TestSupport
import Testing

@testable import PeggleGame
@testable import SimHarness
@testable import TextFormats

/// What moves in films of Peggle beside the balls.
@Suite struct PeggleFilmTests {
  /// Where a body is on its way at a time.
  private static func place(_ path: [GameFilm.Waypoint], at time: Int) -> (x: Double, y: Double)? {
    guard let next = path.firstIndex(where: { $0.time >= time }) else { return nil }
    guard next > 0 else { return (Double(path[0].x), Double(path[0].y)) }
    let (a, b) = (path[next - 1], path[next])
    let share = Double(time - a.time) / Double(max(1, b.time - a.time))
    return (
      Double(a.x) + Double(b.x - a.x) * share, Double(a.y) + Double(b.y - a.y) * share
    )
  }

  @Test func pegsLightUpWhereABallIs() throws {
    var touched = 0
    for (film, lines, game) in try GameFilmTests.films("levels/peggle/02-quarry.json", games: 4) {
      let boards = GameFilmTests.boards(of: film)
      for ((turn, line), board) in zip(zip(film.turns, lines.dropFirst()), boards) {
        let hits = line["events"].elements.filter { $0["type"].text == "peg_hit" }
          .compactMap { $0["id"].whole }
        // Those that are hit in the last step go out at once.
        #expect(hits.starts(with: turn.lights.map(\.id)), "\(game)")
        #expect(turn.lights.count >= hits.count - 1, "\(game)")
        // An explosion lights pegs that no ball touches.
        if line["events"].elements.contains(where: { $0["type"].text == "exploded" }) { continue }
        for light in turn.lights {
          touched += 1
          let body = try #require(board[light.id])
          let distances = turn.paths.compactMap { path -> Double? in
            guard let ball = Self.place(path, at: light.time) else { return nil }
            let (x, y) = (ball.x - Double(body.x), ball.y - Double(body.y))
            return (x * x + y * y).squareRoot()
          }
          #expect(distances.min() ?? 1_000 < 60, "\(game), peg \(light.id)")
        }
      }
    }
    #expect(touched > 20)
  }

  @Test func theBucketMovesAndTheCannonTurns() throws {
    for (film, lines, game) in try GameFilmTests.films("levels/peggle/02-quarry.json", games: 4) {
      #expect(film.start.contains { $0.id == PeggleCanvas.cannonID })
      var bucket = try #require(film.start.first { $0.id == PeggleCanvas.bucketID })
      for (turn, line) in zip(film.turns, lines.dropFirst()) {
        let way = try #require(turn.ways.first)
        #expect(turn.ways.count == 1 && way.id == bucket.id, "\(game)")
        #expect(way.path.allSatisfy { (0...film.width).contains($0.x) && $0.y == bucket.y })
        let settled = try #require(turn.settled.first { $0.id == bucket.id })
        #expect(settled.x != bucket.x && settled.x == way.path.last?.x, "\(game)")
        bucket = settled
        let angle = try #require(line["move"]["angle"].number)
        #expect(turn.aims.map(\.id) == [PeggleCanvas.cannonID])
        #expect(abs(Double(turn.aims[0].degrees + 90) - angle * 180 / .pi) <= 0.5, "\(game)")
      }
    }
  }

  @Test func aFilmEndsWhereItIsFull() throws {
    let content = try Pegs.builtIn("02-quarry")
    let level = try Peggle.entry.ready(LevelFile(content.file), try Pegs.library(), .none)
    let recorder = FilmRecorder(Peggle.entry, level, modules: [])
    var moves: [UInt8] = []
    for angle in [1.5, 0.9, 1.2, 1.1, 1.4] {
      PeggleState.encode(PeggleMove(angle: angle), level: content, into: &moves)
    }
    let whole = try #require(recorder.film(seed: 1, index: 0, moves: moves))
    let turns = whole.turns.count
    #expect(turns > 3 && whole.turnsLeftOut == 0)
    for part in [0.9, 0.5, 0.3] {
      let limit = Int(part * Double(whole.text.utf8.count))
      let film = try #require(recorder.film(seed: 1, index: 0, moves: moves, maxBytes: limit))
      #expect(film.text.utf8.count <= limit)
      #expect(film.turns.count + film.turnsLeftOut == turns && film.turnsLeftOut > 0)
      #expect(film.turns == Array(whole.turns.prefix(film.turns.count)))
    }
    // The start stays, whatever the limit is, and a film that fits is whole.
    let least = try #require(recorder.film(seed: 1, index: 0, moves: moves, maxBytes: 0))
    #expect(least.turns.isEmpty && least.turnsLeftOut == turns && least.start == whole.start)
    #expect(
      recorder.film(seed: 1, index: 0, moves: moves, maxBytes: whole.text.utf8.count) == whole)
  }

  /// The bytes that a turn is known to have are never more than those that it has.
  @Test func aTurnIsNotThoughtLongerThanItIs() throws {
    for (film, _, game) in try GameFilmTests.films("levels/peggle/02-quarry.json", games: 4) {
      for turn in film.turns {
        let text = JSONWriter.compact(GameFilm.tree(of: turn))
        #expect(turn.minBytes <= text.utf8.count, "\(game)")
        #expect(turn.minBytes * 5 >= text.utf8.count, "\(game)")
      }
    }
  }

  @Test func aFilmWithoutMotionHasTheSameBoards() throws {
    let content = try Pegs.builtIn("02-quarry")
    let level = try Peggle.entry.ready(LevelFile(content.file), try Pegs.library(), .none)
    let recorder = FilmRecorder(Peggle.entry, level, modules: [])
    var moves: [UInt8] = []
    for angle in [1.5, 0.9] {
      PeggleState.encode(PeggleMove(angle: angle), level: content, into: &moves)
    }
    let moving = try #require(recorder.film(seed: 1, index: 0, moves: moves))
    let still = try #require(recorder.film(seed: 1, index: 0, moves: moves, isMoving: false))
    func pegs(_ film: GameFilm) -> [GameFilm.Body] { film.end.filter { $0.id >= 0 } }
    #expect(moving.turns.allSatisfy { !$0.paths.isEmpty && !$0.lights.isEmpty })
    #expect(still.turns.allSatisfy { $0.paths.isEmpty && $0.lights.isEmpty && $0.ways.isEmpty })
    #expect(pegs(moving) == pegs(still) && pegs(moving) != pegs(moving).filter { $0.id < 5 })
    #expect(moving.turns.map(\.score) == still.turns.map(\.score))
  }
}
