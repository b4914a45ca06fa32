import SimHarness

/// A run as JUnit XML: one test per level, which fails if the level is flagged.
enum RunJUnit {
  static func render(_ summary: RunSummary, runPath: String) -> String {
    let facts = ReportFacts(summary)
    let tests = summary.levels.map { level -> JUnitDocument.Test in
      let messages = level.flags.map { "\($0.kind.label): \($0.reason)" }
      let replays = level.flags.compactMap { $0.replay(runPath: runPath, in: summary.folders) }
      let outcome: JUnitDocument.Outcome =
        messages.isEmpty
        ? .passed
        : .failed(
          level.flags.map(\.kind.label).joined(separator: ", "), details: messages + replays)
      return JUnitDocument.Test(group: summary.game, name: level.name, outcome: outcome)
    }
    return JUnitDocument(name: facts.title, tests: tests).render()
  }
}
