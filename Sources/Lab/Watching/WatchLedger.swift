import SimHarness

/// The games of levels at their last save, for the change since then.
public struct WatchLedger: Sendable {
  private struct Entry: Sendable {
    /// The content of the level, its scripts and its players.
    var content: String
    var games: [[TrialGame]]
  }

  private var entries: [String: Entry] = [:]
  /// The levels seen so far, by name.
  public var levels: [String] { entries.keys.sorted() }

  public init() {}

  /// Everything that affects how a level plays: its content, its scripts and those of its players.
  public static func content(
    of level: PlayableLevel, players: [RunPlayer], modules: [ScriptSource]
  ) -> String {
    let scripts = (level.scripts + players.flatMap(\.scripts)).map(\.hash)
    let libraries = modules.map { "\($0.name) \($0.hash)" }
    return ([level.hash, level.id] + players.map(\.name) + scripts + libraries).joined(
      separator: "\n")
  }

  /// Whether a level plays as at its last save.
  public func isUnchanged(_ level: String, content: String) -> Bool {
    entries[level]?.content == content
  }

  /// Records the games of a save.
  public mutating func record(_ level: String, content: String, games: [[TrialGame]]) {
    entries[level] = Entry(content: content, games: games)
  }

  /// A level in one line: each player's pass rate (or score, where nothing can be won) and its
  /// paired change since the last save, with 95% intervals.
  ///
  /// - Parameters:
  ///   - level: Its name.
  ///   - hasGoal: Whether it can be passed.
  ///   - players: The players' names.
  ///   - games: Each player's games, from index 0.
  ///   - total: How many games there will be.
  /// - Returns: The line.
  public func line(
    _ level: String, hasGoal: Bool, players: [String], games: [[TrialGame]], of total: Int
  ) -> String {
    let before = entries[level]?.games
    let parts = players.indices.map { player -> String in
      let now = games[player][...]
      let figure = Self.figure(hasGoal: hasGoal, player: player, named: players[player])
      var text = players.count > 1 ? SafeText.escaped(players[player], limit: 24) + " " : ""
      text += figure.estimate(now).map { Self.text($0.evidence, hasGoal: hasGoal) } ?? "no figure"
      if let before, player < before.count {
        let count = min(before[player].count, now.count)
        let change = PairedEffect.difference(
          of: figure, before[player].prefix(count), now.prefix(count))
        text += change.map { ", \(Self.change($0, hasGoal: hasGoal))" } ?? ""
      }
      return text
    }
    let count = games.map(\.count).min() ?? 0
    let name = SafeText.escaped(level, limit: 32)
    let size = count < total ? "\(count) of \(total) games" : ReportNumber.plain(count, "game")
    return "\(name): " + parts.joined(separator: "; ") + " (\(size))"
  }

  private static func figure(hasGoal: Bool, player: Int, named name: String) -> TuneFigure {
    TuneFigure(
      name: "", kind: hasGoal ? .passRate : .score, level: 0, player: player, aim: 0,
      tolerance: 1, weight: 1, target: 0, hasPairs: TableNames.names(in: name).count == 2)
  }

  private static func text(_ figure: Interval, hasGoal: Bool) -> String {
    let unit = hasGoal ? "%" : " points"
    let scale = hasGoal ? 100.0 : 1
    guard figure.isKnown else { return "\(tenths(figure.value * scale))\(unit)" }
    return "\(tenths(figure.value * scale))\(unit)"
      + " [\(tenths(figure.low * scale)), \(tenths(figure.high * scale))]"
  }

  private static func change(_ change: Interval, hasGoal: Bool) -> String {
    let scale = hasGoal ? 100.0 : 1
    func signed(_ value: Double) -> String {
      (value * scale * 10).rounded() > 0 ? "+" + tenths(value * scale) : tenths(value * scale)
    }
    guard change.isKnown else { return signed(change.value) }
    return "\(signed(change.value)) [\(signed(change.low)), \(signed(change.high))]"
  }

  private static func tenths(_ value: Double) -> String {
    let whole = Int(saturating: (value * 10).rounded())
    return "\(whole < 0 ? "-" : "")\(abs(whole) / 10).\(abs(whole) % 10)"
  }
}
