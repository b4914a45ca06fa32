/// Games that are data, served as engines.
package enum OpenServing {
  /// Serves a game whose rules are a script.
  package static func served(
    _ game: OpenGame
  ) -> (description: ServedGameDescription, game: any ServedGame) {
    let host = ScriptHost(interfaces: OpenGames.allInterfaces, libraries: game.modules)
    let spec = game.spec
    let converter = ServedStates<OpenState, OpenTally>.ProtocolConverter(
      level: { fields throws(ServedError) in try level(fields, of: game) },
      moves: { state in
        state.moves.map { move in spec.move.indices.map { move[$0] } }
      },
      move: { numbers, state in
        guard numbers.count == spec.move.count,
          zip(numbers, spec.move).allSatisfy({ $1.range.contains($0) })
        else { return nil }
        return OpenMove(numbers)
      },
      event: { event in (spec.events[event.name].name, event.value) },
      worth: { state, context throws(ScriptFault) in
        guard spec.functions.contains(.worth) else { return nil }
        var call = RulesCall()
        call.steps = [.load, .worth]
        call.position = state.position
        try state.level.perform(&call, in: context)
        return call.worth
      },
      seen: { $0.visibleDigest },
      imagined: { state, keys, scripts in
        let streams = GameStreams(
          deal: StreamKey(rawValue: keys[0]), rules: StreamKey(rawValue: keys[1]),
          scripts: StreamKey(rawValue: keys[0]), agents: StreamKey(rawValue: keys[1]))
        let context = GameContext(streams: streams, scripts: scripts)
        return (state.imagined(at: keys[2], in: context), streams)
      },
      tried: { state, move, context throws(ScriptFault) in
        try tried(state, move, in: context)
      },
      picture: { state in
        spec.functions.contains(.picture)
          ? OpenRenderer(state.level).picture(of: state.view) : nil
      },
      reason: { state, context throws(ScriptFault) in try state.reason(in: context) },
      metrics: spec.metrics.map { .real($0.name, $0.unit, $0.summary) },
      figuresBefore: 2 * spec.events.count)
    var can = ["copy", "imagine", "try", "hash", "streams"]
    if spec.functions.contains(.picture) { can.append("picture") }
    return (
      ServedGameDescription(game: description(of: spec), can: can),
      ServedStates(converter, host: host)
    )
  }

  /// What comes of a move, as players ask that look one move ahead.
  private static func tried(
    _ state: OpenState, _ move: OpenMove, in context: borrowing GameContext
  ) throws(ScriptFault) -> ServedLook {
    if let fault = state.fault { throw fault }
    var call = RulesCall()
    call.steps = [.load, .apply, .save, .score, .outcome, .worth]
    call.position = state.position
    call.move = move.packed
    call.stream = context.streams.rules
    call.draws = state.offset &+ state.draws
    try state.level.perform(&call, in: context)
    var look = ServedLook()
    let seat = state.table.seat
    look.score = call.score
    if state.level.isForTwo { look.score = seat == 2 ? call.scores.second : call.scores.first }
    look.outcome = OpenTable.outcome(call.ending, of: state.level.isForTwo ? seat : 1)
    look.worth = state.level.spec.functions.contains(.worth) ? call.worth : nil
    look.seen = state.level.digest(of: call.position)
    return look
  }

  /// The level of these fields.
  private static func level(
    _ fields: JSONTree, of game: OpenGame
  ) throws(ServedError) -> OpenLevel {
    guard case .object(let members) = fields else {
      throw ServedError(.level, "the fields of a level are an object")
    }
    let header = LevelHeader(game: game.spec.name, name: "served").members
    let text = JSONWriter.compact(.object(header + members))
    let file: OpenLevelFile
    do throws(FileIssues) {
      file = try JSONReader.read(Array(text.utf8), file: "level") {
        OpenLevelFile.decode($0, game)
      }
    } catch {
      let issue = error.issues.first
      let field = issue.map { $0.path.drop { "$.".contains($0) } } ?? ""
      throw ServedError(
        .level, issue?.message ?? "the level cannot be read",
        field: field.isEmpty ? nil : String(field.prefix { $0 != "[" && $0 != "." }))
    }
    return OpenLevel(game: game, name: file.name, id: nil, values: file.values)
  }

  /// What the game is; the protocol has one player, who moves for both of a two-player game.
  private static func summary(of spec: GameSpec) -> String {
    guard spec.isForTwo else { return spec.summary }
    let note = "One player moves for both seats; score and end are those of player 1."
    return spec.summary.isEmpty ? note : "\(spec.summary) \(note)"
  }

  /// What is fixed of a game, as an engine says it.
  private static func description(of spec: GameSpec) -> JSONTree {
    .object([
      ("name", .string(spec.name)), ("summary", .string(summary(of: spec))),
      ("fields", .array(spec.fields.map(\.declaration))),
      (
        "move",
        .array(
          spec.move.map {
            [.string($0.name), .int($0.range.lowerBound), .int($0.range.upperBound)]
          })
      ),
      ("events", .object(spec.events.map { ($0.name, .string($0.summary)) })),
      (
        "metrics",
        .array(
          spec.metrics.map {
            [
              "name": .string($0.name), "unit": .string($0.unit), "summary": .string($0.summary),
            ]
          })
      ),
      ("reasons", .array(spec.lossReasons.map { .string($0) })),
      ("hidden", "imagine"), ("max_moves", .int(spec.maxMoves)), ("goal", .bool(spec.hasGoal)),
      (
        "colours",
        .object(
          spec.colours.sorted { $0.key < $1.key }.map { (String($0.key), .string($0.value)) })
      ),
    ])
  }
}

extension OpenField {
  /// The field as a game declares it.
  var declaration: JSONTree {
    var members: [(key: String, value: JSONTree)] = [("name", .string(name))]
    switch kind {
    case .whole(let range):
      members += [
        ("kind", "whole"), ("min", .int(range.lowerBound)), ("max", .int(range.upperBound)),
      ]
    case .number(let range):
      members += [
        ("kind", "number"), ("min", .double(range.lowerBound)), ("max", .double(range.upperBound)),
      ]
    case .flag: members.append(("kind", "flag"))
    case .choice(let words):
      members += [("kind", "choice"), ("of", .array(words.map { .string($0) }))]
    case .text: members.append(("kind", "text"))
    case .list(let range, let count):
      members += [
        ("kind", "list"), ("min", .int(range.lowerBound)), ("max", .int(range.upperBound)),
        ("least", .int(count.lowerBound)), ("most", .int(count.upperBound)),
      ]
    case .grid(let letters, let rows, let columns):
      members += [
        ("kind", "grid"), ("letters", .string(String(letters))),
        ("rows", [.int(rows.lowerBound), .int(rows.upperBound)]),
        ("columns", [.int(columns.lowerBound), .int(columns.upperBound)]),
      ]
    }
    members.append(("default", usual.tree))
    if !unit.isEmpty { members.append(("unit", .string(unit))) }
    if !summary.isEmpty { members.append(("summary", .string(summary))) }
    switch kind {
    case .whole, .number:
      if !isLever { members.append(("lever", false)) }
      if let step { members.append(("step", .double(step))) }
    default: break
    }
    return .object(members)
  }
}
