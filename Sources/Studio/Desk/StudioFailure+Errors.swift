import SimHarness
import TextFormats

extension StudioFailure {
  static let readOnly = StudioFailure(
    status: 403, code: "studio.read-only",
    message: "this cannot be changed; open another level, or start the studio without --read-only")

  /// What went wrong below the studio, in the words of where it did.
  init(describing error: any Error) {
    switch error {
    case let failure as StudioFailure: self = failure
    case let error as LevelEditorError: self.init(error)
    case let error as LevelStoreError: self.init(error)
    case let issues as FileIssues: self.init(issues, code: "level.unreadable")
    default: self.init(status: 422, code: "failed", message: SafeText.escaped("\(error)"))
    }
  }

  private init(_ error: LevelEditorError) {
    if case .store(let error) = error {
      self.init(error)
    } else {
      self.init(status: 422, code: "edit.refused", message: error.description)
    }
  }

  private init(_ error: LevelStoreError) {
    let code =
      switch error {
      case .changedSince: "file.changed"
      case .levelExists: "level.exists"
      case .badName: "level.name"
      case .cannotWrite: "file.unwritable"
      case .noSuchLevel: "level.missing"
      case .unreadable: "level.unreadable"
      }
    self.init(
      status: 409, code: code,
      message: error.description.split(separator: "\n").first.map(String.init) ?? code)
  }
}
