/// A breadth-first search for the fewest pushes that bring all crates of a map onto marks.
///
/// It reads the letters of a level's map itself and shares nothing with the game's script.
struct CrateSearch {
  struct Push: Hashable {
    /// The crate's cell and the direction (left, right, up, down), both from 0.
    var cell: Int
    var direction: Int
  }

  private struct Position: Hashable {
    var crates: Set<Int>
    /// The first cell of those where the one who pushes can walk.
    var area: Int
  }

  private let width: Int
  private let letters: [Character]

  init(_ map: [String]) {
    width = map.first?.count ?? 0
    letters = map.flatMap { Array($0) }
  }

  private func cells(_ wanted: String) -> Set<Int> {
    Set(letters.indices.filter { wanted.contains(letters[$0]) })
  }

  private func step(_ cell: Int, _ direction: Int) -> Int? {
    let row = cell / width
    let column = cell % width
    let next =
      switch direction {
      case 0: (row, column - 1)
      case 1: (row, column + 1)
      case 2: (row - 1, column)
      default: (row + 1, column)
      }
    guard (0..<letters.count / width).contains(next.0), (0..<width).contains(next.1) else {
      return nil
    }
    let other = next.0 * width + next.1
    return letters[other] == "#" ? nil : other
  }

  private func reachable(from start: Int, among crates: Set<Int>) -> Set<Int> {
    var area: Set<Int> = [start]
    var open = [start]
    while let cell = open.popLast() {
      for direction in 0..<4 {
        guard let next = step(cell, direction), !crates.contains(next) else { continue }
        if area.insert(next).inserted { open.append(next) }
      }
    }
    return area
  }

  /// Cells from which a crate that is alone can reach a mark.
  private func usefulCells(_ marks: Set<Int>) -> Set<Int> {
    var useful = marks
    var open = marks.sorted()
    while let cell = open.popLast() {
      for direction in 0..<4 {
        guard let from = step(cell, direction), step(from, direction) != nil else { continue }
        if useful.insert(from).inserted { open.append(from) }
      }
    }
    return useful
  }

  /// The pushes in order, or nil if there are none that solve it.
  func solution() -> [Push]? {
    let marks = cells(".*+")
    let crates = cells("$*")
    guard let you = cells("@+").first else { return nil }
    let useful = usefulCells(marks)
    let start = Position(crates: crates, area: reachable(from: you, among: crates).min() ?? you)
    var paths: [Position: (before: Position, push: Push)] = [:]
    var seen: Set<Position> = [start]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let position = queue[next]
      next += 1
      if position.crates.isSubset(of: marks) {
        var pushes: [Push] = []
        var at = position
        while let path = paths[at] {
          pushes.append(path.push)
          at = path.before
        }
        return pushes.reversed()
      }
      let area = reachable(from: position.area, among: position.crates)
      for cell in position.crates.sorted() {
        for direction in 0..<4 {
          // Left and right are opposite, and so are up and down.
          guard let to = step(cell, direction), let stand = step(cell, direction ^ 1),
            useful.contains(to), area.contains(stand), !position.crates.contains(to)
          else { continue }
          var crates = position.crates
          crates.remove(cell)
          crates.insert(to)
          let after = Position(
            crates: crates, area: reachable(from: cell, among: crates).min() ?? cell)
          guard seen.insert(after).inserted else { continue }
          paths[after] = (position, Push(cell: cell, direction: direction))
          queue.append(after)
        }
      }
    }
    return nil
  }
}
