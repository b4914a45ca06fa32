extension RunManifest {
  // MARK: Seal

  /// The text with its own hash as its last field.
  static func sealed(_ text: String) -> String {
    text.dropLast(ending.count) + sealStart + StableDigest.hex(of: text) + sealEnd
  }

  /// Whether a text ends with its hash.
  static func isSealed(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasSuffix(sealEnd) else { return false }
    let body = text.dropLast(sealEnd.count + 16)
    guard body.hasSuffix(sealStart) else { return false }
    return sealed(body.dropLast(sealStart.count) + ending) == text
  }

  private static let ending = "\n}\n"
  private static let sealStart = ",\n  \"digest\": \""
  private static let sealEnd = "\"\n}\n"

  // MARK: Comparing

  /// Why games of another manifest's run cannot be combined with this one's: what differs, and what
  /// to do; nil if they are of one run.
  ///
  /// Titles, pictures and which part it is do not count.
  public func difference(to other: RunManifest) -> String? {
    if let difference = importDifference { return difference }
    if program != other.program {
      return
        "it was made by playtest \(Self.shown(program)), and this is \(other.program); use that"
        + " version"
    }
    return settingsDifference(of: other, ifOtherLevels: levelDifference(to: other))
      ?? engineDifference(to: other) ?? levelDifference(to: other) ?? agentDifference(to: other)
      ?? scriptDifference(to: other)
  }

  /// Why another manifest's run may not replace this one automatically: every difference except the
  /// content of levels and scripts and the program's version; nil if there is none.
  public func settingsDifference(to other: RunManifest) -> String? {
    if let difference = importDifference { return difference }
    if shard != other.shard {
      return "it is \(shard.map { "part \($0) of a run" } ?? "a whole run")"
    }
    let otherLevels = "it has other levels, such as \(Self.shown(levels.first?.name ?? "none"))"
    return settingsDifference(of: other, ifOtherLevels: otherLevels) ?? agentDifference(to: other)
  }

  /// Why no run continues or replaces this one; nil if it was played.
  private var importDifference: String? {
    imported.map {
      "it holds results imported from \(SafeText.quoted($0.file)), which cannot be continued; choose"
        + " another --out"
    }
  }

  /// What differs from a later run of the same levels, in a few words.
  public func changes(in later: RunManifest) -> String {
    var words: [String] = []
    func note(_ names: [String], _ what: String) {
      guard let first = names.first else { return }
      words.append(
        (names.count == 1 ? Self.shown(first) : "\(names.count) levels") + " \(what)")
    }
    let old = Dictionary(levels.map { ($0.id, $0.hash) }) { first, _ in first }
    note(
      later.levels.filter { old[$0.id].map { [hash = $0.hash] in $0 != hash } ?? false }.map(
        \.name), "changed")
    note(later.levels.filter { old[$0.id] == nil }.map(\.name), "added")
    let now = Set(later.levels.map(\.id))
    note(levels.filter { !now.contains($0.id) }.map(\.name), "removed")
    if words.isEmpty, program != later.program { return "this is playtest \(later.program)" }
    return words.isEmpty ? "the agents or their scripts changed" : words.joined(separator: ", ")
  }

  /// What differs in the settings; `ifOtherLevels` if the runs have no level in common, since games
  /// of other levels do not become this run's with other settings.
  private func settingsDifference(
    of other: RunManifest, ifOtherLevels: String?
  ) -> String? {
    if game != other.game { return "it is of the game \(Self.shown(game)), not \(other.game)" }
    let others = Set(other.levels.map(\.id))
    if let ifOtherLevels, !levels.contains(where: { others.contains($0.id) }) {
      return ifOtherLevels
    }
    if seed != other.seed {
      return "the seed was \(seed), now it is \(other.seed); pass --seed \(seed)"
    }
    if precision != other.precision { return Self.difference(precision, other.precision) }
    if games != other.games {
      return "it has \(ReportNumber.plain(games, "game")) per level and player, now"
        + " \(other.games); pass --games \(games)"
    }
    if maxMoves != other.maxMoves {
      return "the move limit was \(maxMoves), now \(other.maxMoves); pass --max-moves"
        + " \(maxMoves)"
    }
    return nil
  }

  private static func difference(_ old: PrecisionGoal?, _ new: PrecisionGoal?) -> String {
    guard let old else { return "it was made without --precision; leave it out" }
    return "it was made with --precision \(JSONWriter.number(old.halfWidth)) --max-games"
      + " \(old.maxGames); pass the same"
  }

  private func levelDifference(to other: RunManifest) -> String? {
    for (old, new) in zip(levels, other.levels) {
      if (old.name, old.id) != (new.name, new.id) {
        return "its levels are different or in another order (\(Self.shown(old.name)), now"
          + " \(Self.shown(new.name))); name the same levels"
      }
      if old.hash != new.hash {
        return "level \(Self.shown(old.name)), or a rule or script that it is played with, has"
          + " changed; restore it"
      }
    }
    if levels.count != other.levels.count {
      return
        "the number of levels was \(levels.count), now it is \(other.levels.count); name the same levels"
    }
    return nil
  }

  private func agentDifference(to other: RunManifest) -> String? {
    let (old, new) = (agents.map(\.name), other.agents.map(\.name))
    if old != new {
      return "its agents are \(old.map(Self.shown).joined(separator: ",")), now"
        + " \(new.map(Self.shown).joined(separator: ",")); pass the same --agents"
    }
    return nil
  }

  private func engineDifference(to other: RunManifest) -> String? {
    guard let engine, let now = other.engine, let difference = engine.difference(from: now) else {
      return nil
    }
    return "engine \(Self.shown(engine.name)) has changed: \(difference); restore it"
  }

  private func scriptDifference(to other: RunManifest) -> String? {
    let (old, new) = (scripts, other.scripts)
    for script in old + new {
      let (before, after) = (
        old.filter { $0.name == script.name }.map(\.hash),
        new.filter { $0.name == script.name }.map(\.hash)
      )
      if before != after {
        return "script \(Self.shown(script.name)) has changed; restore it"
      }
    }
    return nil
  }

  private static func shown(_ text: String) -> String { SafeText.escaped(text, limit: 60) }
}
