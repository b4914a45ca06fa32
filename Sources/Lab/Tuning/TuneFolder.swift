import FoundationEssentials
import Glibc
import SimHarness

/// A tune's folder: the log, the result, the report and the tuned levels.
public struct TuneFolder: Sendable {
  public let path: String
  /// Where the files are: the path, or beside it while they are made to replace what is there.
  public let location: String

  public init(path: String) {
    self.path = path
    location = path
  }

  private init(replacing path: String) {
    self.path = path
    location = Self.replacement(of: path).staged
  }

  /// The files a tune writes beside the levels.
  public enum File: String, CaseIterable, Sendable {
    case log = "tune.jsonl"
    case result = "tune.json"
    case html = "report.html"
  }

  public func path(of file: File) -> String { "\(location)/\(file.rawValue)" }

  /// The folder of the tuned levels, made where it is not there.
  public func levelsFolder() throws(RunFolderError) -> String {
    let folder = "\(location)/levels"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      let reason = RunFolder.reason(error)
      throw RunFolder.isFull(error) ? .failed(folder, reason) : .unwritable(folder, reason)
    }
    return folder
  }

  /// Opens the log: a new one, or what is in it when resumed.
  func open(
    digest: String, resume: Bool
  ) throws -> (log: TuneLog, games: [TuneLog.Key: [TrialGame]]) {
    let files = FileManager.default
    let log = TuneLog(path: path(of: .log), digest: digest)
    if files.fileExists(atPath: log.path) {
      if resume { return (log, try log.read()) }
      throw TuneError.logExists(path)
    } else if let names = try? files.contentsOfDirectory(atPath: location), !names.isEmpty {
      throw RunFolderError.foreign(path)
    }
    do {
      try files.createDirectory(atPath: location, withIntermediateDirectories: true)
    } catch {
      throw RunFolderError(making: path, error)
    }
    try log.begin()
    return (log, [:])
  }

  // MARK: Replacing

  /// Whether the files are made beside the path, to replace what is there.
  public var isReplacement: Bool { location != path }

  /// Where a tune is written that replaces the one in this folder; the folder itself where there is
  /// none.
  public func beginReplacement() throws(RunFolderError) -> TuneFolder {
    let replacement = Self.replacement(of: path)
    replacement.recover()
    guard FileManager.default.fileExists(atPath: path(of: .log)) else { return self }
    try replacement.begin()
    return TuneFolder(replacing: path)
  }

  /// The tune that was begun to replace the one in this folder and is the plan's, if it was
  /// interrupted before it was complete.
  public func unfinishedReplacement(of plan: TunePlan) -> TuneFolder? {
    Self.replacement(of: path).recover()
    let other = TuneFolder(replacing: path)
    let log = TuneLog(path: other.path(of: .log), digest: plan.digest)
    guard let games = try? log.read(), !games.isEmpty else { return nil }
    return other
  }

  /// Puts a complete tune in the place of the one that it replaces; does nothing for one that
  /// replaces none.
  /// - Returns: The tune's folder, which now is at its path.
  public func takePlace() throws(RunFolderError) -> TuneFolder {
    if isReplacement { try Self.replacement(of: path).finish() }
    return TuneFolder(path: path)
  }

  /// Removes the log of a tune that was refused, and the folder where nothing else is in it, so that
  /// the corrected tune can begin here.
  public func discard() {
    if isReplacement {
      try? Self.replacement(of: path).discard()
    } else {
      unlink(path(of: .log))
      rmdir(path)
    }
  }

  private static func replacement(of path: String) -> FolderReplacement {
    FolderReplacement(of: path) { name in
      name == "levels" || File.allCases.contains { $0.rawValue == name }
    }
  }

  /// Writes a file whole or not at all.
  public func write(_ text: String, to file: File) throws(FileWriteError) {
    try AtomicFile.write(text, to: path(of: file), followingLinks: false)
  }
}
