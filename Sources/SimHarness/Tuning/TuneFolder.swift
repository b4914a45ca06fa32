import FoundationEssentials

/// A tune's folder: the log, the result, the report and the tuned levels.
public struct TuneFolder: Sendable {
  public let path: String

  public init(path: String) { self.path = path }

  /// The files a tune writes beside the levels.
  public enum File: String, CaseIterable, Sendable {
    case log = "tune.jsonl"
    case result = "tune.json"
    case html = "report.html"
  }

  public func path(of file: File) -> String { "\(path)/\(file.rawValue)" }

  /// The folder of the tuned levels, made where it is not there.
  public func levelsFolder() throws(RunFolderError) -> String {
    let folder = "\(path)/levels"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .unwritable(folder, "the folder cannot be made")
    }
    return folder
  }

  /// Opens the log: a new one, or what is in it when resumed.
  func open(
    digest: String, resume: Bool, force: Bool
  ) throws -> (log: TuneLog, games: [TuneLog.Key: [TrialGame]]) {
    let files = FileManager.default
    let log = TuneLog(path: path(of: .log))
    if files.fileExists(atPath: log.path) {
      if resume { return (log, try log.read(digest: digest)) }
      guard force else { throw TuneError.logExists(path) }
    } else if let names = try? files.contentsOfDirectory(atPath: path), !names.isEmpty {
      throw RunFolderError.foreign(path)
    }
    do {
      try files.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw RunFolderError.unwritable(path, "the folder cannot be made")
    }
    try log.begin(digest: digest)
    return (log, [:])
  }

  /// Writes a file whole or not at all.
  public func write(_ text: String, to file: File) throws(FileWriteError) {
    try AtomicFile.write(text, to: path(of: file))
  }
}
