import SimHarness

/// The functions of `board` that a bubble's script may call.
///
/// The raw values are their numbers in the host. Source: docs/scripts.md, "The board of a
/// bubble's script".
enum BubbleScriptFunction: Int {
  case kind, colour, neighbours, row, cells, remove, set, score, random, data, setData
  case rows, columns, turn, parameters, variables
  case getVariable, setVariable
  case causeKind, causeColour
  case position, cell, distance, move, shotsLeft
}

/// The functions of `view` that a spawner may call; their numbers lie beyond those of `board`.
enum BubbleSpawnerFunction: Int {
  case turn = 64
  case score, last, count, colours, colour, probability, shown, dealt, ready
}

/// What bubble scripts see of the game.
public enum BubbleScriptInterface {
  public static let all: [ScriptInterface] = [board, variables, cause, view]

  static let board = ScriptInterface(
    name: "board",
    members: [
      method("kind", .kind), method("colour", .colour), method("neighbours", .neighbours),
      method("row", .row), method("cells", .cells), listMethod("remove", .remove),
      method("set", .set), method("score", .score), method("random", .random),
      method("data", .data), method("set_data", .setData),
      method("position", .position), method("cell", .cell), method("distance", .distance),
      method("move", .move), property("shots_left", .shotsLeft),
      property("rows", .rows), property("columns", .columns), property("turn", .turn),
      property("params", .parameters), property("vars", .variables),
    ])

  static let variables = ScriptInterface(
    name: "board.vars", members: [],
    openGet: BubbleScriptFunction.getVariable.rawValue,
    openSet: BubbleScriptFunction.setVariable.rawValue)

  static let cause = ScriptInterface(
    name: "cause", members: [property("kind", .causeKind), property("colour", .causeColour)])

  /// What a spawner sees.
  static let view: ScriptInterface = {
    func property(_ name: String, _ function: BubbleSpawnerFunction) -> ScriptInterface.Member {
      .property(name, function.rawValue)
    }
    func method(_ name: String, _ function: BubbleSpawnerFunction) -> ScriptInterface.Member {
      .method(name, function.rawValue)
    }
    return ScriptInterface(
      name: "view",
      members: [
        property("time", .turn), property("turn", .turn), property("score", .score),
        property("last", .last), property("count", .count), property("colours", .colours),
        method("colour", .colour), method("probability", .probability), method("shown", .shown),
        method("dealt", .dealt), method("ready", .ready),
      ])
  }()

  private static func method(
    _ name: String, _ function: BubbleScriptFunction
  ) -> ScriptInterface.Member {
    .method(name, function.rawValue)
  }

  /// A method that takes one cell or a list of them.
  private static func listMethod(
    _ name: String, _ function: BubbleScriptFunction
  ) -> ScriptInterface.Member {
    var member = method(name, function)
    member.takesList = true
    return member
  }

  private static func property(
    _ name: String, _ function: BubbleScriptFunction
  ) -> ScriptInterface.Member {
    .property(name, function.rawValue)
  }
}

extension BubbleSetup: ScriptUser {
  public var scriptUses: [ScriptUse] {
    var uses = kinds.indices.map { index in
      ScriptUse(
        source: kinds[index].source, hooks: BubbleKind.Hook.allCases.map(\.name),
        parameters: zip(kinds[index].parameters, parameterValues[index]).map {
          (name: $0.name, value: $1)
        })
    }
    if let spawner {
      uses.append(
        ScriptUse(
          source: spawner.source, hooks: ["next"],
          parameters: zip(spawner.parameters, spawnerValues).map { (name: $0.name, value: $1) }))
    }
    return uses
  }
}
