extension RestrictedPlay {
  /// The level without swaps, without shots off the walls, and without each of its specials, where it
  /// has such; only Bubble Blast has any.
  package static func variants(
    of file: LevelFile, library: ScriptLibrary
  ) -> [(name: String, file: LevelFile)] {
    guard case .bubbleBlast(let level) = file else { return [] }
    var variants: [(name: String, file: LevelFile)] = []
    if level.rules.swap {
      var changed = level
      changed.rules.swap = false
      variants.append(("swap", .bubbleBlast(changed)))
    }
    if level.rules.maxBounces > 0 {
      var changed = level
      changed.rules.maxBounces = 0
      variants.append(("walls", .bubbleBlast(changed)))
    }
    for kind in level.kindNames {
      let isObstacle = (try? library.bubbleKind(named: kind))??.isObstacle ?? false
      variants.append(
        (kind, .bubbleBlast(level.without(kind: kind, leavingHoles: isObstacle))))
    }
    return variants
  }
}
