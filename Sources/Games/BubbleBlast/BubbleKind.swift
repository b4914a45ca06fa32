import SimHarness

/// A kind of special bubble, as its script describes it.
///
/// Plain colours are not kinds. A kind's hooks run in the worker's script host; everything here is
/// plain data that was read once, when the script was loaded.
public struct BubbleKind: Sendable {
  /// The functions a kind's script may have.
  ///
  /// The raw value is the hook's number in the host.
  public enum Hook: Int, CaseIterable, Sendable, BitwiseCopyable {
    case onActivate, onMatch, onNeighbourRemoved, onTurn, onFall

    /// The function's name in the script.
    public var name: String {
      switch self {
      case .onActivate: "on_activate"
      case .onMatch: "on_match"
      case .onNeighbourRemoved: "on_neighbour_removed"
      case .onTurn: "on_turn"
      case .onFall: "on_fall"
      }
    }
  }

  /// A set of hooks.
  public struct Hooks: OptionSet, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public init(_ hook: Hook) { rawValue = 1 << UInt8(hook.rawValue) }
    public func has(_ hook: Hook) -> Bool {
      rawValue & (1 << UInt8(hook.rawValue)) != 0
    }
  }

  /// What a kind matches as.
  public enum Matching: Hashable, Sendable {
    /// Joins no group.
    case nothing
    /// Joins groups of this colour.
    case colour(BubbleColour)
    /// Joins the group of the shot's colour.
    case any
  }

  public let name: String
  /// The ASCII character it is printed as.
  public let glyph: Character
  public let summary: String
  public let matching: Matching
  /// Does not count for winning.
  public let isObstacle: Bool
  /// Goes only by falling.
  public let isImmune: Bool
  /// Activation order: smaller first, then by name.
  public let priority: Int
  public let hooks: Hooks
  /// Parameters in the order of their names.
  public let parameters: [ScriptParameter]
  /// Other kinds that its script may put on the board.
  public let uses: [String]
  public let source: ScriptSource

  public init(
    name: String, glyph: Character, summary: String, matching: Matching = .nothing,
    isObstacle: Bool = false, isImmune: Bool = false, priority: Int = 10, hooks: Hooks = [],
    parameters: [ScriptParameter] = [], uses: [String] = [], source: ScriptSource
  ) {
    self.name = name
    self.glyph = glyph
    self.summary = summary
    self.matching = matching
    self.isObstacle = isObstacle
    self.isImmune = isImmune
    self.priority = priority
    self.hooks = hooks
    self.parameters = parameters
    self.uses = uses
    self.source = source
  }
}
