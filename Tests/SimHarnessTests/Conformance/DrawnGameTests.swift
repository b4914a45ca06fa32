import SimHarnessTesting
import Testing

@testable import BubbleBlastGame
@testable import SimHarness

/// A game from outside whose levels are a row of lamps; nothing but its levels is used.
private enum Lamps: GameModule {
  typealias Content = LampLevel
  typealias State = BubbleBlast.State
  typealias Tally = BubbleBlast.Tally

  static let name = "lamps"
  static let summary = "A row of lamps."

  static func ready(
    _ level: LampLevel, _ library: ScriptLibrary
  ) throws(LevelError) -> PlayableLevel {
    throw .invalid("lamps cannot be played")
  }

  static func move(_ item: JSONCursor) -> BubbleMove? { nil }
  static func tree(of move: BubbleMove) -> JSONTree { .null }
  static func step(_ turn: PlayedTurn<State>, of level: BubbleLevel) -> ReplayStep {
    BubbleBlast.step(turn, of: level)
  }
}

/// Five lamps, each off or of one of three colours, and what is wrong with how they are drawn.
private struct LampLevel: TabledLevel, DrawnLevel {
  static let faults = [
    "nothing", "ids", "outside", "places", "words", "grips", "notes", "forgetful", "kinds",
  ]
  static let game = Lamps.name
  static let table: [LevelField<LampLevel>] = [
    .wholes("lamps", count: 5...5, each: 0...3, \.lamps, "the colour of each lamp"),
    .whole("speed", "lamps", 1...9, \.speed, default: 3, "lamps a second"),
    .choice("fault", among: faults, \.fault, "what is wrong"),
  ]

  var name = ""
  var id: String?
  var lamps = [0, 1, 2, 3, 0]
  var speed = 3
  var fault = "nothing"

  var drawnFields: Set<String> { ["lamps"] }

  func board(catalog: any LevelCatalog) -> DesignBoard {
    var film = GameFilm(width: 100, height: 20)
    for (place, lamp) in lamps.enumerated() where lamp > 0 {
      let kind = film.number(
        of: GameFilm.Kind(style: "mark", label: "\(lamp)", outline: .circle(radius: 8)))
      film.start.append(
        GameFilm.Body(
          id: fault == "ids" ? 1 : place, kind: fault == "kinds" ? 9 : kind,
          x: fault == "outside" ? 20 * place - 30 : 20 * place + 10, y: 10))
    }
    var board = DesignBoard(film)
    board.places = lamps.indices.map { place in
      DesignPlace(
        name: fault == "places" ? "x" : "\(place)", x: 20 * place + 10, y: 10, radius: 8, row: 0,
        column: place, words: fault == "words" ? "" : "lamp \(place): \(lamps[place])")
    }
    if fault == "grips" {
      board.grips[99] = DesignGrips(words: "?", x: 0, y: 0, width: 1, height: 1)
    }
    if fault == "notes" { board.notes = [DesignNote("", bodies: [99])] }
    return board
  }

  static func tools(for level: LampLevel, catalog: any LevelCatalog) -> [DesignTool] {
    (1...3).map { DesignTool("\($0)", .paint) } + [DesignTool("eraser", .erase)]
  }

  func operations(for gesture: DesignGesture) -> [String] {
    guard case .paint(let tool, let places) = gesture else { return gesture.plainOperations ?? [] }
    var lamps = lamps
    for place in places {
      guard let index = Int(place), lamps.indices.contains(index) else { continue }
      lamps[index] = Int(tool) ?? 0
    }
    let operations = ["set lamps=[\(lamps.map { "\($0)" }.joined(separator: ","))]"]
    return fault == "forgetful" ? operations + ["set speed=1 2"] : operations
  }
}

/// A game that is not ours draws its levels by their type alone, and the checks find what is wrong.
@Suite struct DrawnGameTests {
  private static let games = GameRegistry([GameEntry(of: Lamps.self)])
  private static let library = ScriptLibrary(folder: nil, games: games)

  private static func violations(fault: String) throws -> [String] {
    var level = LampLevel()
    level.name = "Five"
    level.fault = fault
    let game = try #require(games.game(named: Lamps.name))
    return DrawnLevelConformance(LevelFile(level), of: game, library: library).violations()
  }

  @Test func aGameFromOutsideIsDrawn() throws {
    #expect(try #require(Self.games.game(named: Lamps.name)).isDrawn)
    #expect(try Self.violations(fault: "nothing") == [])
    // Operations that are refused are no fault.
    #expect(try Self.violations(fault: "forgetful") == [])
  }

  @Test(arguments: [
    ("ids", "two bodies have the same id"), ("outside", "body 1 is off the board"),
    ("places", "two places have the same name"), ("words", "place 0 has no words"),
    ("grips", "grips of a body that is not there"), ("notes", "a note has no words"),
    ("notes", "a note names a body that is not there"), ("kinds", "body 1 has no kind"),
  ])
  func faultsAreFound(fault: String, words: String) throws {
    #expect(try Self.violations(fault: fault).contains(words))
  }

  /// Beside the board there are the other fields.
  @Test func fieldsComeFromTheTable() throws {
    var level = LampLevel()
    level.name = "Five"
    let session = try #require(Self.games.game(named: Lamps.name)).design(
      LevelFile(level), store: LevelStore(folder: "/nowhere", catalog: Self.library),
      library: Self.library)
    #expect(session.fields.map(\.path) == ["name", "id", "speed", "fault"])
    #expect(session.fields[2].kind == .number(1...9, isWhole: true))
    #expect(session.fields[2].unit == "lamps" && session.fields[2].value == 3)
    #expect(session.fields[3].kind == .choice(LampLevel.faults))
  }
}
