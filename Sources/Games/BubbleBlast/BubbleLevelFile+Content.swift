import SimHarness

extension BubbleLevelFile {
  public static func scripts(in catalog: any LevelCatalog) -> any BubbleKindCatalog {
    catalog as? any BubbleKindCatalog ?? BubbleKindList([])
  }

  public static var nullableTextFields: [String] { ["spawner"] }

  public static func scriptNames(
    forField path: String, in scripts: any BubbleKindCatalog
  ) -> [String] {
    path == "spawner" ? scripts.colourSpawnerNames(for: BubbleBlast.name) : []
  }

  public var completeTree: JSONTree { withWeights.tree }

  public func checkPlayable(catalog: any BubbleKindCatalog) throws(LevelError) {
    _ = try level(catalog: catalog)
  }

  /// The level without swaps, without shots off the walls, and without each of its specials, where
  /// it has such.
  public func restrictedVariants(
    catalog: any BubbleKindCatalog
  ) -> [(name: String, level: BubbleLevelFile)] {
    var variants: [(name: String, level: BubbleLevelFile)] = []
    if rules.swap {
      var changed = self
      changed.rules.swap = false
      variants.append(("swap", changed))
    }
    // Frozen-Bubble's shots bounce as often as they have to.
    if rules.ruleset == .saga && rules.maxBounces > 0 {
      var changed = self
      changed.rules.maxBounces = 0
      variants.append(("walls", changed))
    }
    for kind in kindNames {
      let isObstacle = (try? catalog.bubbleKind(named: kind))??.isObstacle ?? false
      variants.append((kind, without(kind: kind, leavingHoles: isObstacle)))
    }
    return variants
  }

  public var reasonNotToVary: String? {
    bubbles.isEmpty || colours.count < 2
      ? "varying its board needs bubbles of at least two colours; add some" : nil
  }

  public func difference(from other: BubbleLevelFile) -> Double {
    let cells = Set(bubbles.keys).union(other.bubbles.keys)
    let count = cells.count { bubbles[$0] != other.bubbles[$0] }
    return Double(count) / Double(max(1, other.bubbles.count))
  }
}
