import SimHarness

/// A Bubble Blast level as written in its file: a value that can be edited, compared and written.
///
/// A field with the default value equals a missing one here, and empty rows at the end of the grid
/// equal none.
public struct BubbleLevelFile: Equatable, Sendable {
  /// See `LevelHeader.problem(with:)` for what a name may be.
  public var name: String
  /// What seeds the level's games; nil: the name.
  public var id: String?
  /// The ruleset and all numbers of the rules.
  public var rules: BubbleRules
  /// The first colours of the cannon.
  public var queue: [BubbleColour]
  /// How the cannon draws after the queue.
  public var spawn: BubbleSpawn
  /// The name or file of the script that draws the cannon's colours; nil: the weights do.
  public var spawner: String?
  /// Scores for one, two and three stars, each above the one before.
  public var stars: [Int]?
  /// Values of the kinds' parameters, by kind and parameter.
  public var parameters: [String: [String: Double]]
  /// The letters of the grid.
  public package(set) var legend: BubbleLegend
  /// The bubbles by their cells; rows count from the top.
  public internal(set) var bubbles: [Cell: BubbleToken]

  /// The most colours of a queue.
  public static let longestQueue = 100_000
  /// The most kinds of specials that one level may need.
  public static let maxKinds = 250
  /// The largest spawn weight.
  public static let heaviest = 1_000_000.0

  /// An empty level.
  public init(name: String, rules: BubbleRules = BubbleRules()) {
    self.name = name
    self.rules = rules
    id = nil
    queue = []
    spawn = BubbleSpawn()
    spawner = nil
    stars = nil
    parameters = [:]
    legend = BubbleLegend()
    bubbles = [:]
  }

  public var header: LevelHeader { LevelHeader(game: BubbleBlast.name, name: name, id: id) }

  // MARK: The grid

  /// Whether a cell lies on the playable board.
  public func contains(_ cell: Cell) -> Bool {
    cell.row >= 0 && cell.row < rules.rows && cell.column >= 0
      && cell.column < HexGrid.width(ofRow: cell.row, columns: rules.columns)
  }

  /// The bubble of a cell, nil for an empty one; a cell off the board is a programming error.
  public subscript(cell: Cell) -> BubbleToken? {
    get { bubbles[cell] }
    set { place(newValue, at: cell) }
  }

  /// Puts a bubble into a cell of the board, or empties it.
  ///
  /// - Parameters:
  ///   - token: The bubble, or nil.
  ///   - cell: Where.
  ///   - glyph: The letter to give a kind that has none yet, if it is free.
  public mutating func place(
    _ token: BubbleToken?, at cell: Cell, preferring glyph: Character? = nil
  ) {
    precondition(contains(cell), "a bubble off the board")
    bubbles[cell] = token
    if let token { legend.makeLetter(for: token, preferring: glyph) }
  }

  /// Removes all bubbles.
  public mutating func removeAllBubbles() { bubbles = [:] }

  /// The grid's strings: one letter per cell of the row, down to the last bubble.
  public var gridRows: [String] {
    let used = (bubbles.keys.map(\.row).max() ?? -1) + 1
    var lines: [[Character]] = (0..<used).map { row in
      Array(
        repeating: BubbleLegend.empty,
        count: HexGrid.width(ofRow: row, columns: rules.columns))
    }
    var known: [BubbleToken: Character] = [:]
    for (cell, token) in bubbles where contains(cell) {
      let letter = known[token] ?? legend.letter(for: token) ?? "?"
      known[token] = letter
      lines[cell.row][cell.column] = letter
    }
    return lines.map { String($0) }
  }

  /// The letter of each bubble in the grid, by its name.
  public var lettersByName: [String: Character] {
    var letters: [String: Character] = [:]
    for token in Set(bubbles.values) { letters[token.name] = legend.letter(for: token) }
    return letters
  }

  /// The plain colours of grid, queue and spawn weights, in their order.
  public var colours: [BubbleColour] {
    var found = Set(queue)
    for token in bubbles.values {
      if case .colour(let colour) = token { found.insert(colour) }
    }
    for (index, weight) in (spawn.weights ?? []).enumerated() where weight > 0 {
      if let colour = BubbleColour(rawValue: UInt8(index)) { found.insert(colour) }
    }
    return BubbleColour.allCases.filter { found.contains($0) }
  }

  /// The names of the specials in the grid, sorted.
  public var kindNames: [String] {
    var names = Set<String>()
    for token in bubbles.values {
      if case .kind(let name) = token { names.insert(name) }
    }
    return names.sorted()
  }

  /// The names of all specials in the file, in grid, legend or parameters, sorted: reading it again
  /// needs their scripts.
  public var allKindNames: [String] {
    var names = Set(kindNames).union(parameters.keys)
    for case .kind(let name) in legend.own.values { names.insert(name) }
    // Its parameters stand beside those of the specials.
    if let spawner { names.remove(spawner) }
    return names.sorted()
  }

  // MARK: Playing

  /// The level made ready to play.
  ///
  /// Its kinds are those of the grid and, transitively, those they use, sorted by name.
  public func level(catalog: any BubbleKindCatalog) throws(LevelError) -> BubbleLevel {
    let kinds = try BubbleKindResolver(catalog: catalog).closure(of: kindNames)
    let numbers = Dictionary(
      uniqueKeysWithValues: kinds.enumerated().map { ($0.element.name, $0.offset) })
    let inside = bubbles.filter { contains($0.key) }.sorted { $0.key < $1.key }
    let grid = inside.map { cell, token in
      switch token {
      case .colour(let colour): (cell: cell, bubble: BubbleContent.colour(colour))
      case .kind(let name): (cell: cell, bubble: BubbleContent.kind(numbers[name] ?? 0))
      }
    }
    var drawing: ColourSpawner?
    if let spawner {
      do throws(ScriptFault) {
        drawing = try catalog.colourSpawner(named: spawner)
      } catch {
        throw .script(error)
      }
      guard let drawing else {
        throw .invalid(Self.complaint(aboutSpawner: spawner, catalog))
      }
      if let refusal = drawing.refusal(by: BubbleBlast.name) { throw .invalid(refusal) }
    }
    return BubbleLevel(
      name: name, id: id, rules: rules, kinds: kinds, kindParameters: parameters, grid: grid,
      queue: queue, spawn: spawn, spawner: drawing, stars: stars)
  }

  /// The sentence about a spawner that is not there.
  static func complaint(
    aboutSpawner name: String, _ catalog: any BubbleKindCatalog
  ) -> String {
    catalog.complaint(
      about: name, called: "spawner", known: catalog.colourSpawnerNames, of: [.spawner])
  }
}
