import SimHarness

extension PopLevelFile {
  public func findings(catalog: any PopCatalog) -> [LevelFinding] {
    if rules.maxBubbles == 0 {
      return [
        LevelFinding(
          .error, at: .key("maxBubbles"),
          message: "no bubbles ever appear; set at least 1")
      ]
    }
    return coloursThatNeverCome + crowding
  }

  /// Kinds of bubbles that nothing draws.
  private var coloursThatNeverCome: [LevelFinding] {
    guard spawner == nil else { return [] }
    return colours.indices.filter { colours[$0].probability == 0 }.map { index in
      LevelFinding(
        .warning, at: .key("bubbles"), .index(index),
        message: "\(colours[index].name) bubbles never appear: their probability is 0; raise it"
          + " or remove them")
    }
  }

  /// More bubbles than fit on the screen in any arrangement.
  private var crowding: [LevelFinding] {
    let room = rules.width * rules.height / (4 * rules.radius * rules.radius)
    // The densest packing of circles covers pi / sqrt(12) of the plane.
    let capacity = room * 1.1547
    guard Double(rules.maxBubbles) > capacity else { return [] }
    return [
      LevelFinding(
        .warning, at: .key("maxBubbles"),
        message:
          "the area has room for at most \(Int(saturating: capacity)) bubbles of this radius,"
          + " not \(rules.maxBubbles); set fewer, a smaller radius or a larger area")
    ]
  }
}
