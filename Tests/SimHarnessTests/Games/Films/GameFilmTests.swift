import Foundation
import TestSupport
import Testing

@testable import Reporting
@testable import SimHarness
@testable import TextFormats

/// Films against the traces that they are cut from, and their text.
@Suite struct GameFilmTests {
  /// Plays a game's turns as the page does: what is on the board after each.
  static func boards(of film: GameFilm) -> [[Int: GameFilm.Body]] {
    var board = Dictionary(uniqueKeysWithValues: film.start.map { ($0.id, $0) })
    var boards = [board]
    for turn in film.turns {
      for body in turn.coming { board[body.id] = body }
      for id in turn.popped + turn.fallen + turn.gone { board[id] = nil }
      for body in turn.settled { board[body.id] = body }
      boards.append(board)
    }
    return boards
  }

  /// Every game that a small run names, with the lines of its trace.
  static func films(
    _ levels: String, games: Int = 12
  ) throws -> [(film: GameFilm, lines: [JSONTree], game: GameReference)] {
    try Program.inFolder { folder in
      let source = Oracle.root.appending(path: levels).path
      let run = try Program.run(
        ["run", source, "--games", "\(games)", "--out", "run", "--quiet"], in: folder)
      try #require(run.code == 0, "\(run.errors)")
      let path = folder.appending(path: "run").path
      let recorded = try SmallRuns.recorded(RunFolder(path: path))
      let films = try recorded.films(of: try recorded.summary())
      return try films.map { filmed in
        let traced = try Program.run(
          [
            "replay", path, "--level", filmed.game.level, "--agent", filmed.game.agent,
            "--index", "\(filmed.game.index)", "--trace",
          ], in: folder)
        try #require(traced.code == 0, "\(traced.errors)")
        let lines = try traced.output.split(separator: "\n").map {
          JSONTree(try JSONReader.read(Array($0.utf8), file: "trace") { $0.value })
        }
        return (filmed.film, lines, filmed.game)
      }
    }
  }

  @Test(arguments: [
    "levels/bubble-blast/06-honeycomb.json", "levels/bubble-blast/11-tick-tock.json",
  ])
  func boardsOfBubblesAreThoseOfTheTrace(level: String) throws {
    let films = try Self.films(level)
    #expect(films.count == FilmBudget.standard.gamesPerLevel)
    for (film, lines, game) in films {
      let boards = Self.boards(of: film)
      #expect(boards.count == lines.count, "\(game)")
      for (board, line) in zip(boards, lines) {
        var shown: [Int: String] = [:]
        for (id, body) in board where id >= 0 { shown[id] = film.kinds[body.kind].label }
        var traced: [Int: String] = [:]
        for (row, text) in line["state"]["board"].elements.enumerated() {
          for (column, letter) in (text.text ?? "").enumerated() where letter != "." {
            traced[row * 64 + column] = String(letter)
          }
        }
        #expect(shown == traced, "\(game), turn \(line["turn"])")
      }
      #expect(film.turns.map(\.score) == lines.dropFirst().compactMap { $0["score"].whole })
    }
  }

  @Test func flightsEndWhereTheBubbleLands() throws {
    for (film, lines, game) in try Self.films("levels/bubble-blast/03-garland.json") {
      for (turn, line) in zip(film.turns, lines.dropFirst()) {
        let landed = line["events"].elements.contains { $0["type"].text == "landed" }
        #expect(turn.paths.count == 1, "\(game)")
        guard landed, let path = turn.paths.first, let last = path.last else { continue }
        #expect(turn.coming.contains { $0.x == last.x && $0.y == last.y }, "\(game)")
        // The launcher's height, and never outside the walls.
        #expect(path.first?.x == film.width / 2)
        #expect(path.allSatisfy { (0...film.width).contains($0.x) }, "\(game)")
      }
    }
  }

  @Test func bubblesAreThoseOfTheTraceOfBubblePop() throws {
    for (film, lines, game) in try Self.films("levels/bubble-pop/drift.json", games: 4) {
      let boards = Self.boards(of: film)
      #expect(boards.count == lines.count - film.turnsLeftOut, "\(game)")
      for (board, line) in zip(boards, lines) {
        let traced = line["state"]["bubbles"].elements.compactMap { $0.elements.first?.whole }
        #expect(board.keys.sorted() == traced.sorted(), "\(game), turn \(line["turn"])")
        for bubble in line["state"]["bubbles"].elements {
          guard let id = bubble.elements[0].whole else { continue }
          #expect(board[id]?.x == bubble.elements[2].whole)
          #expect(board[id]?.y == bubble.elements[3].whole)
        }
      }
    }
  }

  @Test func pegsAreThoseOfTheTrace() throws {
    for (film, lines, game) in try Self.films("levels/peggle/02-quarry.json", games: 4) {
      let boards = Self.boards(of: film)
      #expect(boards.count == lines.count, "\(game)")
      for (board, line) in zip(boards, lines) {
        let pegs = Set(line["state"]["pegs"].wholes)
        // Those below 0 are the cannon and the bucket.
        let shown = Set(
          board.keys.filter { $0 >= 0 && film.kinds[board[$0]?.kind ?? 0].style != "stone" })
        #expect(shown == pegs, "\(game), turn \(line["turn"])")
      }
      #expect(film.turns.allSatisfy { !$0.paths.isEmpty })
    }
  }

  @Test(arguments: ["levels/set/01-official.json", "levels/playing-cards/01-pairs.json"])
  func tablesAreThoseOfTheTrace(level: String) throws {
    let films = try Self.films(level, games: 4)
    #expect(!films.isEmpty)
    for (film, lines, game) in films {
      for (board, line) in zip(Self.boards(of: film), lines) {
        let traced = line["state"]["table"].elements.indices.filter {
          !line["state"]["table"].elements[$0].isNull
        }
        #expect(board.keys.sorted() == traced, "\(game), turn \(line["turn"])")
      }
    }
  }

  @Test func theFirstTurnThatDiffersIsFound() {
    var film = GameFilm(width: 10, height: 20)
    film.turns = (1...4).map { GameFilm.Turn(score: $0, words: "turn \($0)") }
    var other = film
    #expect(film.firstDifference(from: other) == nil)
    // Other kinds on the board are no difference of the game.
    _ = other.number(of: GameFilm.Kind(style: "stone", label: "", outline: .circle(radius: 3)))
    #expect(film.firstDifference(from: other) == nil)
    other.turns.removeLast()
    #expect(film.firstDifference(from: other) == 4 && other.firstDifference(from: film) == 4)
    other.turns[2].popped = [7]
    #expect(film.firstDifference(from: other) == 3)
    other.turns[0].words = "something else"
    #expect(film.firstDifference(from: other) == 1)
  }

  @Test func theTextIsShortAndHarmless() {
    var film = GameFilm(width: 10, height: 20)
    film.backdrop = [("mark", "M0 0V5")]
    let kind = film.number(
      of: GameFilm.Kind(style: "ball-R", label: "</script>", outline: .circle(radius: 3)))
    film.start = [GameFilm.Body(id: 4, kind: kind, x: 1, y: 2)]
    var turn = GameFilm.Turn(score: 7, words: "<b>\u{202E}")
    turn.popped = [4]
    turn.paths = [[GameFilm.Waypoint(x: 1, y: 2, time: 0), GameFilm.Waypoint(x: 3, y: 4, time: 9)]]
    film.turns = [turn]
    var marked = GameFilm(width: 10, height: 20)
    let card = GameFilm.Kind(
      style: "card", label: "R", outline: .path("M0 0"),
      marks: [GameFilm.Mark(style: "shape", path: "M1 1")])
    marked.start = [GameFilm.Body(id: 1, kind: marked.number(of: card), x: 0, y: 0)]
    var moving = GameFilm.Turn(score: 0, words: "")
    moving.aims = [GameFilm.Heading(id: -2, degrees: 30)]
    moving.ways = [GameFilm.Way(id: -1, path: [GameFilm.Waypoint(x: 5, y: 6, time: 7)])]
    moving.lights = [GameFilm.Light(id: 1, time: 8)]
    marked.turns = [moving]
    #expect(
      marked.text == """
        {"w":10,"h":20,"g":[],"k":[["card","R","M0 0",[["shape",0]]]],"p":["M1 1"],"b":[1,0,0,0],\
        "t":[{"s":0,"w":"","o":[-2,30],"v":[[-1,5,6,7]],"l":[1,8]}]}
        """)
    #expect(
      film.text == """
        {"w":10,"h":20,"g":[["mark","M0 0V5"]],"k":[["ball-R","\\u003c/script\\u003e",3]],\
        "b":[4,0,1,2],"t":[{"s":7,"w":"\\u003cb\\u003e\\\\u{202E}","q":[[1,2,0,3,4,9]],"p":[4]}]}
        """)
  }

  @Test func aLongFilmIsShownToSomeTurn() {
    var film = GameFilm(width: 10, height: 20)
    film.turns = (0..<100).map { GameFilm.Turn(score: $0, words: "so much happened here") }
    film.shorten(toBytes: 1_000)
    #expect(film.text.utf8.count <= 1_000)
    #expect(film.turns.count + film.turnsLeftOut == 100 && film.turns.count > 10)
    #expect(film.text.hasSuffix(",\"cut\":\(film.turnsLeftOut)}"))
  }
}
