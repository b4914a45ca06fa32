import SimHarness

extension LevelExplanation {
  private static let format = "playtest-explain"
  private static let version = 2

  /// For other programs, and as it is kept beside a run.
  public var json: JSONTree {
    func interval(_ interval: Interval?) -> JSONTree { interval.map(\.tree) ?? .null }
    func reach(_ reach: Reach) -> JSONTree {
      [
        "change": .string(reach.change), "steps": .int(reach.steps), "cost": .double(reach.cost),
        "estimate": .double(reach.estimate), "within": .bool(reach.isWithin),
      ]
    }
    func settings(_ edit: Edit) -> JSONTree {
      edit.settings.map { JSONTree.object($0.map { ($0.path, $0.value) }) } ?? .null
    }
    func field(_ field: Field) -> JSONTree {
      ["now": .double(field.now), "low": .double(field.low), "high": .double(field.high)]
    }
    func failure(_ failure: Failure) -> JSONTree {
      ["change": .string(failure.change), "message": .string(failure.message)]
    }
    func edit(_ edit: Edit) -> JSONTree {
      [
        "lever": .string(edit.lever), "change": .string(edit.change), "steps": .int(edit.steps),
        "cost": .double(edit.cost), "verified": interval(edit.verified),
        "seed": .unsigned(edit.seed), "set": settings(edit),
        "field": edit.field.map(field) ?? .null,
      ]
    }
    func row(_ row: Row) -> JSONTree {
      let members: [(key: String, value: JSONTree)] = [
        ("lever", .string(row.lever)), ("change", .string(row.change)), ("steps", .int(row.steps)),
        ("effect", byPlayer(row.effects)), ("reach", row.reach.map(reach) ?? .null),
      ]
      return .object(members + (row.failure.map { [("failure", failure($0))] } ?? []))
    }
    func byPlayer(_ intervals: [Interval?]) -> JSONTree {
      .object(zip(players, intervals).map { ($0, interval($1)) })
    }
    return [
      "format": .string(Self.format), "version": .int(Self.version), "level": .string(level),
      "player": .string(players[player]),
      "band": [.double(band.lowerBound), .double(band.upperBound)], "within": .bool(isWithin),
      "seed": .unsigned(seed), "games": .int(games), "passRate": byPlayer(rates),
      "levers": .array(rows.map(row)),
      "edits": .array(edits.map(edit)), "nearest": nearest.map(edit) ?? .null,
      "verify": ["games": .int(verifyGames)],
      "gamesPlayed": .int(gamesPlayed),
    ]
  }

  // MARK: Reading

  /// Shares and their differences.
  private static let shares = -2.0...2.0
  private static let costs = 0...1e15
  private static let stepRange = -1_000_000_000...1_000_000_000
  private static let counts = 0...Int.max

  /// Reads what `json` gives.
  static func decode(_ cursor: JSONCursor) -> LevelExplanation? {
    let known = [
      "format", "version", "level", "player", "band", "within", "seed", "games", "passRate",
      "levers", "edits", "nearest", "verify", "gamesPlayed",
    ]
    guard let fields = cursor.object(fields: known) else { return nil }
    if let format = fields.required("format"), format.string() != Self.format {
      format.report("expected \"\(Self.format)\": this does not explain a level")
      return nil
    }
    if let version = fields.required("version"), version.int() != Self.version {
      version.report(
        "this was found by another version of playtest; explain the level again")
      return nil
    }
    guard let level = fields.required("level")?.string(),
      let rates = fields.required("passRate").flatMap(Self.byPlayer),
      let player = fields.required("player")?.name(among: rates.map(\.key), called: "player"),
      let band = fields.required("band").flatMap(Self.band),
      fields.required("within")?.bool() != nil,
      let seed = fields.required("seed")?.uint64(),
      let games = fields.required("games")?.int(in: counts),
      let rows = fields.required("levers")?.array(
        of: "levers", count: 0...100_000, decode: { Self.row($0, players: rates.map(\.key)) }),
      let edits = fields.required("edits")?.array(of: "edits", count: 0...1000, decode: Self.edit),
      let verify = fields.required("verify")?.object(fields: ["games"]),
      let verifyGames = verify.required("games")?.int(in: counts),
      let gamesPlayed = fields.required("gamesPlayed")?.int(in: counts)
    else { return nil }
    let players = rates.map(\.key)
    return LevelExplanation(
      level: level, players: players, player: players.firstIndex(of: player) ?? 0, band: band,
      rates: rates.map(\.value), rows: rows, edits: edits,
      nearest: fields.optional("nearest").flatMap { $0.isNull ? nil : Self.edit($0) }, games: games,
      verifyGames: verifyGames, seed: seed, gamesPlayed: gamesPlayed)
  }

  private static func band(_ cursor: JSONCursor) -> ClosedRange<Double>? {
    guard let ends = cursor.array(of: "rates", count: 2...2, decode: { $0.double(in: 0...1) })
    else { return nil }
    guard ends[0] <= ends[1] else {
      cursor.report("expected two rates, the lower first")
      return nil
    }
    return ends[0]...ends[1]
  }

  private static func byPlayer(_ cursor: JSONCursor) -> [(key: String, value: Interval?)]? {
    cursor.dictionary(of: "players", count: 1...1000) { _, value in Self.interval(value) }
  }

  private static func row(_ cursor: JSONCursor, players: [String]) -> Row? {
    let known = ["lever", "change", "steps", "effect", "reach", "failure"]
    guard let fields = cursor.object(fields: known),
      let lever = fields.required("lever")?.string(),
      let change = fields.required("change")?.string(),
      let steps = fields.required("steps")?.int(in: stepRange),
      let effect = fields.required("effect"), let effects = Self.byPlayer(effect),
      let reach = fields.required("reach").flatMap(Self.reach)
    else { return nil }
    guard effects.map(\.key) == players else {
      effect.report("expected the players of passRate")
      return nil
    }
    return Row(
      lever: lever, change: change, steps: steps, effects: effects.map(\.value), reach: reach,
      failure: fields.optional("failure").flatMap(Self.failure))
  }

  /// A failure, which only a lever has with which a script failed.
  private static func failure(_ cursor: JSONCursor) -> Failure? {
    guard let fields = cursor.object(fields: ["change", "message"]),
      let change = fields.required("change")?.string(),
      let message = fields.required("message")?.string()
    else { return nil }
    return Failure(change: change, message: message)
  }

  /// A reach, which may be null.
  private static func reach(_ cursor: JSONCursor) -> Reach?? {
    if cursor.isNull { return .some(nil) }
    guard
      let fields = cursor.object(fields: ["change", "steps", "cost", "estimate", "within"]),
      let change = fields.required("change")?.string(),
      let steps = fields.required("steps")?.int(in: stepRange),
      let cost = fields.required("cost")?.double(in: costs),
      let estimate = fields.required("estimate")?.double(in: shares),
      let isWithin = fields.required("within")?.bool()
    else { return nil }
    return Reach(
      change: change, steps: steps, cost: cost, estimate: estimate, isWithin: isWithin)
  }

  private static func edit(_ cursor: JSONCursor) -> Edit? {
    let known = ["lever", "change", "steps", "cost", "verified", "seed", "set", "field"]
    guard let fields = cursor.object(fields: known),
      let lever = fields.required("lever")?.string(),
      let change = fields.required("change")?.string(),
      let steps = fields.required("steps")?.int(in: stepRange),
      let cost = fields.required("cost")?.double(in: costs),
      let verified = fields.required("verified"),
      let seed = fields.required("seed")?.uint64(),
      let set = fields.required("set").flatMap(Self.settings)
    else { return nil }
    guard let found = Self.interval(verified) else { return nil }
    guard let figure = found else {
      verified.report(expected: "an interval")
      return nil
    }
    return Edit(
      lever: lever, change: change, steps: steps, cost: cost, verified: figure, seed: seed,
      settings: set, field: fields.optional("field").flatMap(Self.field))
  }

  /// The number that an edit changes; null, or missing in what earlier versions kept, where it
  /// changes none.
  private static func field(_ cursor: JSONCursor) -> Field? {
    guard !cursor.isNull, let fields = cursor.object(fields: ["now", "low", "high"]),
      let now = fields.required("now")?.double(), let low = fields.required("low")?.double(),
      let high = fields.required("high")?.double()
    else { return nil }
    return Field(now: now, low: low, high: high)
  }

  /// The fields that an edit sets, which may be null.
  private static func settings(_ cursor: JSONCursor) -> [LevelEdit]?? {
    if cursor.isNull { return .some(nil) }
    let members = cursor.dictionary(of: "values", count: 1...1000) { path, value in
      LevelEdit(path, to: JSONTree(value.value))
    }
    guard let members else { return nil }
    return members.map(\.value)
  }

  /// An interval, which may be null; an end that is not known is null, too.
  private static func interval(_ cursor: JSONCursor) -> Interval?? {
    if cursor.isNull { return .some(nil) }
    guard let fields = cursor.object(fields: ["value", "low", "high"]),
      let value = fields.required("value")?.double(in: shares),
      let low = fields.required("low").flatMap({ Self.end($0, unknown: -.infinity) }),
      let high = fields.required("high").flatMap({ Self.end($0, unknown: .infinity) })
    else { return nil }
    return Interval(value: value, low: low, high: high)
  }

  private static func end(_ cursor: JSONCursor, unknown: Double) -> Double? {
    cursor.isNull ? unknown : cursor.double(in: shares)
  }
}
