import SimHarness

/// A move of a card game; cards are named by their place on the table, from 0.
public struct CardsMove: Hashable, Sendable, BitwiseCopyable {
  /// What is done.
  public enum Action: UInt8, Sendable, BitwiseCopyable {
    /// A whole hand is named at once.
    case cards
    case select
    case deselect
    /// Cards are asked for.
    case deal
  }

  /// The place that stands for none.
  static let nowhere: UInt8 = 255

  public let action: Action
  /// Places: a hand's, one card's, or none; `nowhere` fills up.
  let first: UInt8
  let second: UInt8
  let third: UInt8
  /// The time the player thought, in ms of the simulated clock.
  public var thought: Int32
  /// Who moves at a two-player table: 1 or 2; 0 for a single player.
  public var player: UInt8 = 0

  init(
    _ action: Action, _ first: UInt8 = nowhere, _ second: UInt8 = nowhere,
    _ third: UInt8 = nowhere, thought: Int32 = 0
  ) {
    self.action = action
    self.first = first
    self.second = second
    self.third = third
    self.thought = thought
  }

  /// A hand at these places; nil unless there are two or three, each from 0 to 127.
  public static func cards(_ places: [Int]) -> CardsMove? {
    guard (2...3).contains(places.count), places.allSatisfy({ (0...127).contains($0) }) else {
      return nil
    }
    let bytes = places.map { UInt8($0) } + [nowhere]
    return CardsMove(.cards, bytes[0], bytes[1], bytes[2])
  }

  /// The card at a place from 0 to 127.
  public static func select(_ place: Int) -> CardsMove {
    CardsMove(.select, UInt8(clamping: place))
  }

  public static func deselect(_ place: Int) -> CardsMove {
    CardsMove(.deselect, UInt8(clamping: place))
  }

  public static let deal = CardsMove(.deal)

  /// The places named, in the order given.
  public var places: [Int] { [first, second, third].filter { $0 != Self.nowhere }.map { Int($0) } }
}
