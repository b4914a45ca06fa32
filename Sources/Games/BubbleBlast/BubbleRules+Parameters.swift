import SimHarness

extension BubbleRules: NumberedRules {
  public static let numbers = RuleNumbers<BubbleRules>([
    .whole("columns", "cells", 2...64, \.columns, field: "columns", "cells in a long row"),
    .whole("rows", "rows", 9...64, \.rows, field: "rows", "playable rows"),
    .limit(
      "shots", "shots", 1...100_000, \.shots, field: "shots",
      "shots before the game is lost; if not set, no limit"),
    .whole(
      "preview", "colours", 0...8, \.preview, field: "preview",
      "next colours that the player sees"),
    .whole(
      "maxBounces", "bounces", 0...10_000, \.maxBounces, field: "maxBounces",
      "maximum wall bounces of a shot; a shot with more is lost"),
    .real(
      "contact", "diameters", 0.001...1, \.contact, field: "contact",
      "distance between centres at which a flying bubble stops"),
    .limit(
      "descent", "landed shots", 1...10_000, \.descentEvery, field: "descent.every",
      "landed shots between two descents of the ceiling; if not set, none"),
    .whole(
      "aims", "angles", 3...1024, \.aims,
      "angles offered to agents, equally spaced over the range of aim"),
    .real(
      "aimMargin", "radians", 0.01...1.5, \.aimMargin,
      "smallest angle between a shot and the horizontal"),
    .whole(
      "matchSize", "bubbles", 2...20, \.matchSize, "bubbles of one colour that make a match"),
    score("matched", \.scoring.matched, "points for a matched bubble"),
    score("removed", \.scoring.removed, "points for a bubble removed by an effect"),
    score("activated", \.scoring.activated, "points for an activated special"),
    score("fallen", \.scoring.fallen, "points for a fallen bubble"),
    score("shotLeft", \.scoring.shotLeft, "points per shot left when the game is won"),
  ])

  private static func score(
    _ name: String, _ place: any WritableKeyPath<BubbleRules, Int> & Sendable, _ summary: String
  ) -> RuleNumber<BubbleRules> {
    .whole(name, "points", -10_000...10_000, place, field: "scoring.\(name)", summary)
  }
}
