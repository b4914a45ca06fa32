import Lab
import SimHarness

/// Notices files of a folder that come, go and change.
///
/// An actor of its own, because a folder may hold thousands of files.
actor FileWatch {
  /// How often the files are looked at.
  static let interval = Duration.milliseconds(250)

  private let folder: String
  private var stamps: FileStamps

  init(_ folder: String) {
    self.folder = folder
    stamps = Self.stamps(folder)
  }

  /// Whether something has changed since the last call.
  func hasChanged() -> Bool {
    let now = Self.stamps(folder)
    defer { stamps = now }
    return now != stamps
  }

  private static func stamps(_ folder: String) -> FileStamps {
    FileStamps(of: LevelFolder(folder).files)
  }
}
