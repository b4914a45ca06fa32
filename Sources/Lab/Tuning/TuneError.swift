import SimHarness

/// Why tuning or explaining cannot continue.
public enum TuneError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A script or an engine failed in a game.
  case faulted(GameFault)
  /// The same in a game of a level with other numbers, such as `goal = 17`.
  case faultedWith(numbers: String, GameFault)
  /// The tune folder holds something else than this tune's log.
  case otherLog(String)
  /// The log cannot be read.
  case damagedLog(String, line: Int, reason: String)
  /// There is a log already.
  case logExists(String)
  /// It was interrupted.
  case cancelled
  /// The tune file asks for something that its levels do not have.
  case invalid(String)
  /// A figure that the search has measured cannot be measured on the games that verify it.
  case unverifiable(String)
  /// The budget, in games, does not allow the first step of the search; the smallest one does.
  case smallBudget(Int, smallest: Int)

  /// Whether what was asked for cannot be tuned, so that the games played say nothing.
  public var isRefusal: Bool {
    switch self {
    case .invalid, .smallBudget: true
    default: false
    }
  }

  public var description: String {
    switch self {
    case .faulted(let fault):
      "\(fault.place), failed: \(fault.message); fix the \(fault.culprit)"
    case .faultedWith(let numbers, let fault):
      "\(fault.place), with \(numbers), failed: \(fault.message); fix the \(fault.culprit), or choose"
        + " ranges without these numbers"
    case .otherLog(let path):
      "\(path): this log is of a tuning run with other levels, players, numbers, aims, games or seed,"
        + " or of another version; repeat its options, choose another --out or replace it with"
        + " --force"
    case .damagedLog(let path, let line, let reason):
      "\(path):\(line): the log cannot be read: \(reason); replace it with --force"
    case .logExists(let path):
      "\(path): the folder already has a tuning run; continue with --resume, replace it with"
        + " --force or choose another --out"
    case .cancelled: "interrupted; continue with --resume"
    case .invalid(let reason), .unverifiable(let reason): reason
    case .smallBudget(let games, let smallest):
      "a budget of \(ReportNumber.games(games)) is too small to start the search; allow at least"
        + " \(smallest)"
    }
  }
}
