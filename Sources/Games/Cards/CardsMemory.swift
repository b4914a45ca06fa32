import SimHarness

/// The cards that a player has seen turned up and remembers, the latest last.
///
/// Filled from what the player sees, turn by turn.
public struct CardsMemory: Sendable, Equatable {
  /// How many cards are remembered.
  public let capacity: Int
  private var seen: [(place: Int, card: UInt8)] = []

  public init(capacity: Int = 0) { self.capacity = capacity }

  public static func == (a: Self, b: Self) -> Bool {
    a.capacity == b.capacity && a.seen.elementsEqual(b.seen, by: ==)
  }

  /// Updates for a turn: adds the visible cards and drops those that have left the table.
  mutating func observe(_ table: borrowing CardsTable) {
    guard table.level.rules.isFaceDown else { return }
    let held = table.held
    seen.removeAll { held &>> UInt128(truncatingIfNeeded: $0.place) & 1 == 0 }
    // A card dealt to a place where another lay makes what was known of the place wrong.
    let found = table.foundCards
    seen.removeAll { found &>> UInt128($0.card) & 1 != 0 }
    let selected = table.selected
    for index in 0..<selected.count {
      let place = Int(selected.places[index])
      if seen.last?.place == place { continue }
      seen.removeAll { $0.place == place }
      seen.append((place, selected.cards[index]))
    }
    if seen.count > capacity { seen.removeFirst(seen.count - capacity) }
  }

  /// The remembered card at a place, or nil.
  public func card(onPlace place: Int) -> UInt8? { seen.first { $0.place == place }?.card }

  /// What is remembered of cards that lie face down now.
  func indices(on table: borrowing CardsTable) -> [Int] {
    let selected = table.selected
    return seen.indices.filter { selected.index(of: seen[$0].place) == nil }
  }

  func card(at index: Int) -> UInt8 { seen[index].card }

  func place(at index: Int) -> Int { seen[index].place }
}
