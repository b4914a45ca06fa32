/// Why a level cannot be found, written or deleted.
public enum LevelStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  case noSuchLevel(String, suggestion: String?)
  /// Another level has the name or the file.
  case levelExists(String, path: String)
  case badName(String, problem: String)
  case unreadable(LevelProblem)
  /// The system's reason, such as `permission denied`; `isBroken` where the disk is full or fails.
  case cannotWrite(path: String, reason: String, isBroken: Bool)
  case cannotDelete(path: String, reason: String)
  /// Another program has changed or removed the file since it was read.
  case changedSince(path: String)

  public var description: String {
    switch self {
    case .noSuchLevel(let name, let suggestion):
      "there is no level \(SafeText.named(name)); "
        + (suggestion.map { "did you mean \(SafeText.named($0))?" }
          ?? "list the levels to see their names")
    case .levelExists(let name, let path):
      "\(SafeText.escaped(path, limit: 1_000)) already has another level; choose another name "
        + "than \(SafeText.named(name)) or overwrite the file"
    case .badName(_, let problem): "the level's name: \(problem)"
    case .unreadable(let problem): problem.lines.joined(separator: "\n")
    case .cannotWrite(let path, let reason, _):
      "\(SafeText.escaped(path, limit: 1_000)): cannot write: \(reason); check the folder's "
        + "permissions and the free space"
    case .cannotDelete(let path, let reason):
      "\(SafeText.escaped(path, limit: 1_000)): cannot delete: \(reason); check the folder's "
        + "permissions"
    case .changedSince(let path):
      "\(SafeText.escaped(path, limit: 1_000)) has been changed by another program since it was "
        + "read; load it again or save under another name"
    }
  }

  /// The exit code of a program that ends with this error.
  public var exitCode: Int32 {
    switch self {
    case .noSuchLevel: 66
    case .cannotWrite(_, _, isBroken: true): 74
    case .levelExists, .cannotWrite, .cannotDelete, .changedSince: 73
    case .badName: 65
    case .unreadable(let problem): problem.exitCode
    }
  }
}
