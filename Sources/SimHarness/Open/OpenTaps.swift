/// What taps on a board mean: a move each, or one for two places after one another.
struct OpenTaps {
  /// The places of a move, from 0, for those who tap it.
  struct Way: Equatable {
    let from: Int
    /// nil: one tap is all.
    let to: Int?

    /// The place of the last tap.
    var last: Int { to ?? from }
  }

  private(set) var ways: [(way: Way, move: OpenMove)] = []
  /// Moves that no tap stands for.
  private(set) var rest: [OpenMove] = []
  /// Moves that have the same taps as one before them.
  private(set) var doubled: [OpenMove] = []
  private var byStart: [Int: [Int]] = [:]

  var isEmpty: Bool { ways.isEmpty }

  /// - Parameters:
  ///   - board: The board, whose places may have moves of their own.
  ///   - moves: The legal moves.
  ///   - ask: The places that the game's `hand` gives for a move, from 1; none for no tap.
  /// - Throws: The fault of `ask`.
  init(
    _ board: OpenBoard, _ moves: [OpenMove], _ ask: (OpenMove) throws(ScriptFault) -> [Int]
  ) throws(ScriptFault) {
    var placed: Set<OpenMove> = []
    for (place, one) in board.places.enumerated() {
      guard let move = one.move, moves.contains(move) else { continue }
      placed.insert(move)
      add(Way(from: place, to: nil), move)
    }
    for move in moves where !placed.contains(move) {
      let places = try ask(move)
      guard let first = places.first else {
        rest.append(move)
        continue
      }
      add(Way(from: first - 1, to: places.count > 1 ? places[1] - 1 : nil), move)
    }
  }

  private mutating func add(_ way: Way, _ move: OpenMove) {
    // A single tap leaves no second one, wherever that would be.
    let isTaken = byStart[way.from, default: []].contains {
      ways[$0].way == way || ways[$0].way.to == nil || way.to == nil
    }
    if isTaken {
      doubled.append(move)
      rest.append(move)
      return
    }
    byStart[way.from, default: []].append(ways.count)
    ways.append((way, move))
  }

  /// Whether a tap on a place means something.
  func begins(at place: Int) -> Bool { byStart[place] != nil }

  /// The places at which a tap means something, in ascending order.
  var starts: [Int] { byStart.keys.sorted() }

  /// The move of one tap.
  func move(at place: Int) -> OpenMove? {
    byStart[place]?.first.flatMap { ways[$0].way.to == nil ? ways[$0].move : nil }
  }

  /// The move of a tap on one place and then on another.
  func move(from start: Int, to end: Int) -> OpenMove? {
    byStart[start]?.first { ways[$0].way.to == end }.map { ways[$0].move }
  }

  /// Where a second tap may follow.
  func ends(of start: Int) -> [Int] {
    byStart[start, default: []].compactMap { ways[$0].way.to }
  }

  /// The taps of a move.
  func way(of move: OpenMove) -> Way? { ways.first { $0.move == move }?.way }
}
