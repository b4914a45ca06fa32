extension GameSpecReader {
  /// Reads which fields of the state only count.
  ///
  /// After `hidden` and `players`.
  mutating func readCounters() {
    let counters = fields.table["counters"]
    if counters == .none { return }
    guard !spec.isForTwo else {
      fields.report(
        "`counters` has no meaning in a two-player game, whose players never see a position twice;"
          + " leave it out", at: "counters")
      return
    }
    let names = counters.sequence?.compactMap(\.string) ?? []
    guard case .table(let pairs) = counters, pairs.count == names.count,
      (1...GameSpec.maxCounters).contains(names.count)
    else {
      fields.report(
        "`counters` must be a list of 1 to \(GameSpec.maxCounters) fields of the state, such as"
          + " counters = { \"moves\", \"score\" }", at: "counters")
      return
    }
    for name in names where check(name, in: "counters", among: spec.counters) {
      if spec.hidden.contains(where: { $0.contains(name) }) {
        fields.report(
          "`counters`: '\(name)' is hidden, so players do not see it anyway; remove it",
          line: line(of: name, in: "counters"))
      } else {
        spec.counters.append(name)
      }
    }
  }
}
