extension LevelFlags {
  /// Of each level, the place of the first one with its layout: its own where it is the first.
  static func originals(of levels: [LevelSummary]) -> [Int] {
    var first: [String: Int] = [:]
    return levels.enumerated().map { place, level in
      guard let layout = level.layout else { return place }
      if let found = first[layout] { return found }
      first[layout] = place
      return place
    }
  }

  /// A level that looks like an earlier one, perhaps mirrored or in other colours.
  func duplicate(at index: Int) -> LevelFlag? {
    let original = originals[index]
    guard original != index else { return nil }
    let name = SafeText.quoted(summary.levels[original].name)
    return LevelFlag(
      kind: .duplicate,
      reason: "Its layout is that of \(name), perhaps mirrored or with colours swapped.")
  }
}
