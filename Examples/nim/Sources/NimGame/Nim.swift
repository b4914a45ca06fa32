import SimHarness

/// Nim: two players take objects from heaps in turn, and the player who takes the last one wins.
///
/// The opponent plays perfectly but for its mistakes. Source of the perfect play: Bouton 1901.
public enum Nim: PlainGame {
  public typealias Content = NimLevel
  public typealias State = NimState
  public typealias Tally = NimTally

  public static let name = "nim"
  public static let summary = "Take from heaps in turn with an opponent; the last object wins."

  public static func level(_ file: NimLevel) throws(LevelError) -> NimSetup {
    guard file.heaps.contains(where: { $0 > 0 }) else {
      throw .invalid("every heap is empty; put an object on one of them")
    }
    return NimSetup(file: file)
  }

  public static func goal(of file: NimLevel) -> String? { "Take the last object." }

  public static func picture(of view: NimView) -> String {
    view.heaps.enumerated().map { place, count in
      "heap \(place + 1): \(String(repeating: "o", count: count))"
    }.joined(separator: "\n")
  }

  public static func moves(in view: NimView) -> [NimMove] { view.moves }

  public static func words(for move: NimMove) -> String {
    "take \(move.count) from heap \(move.heap + 1)"
  }

  public static func words(for event: NimEvent) -> String {
    switch event {
    case .answered(let move): "the opponent takes \(move.count) from heap \(move.heap + 1)"
    case .blundered: "a mistake"
    case .ended(let isWon): isWon ? "WON" : "LOST"
    }
  }
}

/// A level as written in its file.
public struct NimLevel: TabledLevel {
  public static let game = Nim.name
  public static let table: [LevelField<NimLevel>] = [
    .wholes("heaps", count: 1...8, each: 0...40, \.heaps, "The objects of each heap."),
    .whole("take", "objects", 1...40, \.take, default: 40, "maximum number of objects per turn"),
    .real(
      "mistakes", "share", 0...1, \.mistakes, default: 0.3,
      "how often the opponent plays any move"),
  ]

  public var name = ""
  public var id: String?
  public var heaps = [3, 4, 5]
  public var take = 40
  public var mistakes = 0.3

  public init() {}
}

/// A level that is ready to play.
public struct NimSetup: NamedLevel, Equatable {
  let file: NimLevel

  public var name: String { file.name }
  public var id: String { file.id ?? file.name }
}

public struct NimMove: PlainMove {
  public static let names = ["heap", "count"]

  public let numbers: [Int]

  public init?(numbers: [Int]) { self.numbers = numbers }

  init(heap: Int, count: Int) { numbers = [heap, count] }

  var heap: Int { numbers[0] }
  var count: Int { numbers[1] }
}

public enum NimEvent: Sendable {
  case answered(NimMove)
  case blundered
  case ended(isWon: Bool)
}

/// Everything a player sees; nothing is hidden.
public struct NimView: Equatable, Sendable {
  public internal(set) var heaps: [Int]
  let take: Int

  /// Every allowed number of objects from every heap.
  var moves: [NimMove] {
    heaps.enumerated().flatMap { heap, count in
      (0..<min(count, take)).map { NimMove(heap: heap, count: $0 + 1) }
    }
  }

  /// A move that leaves the opponent in a lost position; nil if there is none.
  var perfectMove: NimMove? {
    let rests = heaps.map { $0 % (take + 1) }
    let sum = rests.reduce(0, ^)
    return rests.indices.first { rests[$0] ^ sum < rests[$0] }
      .map { NimMove(heap: $0, count: rests[$0] - (rests[$0] ^ sum)) }
  }
}

public struct NimState: PlainState {
  let setup: NimSetup
  public private(set) var view: NimView
  public private(set) var outcome: Outcome?
  /// The objects that the player has taken.
  public private(set) var score = 0
  private var chance = ChanceCounter()

  public init(
    level: NimSetup, in context: inout GameContext, emit: (NimEvent) -> Void
  ) throws(LevelError) {
    setup = level
    view = NimView(heaps: level.file.heaps, take: level.file.take)
  }

  public func appendLegalMoves(to moves: inout [NimMove]) {
    if outcome == nil { moves += view.moves }
  }

  public mutating func apply(
    _ move: NimMove, in context: inout GameContext, emit: (NimEvent) -> Void
  ) throws(MoveError) {
    if outcome != nil { throw .gameOver }
    guard view.moves.contains(move) else { throw .illegal("there is no such heap or number") }
    view.heaps[move.heap] -= move.count
    score += move.count
    if view.moves.isEmpty { return end(.won, emit) }
    let answer = answer(in: context, emit)
    view.heaps[answer.heap] -= answer.count
    emit(.answered(answer))
    if view.moves.isEmpty { end(.lost, emit) }
  }

  private mutating func answer(
    in context: borrowing GameContext, _ emit: (NimEvent) -> Void
  ) -> NimMove {
    let moves = view.moves
    let errs = chance.uniform(in: context) < setup.file.mistakes
    if errs { emit(.blundered) }
    if !errs, let move = view.perfectMove { return move }
    return moves[chance.below(moves.count, in: context)]
  }

  private mutating func end(_ outcome: Outcome, _ emit: (NimEvent) -> Void) {
    self.outcome = outcome
    emit(.ended(isWon: outcome == .won))
  }

  public func imagined(in imagination: inout GameContext) -> NimState {
    var copy = self
    copy.chance = chance.imagined(in: &imagination)
    return copy
  }

  public func hash(into digest: inout StableDigest) {
    for count in view.heaps { digest.combine(count) }
    digest.combine(score)
    digest.combine(outcome?.rawValue ?? "")
    chance.hash(into: &digest)
  }

  public func checkInvariants() throws(InvariantViolation) {
    if view.heaps.contains(where: { $0 < 0 }) { throw InvariantViolation("a heap below zero") }
  }
}

/// How often the opponent erred.
public struct NimTally: GameTally {
  public typealias State = NimState

  public static let metrics = [
    MetricDefinition(
      "mistakes", unit: "moves", kind: .count, summary: "mistakes of the opponent per game")
  ]

  private var mistakes = 0

  public init() {}

  public mutating func gameDidStart(_ state: borrowing NimState, index: Int) { mistakes = 0 }

  public mutating func eventDidOccur(_ event: NimEvent) {
    if case .blundered = event { mistakes += 1 }
  }

  public func appendValues(to values: inout [Int64?]) { values.append(Int64(mistakes)) }
}
