/// The stored games of each cell, as ranges.
public struct StoredGameRanges: Sendable, Equatable {
  /// Ascending and disjoint, with gaps between them.
  private var ranges: [[Range<Int>]]

  public init(cells: Int) { ranges = Array(repeating: [], count: cells) }

  /// How many games there are.
  public var count: Int { ranges.joined().reduce(0) { $0 + $1.count } }

  /// Adds a game.
  public mutating func add(_ game: Int, cell: Int) {
    if let last = ranges[cell].last, last.upperBound == game {
      ranges[cell][ranges[cell].count - 1] = last.lowerBound..<(game + 1)
    } else if ranges[cell].last.map({ $0.upperBound < game }) ?? true {
      ranges[cell].append(game..<(game + 1))
    } else {
      insert(game, cell: cell)
    }
  }

  /// Adds a game that is not after all others.
  private mutating func insert(_ game: Int, cell: Int) {
    let place = index(of: game, cell: cell)
    if place < ranges[cell].count, ranges[cell][place].contains(game) { return }
    var joined = game..<(game + 1)
    if place < ranges[cell].count, ranges[cell][place].lowerBound == joined.upperBound {
      joined = joined.lowerBound..<ranges[cell].remove(at: place).upperBound
    }
    if place > 0, ranges[cell][place - 1].upperBound == game {
      ranges[cell][place - 1] = ranges[cell][place - 1].lowerBound..<joined.upperBound
    } else {
      ranges[cell].insert(joined, at: place)
    }
  }

  /// The first range that ends after a game.
  private func index(of game: Int, cell: Int) -> Int {
    var (low, high) = (0, ranges[cell].count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[cell][middle].upperBound > game { high = middle } else { low = middle + 1 }
    }
    return low
  }

  public func contains(_ game: Int, cell: Int) -> Bool {
    let place = index(of: game, cell: cell)
    return place < ranges[cell].count && ranges[cell][place].contains(game)
  }

  /// The first game of a cell that others do not have; nil if they have all.
  func first(notIn others: StoredGameRanges, cell: Int) -> Int? {
    for range in ranges[cell] {
      if let gap = others.missing(in: range, cell: cell).first { return gap.lowerBound }
    }
    return nil
  }

  /// The games of a range that are missing.
  public func missing(in range: Range<Int>, cell: Int) -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    var next = range.lowerBound
    for held in ranges[cell] where held.upperBound > next {
      if held.lowerBound >= range.upperBound { break }
      if held.lowerBound > next { gaps.append(next..<held.lowerBound) }
      next = held.upperBound
    }
    if next < range.upperBound { gaps.append(next..<range.upperBound) }
    return gaps
  }
}
