extension LevelFlags {
  /// A level that looks like an earlier one, up to a mirror or other colours.
  func duplicate(at index: Int) -> LevelFlag? {
    let original = originals[index]
    guard original != index else { return nil }
    let name = SafeText.quoted(summary.levels[original].name)
    return LevelFlag(
      kind: .duplicate,
      reason: "Its layout is that of \(name), up to a mirror or an exchange of colours.")
  }
}
