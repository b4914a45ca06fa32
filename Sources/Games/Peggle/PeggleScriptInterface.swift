import SimHarness

/// The functions of `world` and `state` that the scripts of pegs, modes and masters may call.
///
/// The raw values are their numbers in the host. Source: docs/scripts.md, "The language and its
/// limits".
enum PeggleScriptFunction: Int {
  case pegs, position, move, clear, light, isLit, within, spawnBall, push, turnBoard, reenter
  case after, random, data, setData, exploded
  case width, height, time, parameters, variables, rules
  case getVariable, setVariable, getRule
  case balls, addBalls, score, addScore, orangeLeft, pegsTotal, totalPoints, litThisShot
  case bucketThisShot, orangeTotal, pegsLeft

  /// The name in messages.
  var name: String {
    let members = PeggleScriptInterface.world.members + PeggleScriptInterface.state.members
    guard let member = members.first(where: { $0.function == rawValue }) else { return "world" }
    let owner = rawValue >= Self.balls.rawValue ? "state" : "world"
    return owner + (member.isProperty ? "." : ":") + member.name
  }
}

/// What the scripts of pegs, modes and masters see of the game.
public enum PeggleScriptInterface {
  public static let all: [ScriptInterface] = [world, rules, state, variables]

  static let world = ScriptInterface(
    name: "world",
    members: [
      method("pegs", .pegs), method("position", .position), method("move", .move),
      method("clear", .clear), method("light", .light), method("is_lit", .isLit),
      method("within", .within), method("spawn_ball", .spawnBall), method("push", .push),
      method("turn_board", .turnBoard), method("reenter", .reenter), method("after", .after),
      method("exploded", .exploded), method("random", .random), method("data", .data),
      method("set_data", .setData), property("width", .width), property("height", .height),
      property("time", .time), property("params", .parameters), property("vars", .variables),
      property("rules", .rules),
    ])

  static let rules = ScriptInterface(
    name: "world.rules", members: [], openGet: PeggleScriptFunction.getRule.rawValue)

  static let state = ScriptInterface(
    name: "state",
    members: [
      property("balls", .balls), method("add_balls", .addBalls), property("score", .score),
      method("add_score", .addScore), property("orange_left", .orangeLeft),
      property("orange_total", .orangeTotal), property("pegs_left", .pegsLeft),
      property("pegs_total", .pegsTotal), property("total_points", .totalPoints),
      property("lit_this_shot", .litThisShot), property("bucket_this_shot", .bucketThisShot),
      property("time", .time), property("vars", .variables), property("params", .parameters),
      method("random", .random),
    ])

  static let variables = ScriptInterface(
    name: "state.vars", members: [],
    openGet: PeggleScriptFunction.getVariable.rawValue,
    openSet: PeggleScriptFunction.setVariable.rawValue)

  private static func method(
    _ name: String, _ function: PeggleScriptFunction
  ) -> ScriptInterface.Member {
    .method(name, function.rawValue)
  }

  private static func property(
    _ name: String, _ function: PeggleScriptFunction
  ) -> ScriptInterface.Member {
    .property(name, function.rawValue)
  }
}
