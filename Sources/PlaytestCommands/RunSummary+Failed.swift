import SimHarness

extension RunSummary {
  /// Refuses a run of which no game has a result, before anything else is said to be missing.
  func checkResults(of folder: String) throws(CommandFailure) {
    guard cells.contains(where: { $0.uncounted > 0 }),
      cells.allSatisfy({ $0.uncounted == $0.games })
    else { return }
    throw CommandFailure(.badInput, "\(folder): all games failed; the run's report says why")
  }
}
