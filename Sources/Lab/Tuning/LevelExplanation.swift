import SimHarness

/// What would help a level: the effect of every lever, and edits that bring it into a band.
public struct LevelExplanation: Sendable, Equatable {
  /// One step of a lever.
  public struct Row: Sendable, Equatable {
    public var lever: String
    /// The step in words, such as `1 shot more`.
    public var change: String
    public var steps: Int
    /// The paired change of each player's pass rate, in the order of the players.
    public var effects: [Interval?]
    /// What it takes to come into the band this way; nil where it does not lead there.
    public var reach: Reach?
    /// The first change of the lever with which a script failed; nil: none failed.
    public var failure: Failure?

    public init(
      lever: String, change: String, steps: Int, effects: [Interval?], reach: Reach? = nil,
      failure: Failure? = nil
    ) {
      self.lever = lever
      self.change = change
      self.steps = steps
      self.effects = effects
      self.reach = reach
      self.failure = failure
    }
  }

  /// A change with which a script failed in a game, so that it has no figures.
  public struct Failure: Sendable, Equatable {
    /// The change in words.
    public var change: String
    /// What failed.
    public var message: String

    public init(change: String, message: String) {
      self.change = change
      self.message = message
    }
  }

  /// The steps of a lever that bring the level into the band, or as near as it gets.
  public struct Reach: Sendable, Equatable {
    public var change: String
    public var steps: Int
    public var cost: Double
    /// The pass rate on the search's games, which were used to choose these steps: without an
    /// interval, because the best of several is biased.
    public var estimate: Double
    /// Whether the estimate lies in the band.
    public var isWithin: Bool
  }

  /// A change of one lever that brings the level into the band.
  public struct Edit: Sendable, Equatable {
    public var lever: String
    public var change: String
    public var steps: Int
    public var cost: Double
    /// The pass rate on games that only this edit played, after it was chosen.
    public var verified: Interval
    /// The seed of these games.
    public var seed: UInt64
    /// The fields that differ, for `level edit FILE set ...`; nil where a board changes too.
    public var settings: [LevelEdit]?
    /// The one number that it changes, and what that may be; nil where it changes something else.
    public var field: Field?
  }

  /// A number of a level: what it is now, and what it may be.
  public struct Field: Sendable, Equatable {
    public var now: Double
    public var low: Double
    public var high: Double

    public init(now: Double, low: Double, high: Double) {
      self.now = now
      self.low = low
      self.high = high
    }
  }

  public var level: String
  public var players: [String]
  /// The player whose pass rate is to lie in the band.
  public var player: Int
  public var band: ClosedRange<Double>
  /// The level as it is, by player.
  public var rates: [Interval?]
  /// Sorted: first what brings the level into the band, cheapest first, then what brings it
  /// nearest, then the rest by its effect.
  public var rows: [Row]
  /// At most three, cheapest first; each one's interval on fresh games lies in the band.
  public var edits: [Edit]
  /// Where no change is certain: of those that were measured on fresh games, the one that came
  /// nearest; nil where none was measured, or one is certain.
  public var nearest: Edit?
  /// Games of each level and player behind the effects, and behind a verification.
  public var games: Int
  public var verifyGames: Int
  public var seed: UInt64
  /// All games played.
  public var gamesPlayed: Int

  /// Whether the level lies in the band as it is.
  public var isWithin: Bool { rates[player].map { band.contains($0.value) } ?? false }

  /// The changes that are worth making: those that are certain, else the one that came nearest.
  public var proposals: [Edit] { edits.isEmpty ? [nearest].compactMap(\.self) : edits }

  /// The band in words: `40 to 60%`.
  public var bandWords: String {
    "\(ReportNumber.limit(band.lowerBound).dropLast()) to \(ReportNumber.limit(band.upperBound))"
  }

  /// What else may help; a level of one number has nothing else to change.
  private var advice: String { rows.count > 1 ? "; try several together" : "" }

  /// What is said in place of edits, the same on the terminal and in reports.
  public var verdict: String {
    let player = SafeText.escaped(players[player], limit: 40)
    if isWithin { return "\(player)'s pass rate is already within \(bandWords)." }
    guard let nearest else {
      return "No single change was found that brings \(player)'s pass rate to \(bandWords)"
        + "\(advice)."
    }
    let rate = nearest.verified
    let ends = [rate.low, rate.high].map { String(ReportNumber.limit($0).dropLast()) }
    return "No single change is certain to bring \(player)'s pass rate to \(bandWords)"
      + "\(advice). The nearest: \(SafeText.escaped(nearest.change, limit: 60)), cost"
      + " \(JSONWriter.number(nearest.cost)), passes \(ReportNumber.limit(rate.value))"
      + " [\(ends.joined(separator: ", "))] of \(ReportNumber.count(verifyGames)) fresh games."
  }
}
