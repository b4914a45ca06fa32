import SimHarness

/// The numbers of the rules that levels may set: names, units and ranges. The defaults are those of
/// the properties in `PeggleRules.swift`.
extension PeggleRules: NumberedRules {
  private typealias Row = RuleNumber<PeggleRules>

  public static let numbers = RuleNumbers<PeggleRules>(
    boardRows + physicsRows + shotRows + powerRows + scoreRows)

  private static let boardRows: [Row] = [
    .real("width", "px", 200...10_000, \.width, field: "width", "width of the board"),
    .real("height", "px", 200...10_000, \.height, field: "height", "height of the board"),
    .whole("balls", "balls", 0...1000, \.balls, field: "balls", "balls at the start"),
    .whole("aims", "angles", 3...1024, \.aims, "angles offered to agents, equally spaced"),
  ]

  private static let physicsRows: [Row] = [
    .real("gravity", "px/s^2", 0...5000, \.gravity, "downward acceleration of the balls"),
    .real("step", "s", 0.0005...0.05, \.step, "time of one step; msk has 1/60"),
    .whole("substeps", "parts", 1...16, \.substeps, "parts of a step; msk has 2"),
    .real(
      "restitution", "share", 0...1, \.restitution,
      "share of the normal speed kept in a bounce; not used by msk"),
    .real(
      "friction", "share", 0...1, \.friction,
      "share of the tangential speed lost in a bounce; not used by msk"),
    .whole(
      "impactLimit", "impacts", 4...64, \.impactLimit,
      "maximum impacts of a ball calculated per part of a step; not used by msk"),
    .real("ballRadius", "px", 1...60, \.ballRadius, "a ball's radius"),
    .real("ballSpeed", "px/s", 10...5000, \.ballSpeed, "speed of a ball at launch; msk has 1,200"),
    .real("cannonY", "px", 0...1000, \.cannonY, "distance of the cannon from the top"),
  ]

  private static let shotRows: [Row] = [
    .real(
      "bucketRise", "px", 0...1000, \.bucketRise,
      "distance of the bucket's centre from the bottom"),
    .real(
      "bucketWidth", "px", 40...10_000, \.bucketWidth,
      "width of the bucket, less than that of the board"),
    .real("bucketHeight", "px", 10...1000, \.bucketHeight, "height of the bucket"),
    .real("bucketSpeed", "px/s", 0...5000, \.bucketSpeed, "speed of the bucket, back and forth"),
    .real(
      "stuckSpeed", "px/s", 0...1000, \.stuckSpeed,
      "a ball in contact that is slower than this is stuck"),
    .real(
      "stuckTime", "s", 0.01...1000, \.stuckTime, "after this time stuck, a ball clears lit pegs"),
    .real(
      "releaseTime", "s", 0.01...1000, \.releaseTime,
      "after this time stuck, a ball passes through what blocks it"),
    .real("shotTime", "s", 0.1...1000, \.shotTime, "a shot ends after this time"),
  ]

  private static let powerRows: [Row] = [
    .real(
      "kaboomRadius", "px", 0...10_000, \.kaboomRadius,
      "pegs within this distance of an explosion are removed"),
    .real(
      "throwRadius", "px", 0...10_000, \.throwRadius,
      "pegs within this distance of an explosion are thrown"),
    .real(
      "chainRadius", "px", 0...10_000, \.chainRadius,
      "green pegs within this distance of an explosion explode, too"),
    .real("chainDelay", "s", 0...1000, \.chainDelay, "time until they explode"),
  ]

  private static let scoreRows: [Row] = [
    score("blue", "points", points, \.scoring.blue, "points for a blue peg"),
    score("orange", "points", points, \.scoring.orange, "points for an orange peg"),
    score("purple", "points", points, \.scoring.purple, "points for a purple peg"),
    score("green", "points", points, \.scoring.green, "points for a green peg"),
    score("others", "points", points, \.scoring.others, "points for any other peg"),
    score(
      "multiplier15", "times", 0...1000, \.scoring.multiplier15,
      "factor for points while at most left15 orange pegs are left"),
    score(
      "multiplier10", "times", 0...1000, \.scoring.multiplier10,
      "factor while at most left10 orange pegs are left"),
    score(
      "multiplier6", "times", 0...1000, \.scoring.multiplier6,
      "factor while at most left6 orange pegs are left"),
    score(
      "multiplier3", "times", 0...1000, \.scoring.multiplier3,
      "factor while at most left3 orange pegs are left"),
    score(
      "multiplier0", "times", 0...1000, \.scoring.multiplier0,
      "factor while no orange pegs are left, in levels that have some at the start"),
    score(
      "left15", "pegs", 0...2000, \.scoring.left15, "maximum orange pegs left for multiplier15"),
    score(
      "left10", "pegs", 0...2000, \.scoring.left10, "maximum orange pegs left for multiplier10"),
    score("left6", "pegs", 0...2000, \.scoring.left6, "maximum orange pegs left for multiplier6"),
    score("left3", "pegs", 0...2000, \.scoring.left3, "maximum orange pegs left for multiplier3"),
    score(
      "timesHits", "0 or 1", 0...1, \.scoring.timesHits,
      "1: the points of a shot are multiplied by the number of pegs hit"),
    score(
      "freeBall1", "points", freeBall, \.scoring.freeBall1,
      "points in one shot for the first free ball; 0: none"),
    score(
      "freeBall2", "points", freeBall, \.scoring.freeBall2,
      "points in one shot for the second free ball; 0: none"),
    score(
      "freeBall3", "points", freeBall, \.scoring.freeBall3,
      "points in one shot for the third free ball; 0: none"),
  ]

  private static let points = -10_000.0...10_000.0
  private static let freeBall = 0.0...1_000_000_000.0

  /// A number of the score table.
  private static func score(
    _ name: String, _ unit: String, _ range: ClosedRange<Double>,
    _ place: any WritableKeyPath<PeggleRules, Int> & Sendable, _ summary: String
  ) -> Row {
    .whole(name, unit, range, place, field: "scoring.\(name)", summary)
  }
}
