import BubbleBlastGame
import SimHarness
import Testing
import TextFormats

/// Boards, levels and games for tests, written as people write them.
package enum Bubbles {
  /// The project's own scripts.
  package static let library = ScriptLibrary(folder: Oracle.root.appending(path: "scripts").path)

  package static func host() -> ScriptHost {
    ScriptHost(interfaces: BubbleBlast.entry.interfaces)
  }

  /// A level from a grid of letters: colours by their letters, specials by their default letters
  /// or `legend`.
  package static func level(
    _ grid: [String], queue: String = "RB", legend: [Character: String] = [:],
    columns: Int = 12, rows: Int = 12, name: String = "test",
    change: (inout BubbleRules) -> Void = { _ in }
  ) throws -> BubbleLevel {
    var rules = BubbleRules()
    rules.columns = columns
    rules.rows = rows
    change(&rules)
    let letters = BubbleLegend.defaultKinds.merging(legend) { $1 }
    var names: Set<String> = []
    for letter in grid.joined() {
      if let kind = letters[letter] { names.insert(kind) }
    }
    var kinds: [BubbleKind] = []
    var open = names.sorted()
    while let next = open.popLast() {
      if kinds.contains(where: { $0.name == next }) { continue }
      let kind = try #require(try library.bubbleKind(named: next))
      kinds.append(kind)
      open += kind.uses
    }
    kinds.sort { $0.name < $1.name }
    var content: [(cell: Cell, bubble: BubbleContent)] = []
    for (row, line) in grid.enumerated() {
      for (column, letter) in line.enumerated() where letter != "." {
        let cell = Cell(row: row, column: column)
        if let colour = colour(letter), legend[letter] == nil {
          content.append((cell, .colour(colour)))
        } else {
          let kind = try #require(kinds.firstIndex { $0.name == letters[letter] })
          content.append((cell, .kind(kind)))
        }
      }
    }
    return BubbleLevel(
      name: name, rules: rules, kinds: kinds, grid: content, queue: queue.compactMap(colour))
  }

  /// A level of one row: two red bubbles, a kind of a test's own, three blue ones.
  package static func row(
    around kind: BubbleKind, queue: [BubbleColour] = [.red, .green, .green]
  ) -> BubbleLevel {
    var rules = BubbleRules()
    rules.columns = 6
    rules.rows = 9
    let grid: [(cell: Cell, bubble: BubbleContent)] = (0..<6).map { column in
      (
        cell: Cell(row: 0, column: column),
        bubble: column == 2 ? .kind(0) : .colour(column < 2 ? .red : .blue)
      )
    }
    return BubbleLevel(name: "row", rules: rules, kinds: [kind], grid: grid, queue: queue)
  }

  package static func colour(_ letter: Character) -> BubbleColour? {
    BubbleColour.allCases.first { $0.letter == letter }
  }

  package static func streams(_ index: Int = 0) -> GameStreams {
    GameStreams(level: LevelStreams(seed: 1, levelID: "test"), index: index)
  }

  /// The angle at which a shot from the launcher flies straight to a place; x and y in diameters.
  package static func angle(toX x: Double, y: Double, rules: BubbleRules) -> Double {
    let launcherY = 0.5 + Double(rules.rows + 1) * HexGrid.pitch
    return DeterministicMath.atan2(launcherY - y, x - Double(rules.columns) / 2)
  }
}

/// A game in progress for tests: keeps its context, and the events of the last move.
package struct BubbleGame<Mask: CellMask>: ~Copyable {
  package var context: GameContext
  package var state: BubbleState<Mask>
  package var events: [BubbleEvent<Mask>] = []

  package init(
    _ level: BubbleLevel, host: (any ScriptHosting)? = Bubbles.host(), index: Int = 0
  ) throws {
    context = GameContext(streams: Bubbles.streams(index), scripts: host)
    var start: [BubbleEvent<Mask>] = []
    state = try BubbleState(level: level, in: &context) { start.append($0) }
    events = start
  }

  package mutating func shoot(_ angle: Double, swap: Bool = false) throws {
    var seen: [BubbleEvent<Mask>] = []
    try state.apply(BubbleMove(angle: angle, swap: swap), in: &context) { seen.append($0) }
    events = seen
    try state.checkInvariants()
  }

  /// Shoots straight at the centre of a cell of the screen.
  package mutating func shoot(atRow row: Int, column: Int) throws {
    let rules = state.view.setup.rules
    let x = HexGrid.x(row: row - state.view.descended, column: column)
    let y = 0.5 + Double(row) * HexGrid.pitch
    try shoot(Bubbles.angle(toX: x, y: y, rules: rules))
  }

  package var rows: [String] {
    BubbleLetters(setup: state.view.setup).rows(of: state.view)
  }

  /// The events as traces write them.
  package func names() -> [String] {
    let trace = BubbleTrace<Mask>(
      setup: state.view.setup, letters: BubbleLetters(setup: state.view.setup))
    let line = trace.line(
      turn: 0, move: nil, events: events, descendedBefore: 0, state: state, end: nil)
    guard case .object(let members) = line,
      case .array(let list)? = members.first(where: {
        $0.key == "events"
      })?.value
    else { return [] }
    return list.map { JSONWriter.compact($0) }
  }
}
