import SimHarness

/// The functions of `game` and `view` that scripts of bubble pop may call.
///
/// The raw values are their numbers in the host. Source: docs/scripts.md, "The language and its
/// limits".
enum PopScriptFunction: Int {
  case addTime, score, remove, bubbles, within, position, colour, random
  case time, timeLeft, width, height, parameters, variables
  case getVariable, setVariable
  case viewTime, viewScore, viewLast, viewCount, viewColours, viewColour, viewProbability
  case viewShown
}

/// What scripts of bubble pop see of the game.
public enum PopScriptInterface {
  public static let all: [ScriptInterface] = [game, variables, view]

  static let game = ScriptInterface(
    name: "game",
    members: [
      method("add_time", .addTime), method("score", .score), method("remove", .remove),
      method("bubbles", .bubbles), method("within", .within), method("position", .position),
      method("colour", .colour), method("random", .random),
      property("time", .time), property("time_left", .timeLeft), property("width", .width),
      property("height", .height), property("params", .parameters),
      property("vars", .variables),
    ])

  static let variables = ScriptInterface(
    name: "game.vars", members: [],
    openGet: PopScriptFunction.getVariable.rawValue,
    openSet: PopScriptFunction.setVariable.rawValue)

  static let view = ScriptInterface(
    name: "view",
    members: [
      property("time", .viewTime), property("score", .viewScore), property("last", .viewLast),
      property("count", .viewCount), property("colours", .viewColours),
      method("colour", .viewColour), method("probability", .viewProbability),
      method("shown", .viewShown),
    ])

  private static func method(
    _ name: String, _ function: PopScriptFunction
  ) -> ScriptInterface.Member {
    .method(name, function.rawValue)
  }

  private static func property(
    _ name: String, _ function: PopScriptFunction
  ) -> ScriptInterface.Member {
    .property(name, function.rawValue)
  }
}
