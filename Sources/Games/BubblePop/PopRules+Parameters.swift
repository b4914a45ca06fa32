import SimHarness

extension PopRules: NumberedRules {
  public static let numbers = RuleNumbers<PopRules>([
    .whole("duration", "s", 1...600, \.duration, field: "duration", "length of a game"),
    .whole(
      "maxBubbles", "bubbles", 0...200, \.maxBubbles, field: "maxBubbles",
      "maximum number of bubbles on the screen after a refresh"),
    .real("width", "points", 1...10_000, \.width, field: "area.width", "width of the screen"),
    .real("height", "points", 1...10_000, \.height, field: "area.height", "height of the screen"),
    .real("radius", "points", 1...1_000, \.radius, field: "radius", "a bubble's radius"),
    .real(
      "speed", "points/s", 0...10_000, \.speed, field: "movement.speed",
      "speed of the bubbles at the start, if they move"),
    .real(
      "acceleration", "share", 0...100, \.acceleration, field: "movement.acceleration",
      "increase of the speed until the end, as a share of the speed at the start"),
    .real(
      "combo", "times", 0...100, \.combo, field: "combo",
      "factor for the points of a pop with the same colour as the pop before it"),
    .real(
      "refresh", "s", 0.1...600, \.refresh, field: "refresh",
      "time between two refreshes of the screen"),
  ])
}
