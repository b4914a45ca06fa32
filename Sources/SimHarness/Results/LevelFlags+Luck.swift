extension LevelFlags {
  /// A level whose score is mostly luck of the deal for some player.
  func luck(_ cells: [CellSummary]) -> LevelFlag? {
    let shares = cells.compactMap { cell in
      cell.metrics.first { $0.name == LuckShare.definition.name }?.value.map { (cell, $0) }
    }
    guard let (cell, share) = shares.max(by: { $0.1.low < $1.1.low }),
      share.isKnown, share.low > thresholds.luck
    else { return nil }
    return LevelFlag(
      kind: .luck,
      reason: "\(ReportNumber.percent(share.value)) of the variance of "
        + "\(SafeText.escaped(cell.agent))'s score comes from the deals, above "
        + "\(ReportNumber.limit(thresholds.luck)).",
      example: cell.example("worst", "median"))
  }
}
