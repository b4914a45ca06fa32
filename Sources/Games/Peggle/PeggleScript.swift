import SimHarness

/// A peg, mode or master as its script describes it.
///
/// Its hooks run in the worker's script host; everything here is plain data that was read once,
/// when the script was loaded. A peg without hooks never enters its script.
public struct PeggleScript: Sendable {
  /// The functions a script may have; which ones depends on its kind.
  ///
  /// The raw value is the hook's number in the host.
  public enum Hook: Int, CaseIterable, Sendable {
    /// Of a peg or a mode: a ball met an unlit peg.
    case onHit
    /// Of a peg: it has left the board.
    case onClear
    /// Of a peg or a master: time that it asked for has passed.
    case onTimer
    /// Of a master: a peg that has its power was hit.
    case power
    /// Of a mode: the game begins.
    case start
    case onBucket
    case onShotEnd
    case isWon
    case isLost
    /// Of a mode: the value that a player who looks one shot ahead maximises.
    case value
    /// Of a mode: the game's progress towards its goal.
    case progress

    /// The function's name in the script.
    public var name: String {
      switch self {
      case .onHit: "on_hit"
      case .onClear: "on_clear"
      case .onTimer: "on_timer"
      case .power: "power"
      case .start: "start"
      case .onBucket: "on_bucket"
      case .onShotEnd: "on_shot_end"
      case .isWon: "is_won"
      case .isLost: "is_lost"
      case .value: "value"
      case .progress: "progress"
      }
    }

    /// The hooks of a kind of script.
    public static func hooks(of kind: PeggleScriptKind) -> [Hook] {
      switch kind {
      case .peg: [.onHit, .onClear, .onTimer]
      case .mode: [.start, .onHit, .onBucket, .onShotEnd, .isWon, .isLost, .value, .progress]
      case .master: [.power, .onTimer]
      }
    }
  }

  /// A set of hooks.
  public struct Hooks: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    public init(_ hook: Hook) { rawValue = 1 << UInt16(hook.rawValue) }
    public func has(_ hook: Hook) -> Bool { rawValue & (1 << UInt16(hook.rawValue)) != 0 }
  }

  /// The master whose power a peg has.
  public enum Power: Hashable, Sendable {
    case none
    /// That of the level's master, if it has one.
    case ofLevel
    /// That of the master of this name, whoever the level's is.
    case of(String)
  }

  public let kind: PeggleScriptKind
  public let name: String
  /// A peg's character in pictures.
  public let glyph: Character?
  public let summary: String
  /// The mode's goal, with the names of numbers in braces; nil: its summary is used.
  public let goal: String?
  /// The colour a peg counts as.
  public let colour: String
  /// Points of a peg before multipliers; nil: by its colour in the score table.
  public let points: Int?
  /// Whether a hit lights the peg; else its script does.
  public let isLitByHits: Bool
  public let power: Power
  public let hooks: Hooks
  /// Parameters in the order of their names.
  public let parameters: [ScriptParameter]
  public let source: ScriptSource

  public init(
    _ kind: PeggleScriptKind, name: String, glyph: Character? = nil, summary: String = "",
    goal: String? = nil, colour: String? = nil, points: Int? = nil, isLitByHits: Bool = true,
    power: Power = .none,
    hooks: Hooks = [], parameters: [ScriptParameter] = [], source: ScriptSource
  ) {
    self.kind = kind
    self.name = name
    self.glyph = glyph
    self.summary = summary
    self.goal = goal
    self.colour = colour ?? name
    self.points = points
    self.isLitByHits = isLitByHits
    self.power = power
    self.hooks = hooks
    self.parameters = parameters
    self.source = source
  }

  /// What a level file must know of it.
  public var facts: PeggleScriptFacts {
    PeggleScriptFacts(
      name: name, glyph: glyph, colour: colour == name ? nil : colour, parameters: parameters)
  }
}

/// Where the scripts of a level's pegs, mode and master come from, by name.
public protocol PeggleScriptSource: Sendable {
  /// The script of this name, or nil if there is none.
  /// - Throws: The fault of a script that is there and cannot be loaded.
  func peggleDefinition(
    of kind: PeggleScriptKind, named name: String
  ) throws(ScriptFault) -> PeggleScript?
}
