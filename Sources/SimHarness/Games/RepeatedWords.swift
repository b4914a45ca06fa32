extension [String] {
  /// What happened, in words; what happened several times in a row is said once:
  /// `crate removed 1 (6 times), 2 fell`.
  package func joinedWithTimes() -> String {
    var runs: [(words: String, times: Int)] = []
    for words in self {
      if let last = runs.last, last.words == words {
        runs[runs.count - 1].times += 1
      } else {
        runs.append((words, 1))
      }
    }
    return runs.map { $0.times == 1 ? $0.words : "\($0.words) (\($0.times) times)" }
      .joined(separator: ", ")
  }
}
