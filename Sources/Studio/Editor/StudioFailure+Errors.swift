import SimHarness
import TextFormats

extension StudioFailure {
  static let readOnly = StudioFailure(
    status: 403, code: "studio.read-only",
    message: "this studio is read-only; start it without --read-only to make changes")

  static let missing = StudioFailure(
    status: 404, code: "level.missing", message: "there is no such level; choose another")

  /// A level that comes with the program is not deleted.
  static let builtIn = StudioFailure(
    status: 403, code: "level.read-only",
    message: "a built-in level cannot be deleted; delete levels of your own only")

  /// Another level has a name, or the file of its name.
  /// - Parameter path: The other level's file; nil if it has none yet.
  /// - Returns: What can be done.
  static func taken(in path: String?) -> StudioFailure {
    let file = path?.split(separator: "/").last.map { SafeText.escaped(String($0), limit: 200) }
    return StudioFailure(
      status: 409, code: "level.exists",
      message: file.map {
        "another level has this name or its file, \($0); choose another name, or rename or delete "
          + "that level"
      } ?? "another level that is not saved yet has this name; choose another name",
      file: file)
  }

  /// What went wrong below the studio, in the words of where it did.
  init(describing error: any Error) {
    switch error {
    case let failure as StudioFailure: self = failure
    case let error as LevelEditorError: self.init(error)
    case let error as LevelStoreError: self.init(error)
    case let issues as FileIssues: self.init(issues, code: "level.unreadable")
    case let error as FileWriteError:
      // Paths are long; a message that is cut says neither where nor what.
      self.init(
        status: 409, code: "file.unwritable",
        message: SafeText.escaped("\(error.path)", limit: 1_000)
          + ": cannot write: \(error.reason); check the folder's permissions and the free space")
    default:
      self.init(
        status: 422, code: "failed", message: SafeText.escaped("\(error)", limit: 1_000))
    }
  }

  private init(_ error: LevelEditorError) {
    switch error {
    case .store(let error): self.init(error)
    case .field(let problem):
      // As the form calls the field, and without the place in the file.
      let field = SafeText.escaped(OpenLevel.spaced(problem.field))
      let words = problem.message.replacing(#/^\$[^ :]*: /#, with: "")
      self.init(status: 422, code: "edit.refused", message: "\(field): \(words)")
    default: self.init(status: 422, code: "edit.refused", message: error.description)
    }
  }

  private init(_ error: LevelStoreError) {
    if case .levelExists(_, let path) = error {
      self = .taken(in: path)
      return
    }
    let code =
      switch error {
      case .changedSince: "file.changed"
      case .levelExists: "level.exists"
      case .badName: "level.name"
      case .cannotWrite, .cannotDelete: "file.unwritable"
      case .noSuchLevel: "level.missing"
      case .unreadable: "level.unreadable"
      }
    self.init(
      status: 409, code: code,
      message: error.description.split(separator: "\n").first.map(String.init) ?? code)
  }
}
