import SimHarness

/// Why tuning or explaining cannot continue.
public enum TuneError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A script failed in a game.
  case faulted(String)
  /// A script failed in a game of a level with other numbers, such as `goal = 17`.
  case faultedWith(numbers: String, message: String)
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
  /// The budget, in games, does not allow the first step of the search.
  case smallBudget(Int)

  /// What some figures need of a level.
  static let needs =
    "a pass rate needs a level with a goal, stars need scores for them, a rate of losses needs rules"
    + " that say why a game was lost, and figures of lost or won games need such games"

  public var description: String {
    switch self {
    case .faulted(let message): "a script failed in a game: \(message); fix the script"
    case .faultedWith(let numbers, let message):
      "a script failed in a game with \(numbers): \(message); fix the script, or choose ranges"
        + " without these numbers"
    case .otherLog(let path):
      "\(path): this log belongs to another tune file, level or version; choose another --out or"
        + " replace it with --force"
    case .damagedLog(let path, let line, let reason):
      "\(path):\(line): the log cannot be read: \(reason); replace it with --force"
    case .logExists(let path):
      "\(path): the folder already has a tuning run; continue with --resume, replace it with"
        + " --force or choose another --out"
    case .cancelled: "interrupted; continue with --resume"
    case .invalid(let reason): reason
    case .smallBudget(let games):
      "a budget of \(ReportNumber.games(games)) is too small to start the search; allow more"
    }
  }
}
