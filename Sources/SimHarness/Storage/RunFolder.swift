import FoundationEssentials
import Glibc

/// A run's folder: the manifest, the store, the summary and the reports.
public struct RunFolder: Sendable {
  /// The folder's path, as it was given.
  public let path: String
  /// Where the files are: the path, or beside it while they are made to replace what is there.
  public let location: String
  /// What every write passes.
  let gate: DiskGate

  public init(path: String, gate: DiskGate = .open) {
    self.path = path
    location = path
    self.gate = gate
  }

  /// The folder beside, in which what replaces the content of `path` is made.
  private init(replacing path: String, gate: DiskGate) {
    self.path = path
    location = Self.replacement(of: path, gate: gate).staged
    self.gate = gate
  }

  /// The files a run writes.
  public enum File: String, CaseIterable, Sendable {
    case manifest = "run.json"
    case store = "results.sqlite"
    case summary = "summary.json"
    case html = "report.html"
    case markdown = "report.md"
    case timing = "timing.json"
    /// What scripts printed.
    case log = "log.txt"
    case cellsCSV = "cells.csv"
    case gamesCSV = "games.csv"
    case cellsNDJSON = "cells.ndjson"
    case gamesNDJSON = "games.ndjson"
    case movesCSV = "moves.csv"
    case movesNDJSON = "moves.ndjson"
    case junit = "junit.xml"
    case difficultyChart = "difficulty.vl.json"
    case scoreChart = "scores.vl.json"
    case moveChart = "moves.vl.json"
    case charts = "interactive.html"
    /// What `playtest study` found.
    case study = "study.json"
    /// The pieces of a study that is not yet complete.
    case studyLog = "study.log"
    /// What `playtest explain` found for levels.
    case explanations = "explanations.json"

    /// What to do where the disk failed while the file at a path was written, or the folder.
    fileprivate static func repair(of path: String) -> String {
      switch path.split(separator: "/").last.flatMap({ File(rawValue: String($0)) }) {
      case nil, .manifest, .store, .log, .timing:
        "the games written so far are kept; free some space and run again with --resume"
      case .study, .studyLog, .explanations: "free some space and repeat the command"
      default: "the games are kept; free some space and write it with `playtest report`"
      }
    }

    /// What to do where the file cannot be read.
    fileprivate var advice: String {
      switch self {
      case .manifest, .store: "restore the run's own, or play the run again with --force"
      case .study, .studyLog: "remove it, or run `playtest study` again"
      case .explanations: "remove it, or run `playtest explain` again"
      default: "remove it, or run `playtest report` again"
      }
    }
  }

  public func path(of file: File) -> String { "\(location)/\(file.rawValue)" }

  /// The content of the folder.
  public enum Content: Sendable, Equatable {
    /// No folder, or none of a run's files but those of one that was stopped before it began.
    case nothing
    /// A run's manifest.
    case run
    /// Other files than a run's.
    case foreign
  }

  /// Whether a run's folder has a file of this name.
  package static func isOwn(_ name: String) -> Bool {
    File(rawValue: name) != nil || name == FolderLock.fileName
      || name.hasPrefix(File.store.rawValue + "-")
  }

  /// The current content of the folder.
  public func content() throws(RunFolderError) -> Content {
    let files = FileManager.default
    var isFolder = false
    guard files.fileExists(atPath: location, isDirectory: &isFolder) else { return .nothing }
    guard isFolder else { throw .unwritable(path, "this is a file, not a folder") }
    if files.fileExists(atPath: path(of: .manifest)) { return .run }
    let names: [String]
    do {
      names = try files.contentsOfDirectory(atPath: location)
    } catch {
      throw .unwritable(path, Self.reason(error))
    }
    return names.allSatisfy(Self.isLeftOver) ? .nothing : .foreign
  }

  /// Whether a file is one that a killed process may leave before the manifest is there.
  private static func isLeftOver(_ name: String) -> Bool {
    name == FolderLock.fileName || isUnfinished(name)
  }

  private static func isUnfinished(_ name: String) -> Bool {
    name.hasPrefix(".") && name.contains(AtomicFile.unfinishedSuffix)
  }

  /// The manifest of the run in the folder; nil if there is none that can be read.
  public func manifest() -> RunManifest? { try? readManifest() }

  /// Reads the manifest of the run in the folder.
  func readManifest() throws -> RunManifest {
    try RunManifest(reading: try read(.manifest), file: path(of: .manifest))
  }

  /// Makes the folder for a new run.
  ///
  /// With `replacing` it may take the place of an earlier run that nobody is writing; a folder with
  /// other files in it is refused. The earlier run stays until the new one is complete and
  /// `takePlace` is called.
  /// - Returns: Where to write the new run.
  @discardableResult
  public func create(replacing: Bool) throws(RunFolderError) -> RunFolder {
    replacement.recover()
    switch try content() {
    case .nothing: try make()
    case .run where replacing:
      // Fails if another process is writing the earlier run.
      _ = try lock()
      try replacement.begin()
      return RunFolder(replacing: path, gate: gate)
    case .run: throw .exists(path)
    case .foreign: throw .foreign(path)
    }
    return self
  }

  /// Makes a run that is written in one go, and puts it in the folder once it is complete.
  ///
  /// It is made beside, so that nothing of it is in the folder where `write` fails or the process
  /// is ended; what a killed process leaves beside, the next one removes. An earlier run is
  /// replaced as by `create`.
  /// - Throws: What `write` throws, but `RunFolderError.nothingWritten` where the disk failed.
  func make(replacing: Bool, _ write: (RunFolder) throws -> Void) throws {
    let folder = try beside(replacing: replacing)
    do {
      try write(folder)
      // Another process may have made a run meanwhile.
      if !replacing, folder.isReplacement, try content() == .run {
        throw RunFolderError.exists(path)
      }
    } catch {
      try folder.discardReplacement()
      guard folder.isReplacement else { throw error }
      switch error {
      case StorageError.failed(_, let reason), RunFolderError.failed(_, let reason),
        RunFolderError.notBegun(_, let reason):
        throw RunFolderError.nothingWritten(path, reason)
      default: throw error
      }
    }
    _ = try folder.takePlace()
  }

  /// The place beside the folder for what is to be in it; the folder itself where it is empty and
  /// must stay, such as the current one.
  private func beside(replacing: Bool) throws(RunFolderError) -> RunFolder {
    replacement.recover()
    guard try content() == .nothing, replacement.obstacle == nil else {
      return try create(replacing: replacing)
    }
    let parent = RealPath.parent(of: RealPath.of(path))
    do {
      try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    } catch {
      throw RunFolderError(making: path, error)
    }
    try replacement.begin()
    return RunFolder(replacing: path, gate: gate)
  }

  // MARK: Replacing

  /// Whether the files are made beside the path, to replace what is there.
  public var isReplacement: Bool { location != path }

  /// Puts a complete run in the place of the one that it replaces; does nothing for one that
  /// replaces none.
  /// - Returns: The run's folder, which now is at its path.
  public func takePlace() throws(RunFolderError) -> RunFolder {
    if isReplacement { try replacement.finish() }
    return RunFolder(path: path, gate: gate)
  }

  /// Removes a run that was made to replace another; the other stays.
  func discardReplacement() throws(RunFolderError) {
    if isReplacement { try replacement.discard() }
  }

  /// The run that was begun to replace the one in this folder and is of this plan, if it was
  /// interrupted before it was complete.
  public func unfinishedReplacement(of plan: RunPlan) -> RunFolder? {
    replacement.recover()
    let other = RunFolder(replacing: path, gate: gate)
    guard let manifest = other.manifest(), manifest.shard == plan.shard,
      manifest.difference(to: RunManifest(plan, isPartial: true)) == nil
    else { return nil }
    return other
  }

  private var replacement: FolderReplacement { Self.replacement(of: path, gate: gate) }

  private static func replacement(of path: String, gate: DiskGate) -> FolderReplacement {
    FolderReplacement(of: path, gate: gate) { name in
      File.allCases.contains { file in
        ["", "-wal", "-shm", "-journal"].contains { name == file.rawValue + $0 }
      }
    }
  }

  // MARK: Files

  /// Makes the folder and those above it, where they are not there.
  func make() throws(RunFolderError) {
    do throws(DiskFault) {
      try gate.pass(.makeFolder, location)
    } catch {
      throw RunFolderError(error, path: path).beforeTheFirstGame
    }
    do {
      try FileManager.default.createDirectory(atPath: location, withIntermediateDirectories: true)
    } catch {
      throw Self.isFull(error)
        ? .notBegun(path, Self.reason(error)) : .unwritable(path, Self.reason(error))
    }
  }

  /// Locks the folder against other writers, until the lock is released.
  package func lock() throws(RunFolderError) -> FolderLock {
    do throws(RunFolderError) {
      return try FolderLock(folder: location, through: gate)
    } catch {
      if case .busy = error { throw .busy(path) }
      throw error
    }
  }

  /// Removes what killed processes left half written; only for the holder of the lock.
  func removeLeftOvers() throws(RunFolderError) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: location)) ?? []
    for name in names where Self.isUnfinished(name) { try remove("\(location)/\(name)") }
  }

  /// Removes the log of a study that is complete.
  public func removeStudyLog() throws(RunFolderError) { try remove(path(of: .studyLog)) }

  /// Removes a file, if it is there.
  func remove(_ file: String) throws(RunFolderError) {
    guard access(file, F_OK) == 0 else { return }
    do throws(DiskFault) {
      try gate.pass(.remove, file)
      guard unlink(file) == 0 else { throw DiskFault.last }
    } catch {
      throw RunFolderError(error, path: file)
    }
  }

  /// Writes a file whole or not at all; a link of its name is replaced.
  public func write(_ text: String, to file: File) throws(RunFolderError) {
    do throws(FileWriteError) {
      try AtomicFile.write(text, to: path(of: file), followingLinks: false, through: gate)
    } catch {
      throw error.isBroken
        ? .failed(error.path, error.reason) : .unwritable(error.path, error.reason)
    }
  }

  /// The most bytes of a file that is read.
  private static let maxBytes = 64 << 20

  /// Reads one of the run's text files, of which none is empty.
  public func read(_ file: File) throws(RunFolderError) -> [UInt8] {
    let problem: String
    var advice = file.advice
    do throws(PlainFile.Problem) {
      let bytes = try PlainFile.bytes(at: path(of: file), limit: Self.maxBytes)
      let isEmpty = bytes.allSatisfy { " \t\r\n".utf8.contains($0) }
      guard isEmpty else { return bytes }
      problem = "the file is empty"
    } catch {
      if error == .missing { throw .missing(path, file.rawValue) }
      if let refusal { throw refusal }
      problem = error.words(limit: Self.maxBytes)
      if error == .unreadable(DiskFault(code: EACCES).reason) { advice = Self.allowing }
    }
    throw .unreadable(path(of: file), "\(problem); \(advice)")
  }

  /// Why the folder itself cannot be read; nil where it can be, or is not there.
  var refusal: RunFolderError? {
    guard access(location, R_OK | X_OK) != 0, errno == EACCES else { return nil }
    let reason = DiskFault(code: EACCES).reason
    return .unreadable(path, "cannot read the folder: \(reason); \(Self.allowing)")
  }

  private static let allowing = "allow reading it"

  /// Whether there was no space for what the system refused to write.
  public static func isFull(_ error: any Error) -> Bool {
    (error as? CocoaError)?.code == .fileWriteOutOfSpace
  }

  /// Why the system refused something with a file or folder, in words for users.
  public static func reason(_ error: any Error) -> String {
    if let error = error as? FileWriteError { return error.reason }
    guard let error = error as? CocoaError else { return "\(error)" }
    switch error.code {
    case .fileWriteNoPermission: return "permission denied"
    case .fileWriteOutOfSpace: return "no space left"
    case .fileWriteVolumeReadOnly: return "the file system is read-only"
    case .fileNoSuchFile, .fileReadNoSuchFile: return "no such folder"
    case .fileWriteFileExists: return "a file with this name exists"
    default:
      return (error.underlying as? POSIXError).map { DiskFault(code: $0.code.rawValue).reason }
        ?? "error \(error.code.rawValue)"
    }
  }
}

/// Why a run's folder cannot be used.
public enum RunFolderError: Error, Sendable, Equatable, CustomStringConvertible {
  case exists(String)
  /// The folder that the program chose itself holds a run of other settings.
  case differs(String, String)
  case foreign(String)
  case missing(String, String)
  /// The file is there and cannot be read; the reason says what to do.
  case unreadable(String, String)
  case unwritable(String, String)
  /// The folder holds a part of a run, which has no report of its own.
  case part(String, RunShard)
  /// Another process is writing here.
  case busy(String)
  /// The disk failed on the way: it is full or broken.
  case failed(String, String)
  /// The same before the first game was played.
  case notBegun(String, String)
  /// The same for a run that is written whole or not at all.
  case nothingWritten(String, String)

  init(_ fault: DiskFault, path: String) {
    self = fault.isBroken ? .failed(path, fault.reason) : .unwritable(path, fault.reason)
  }

  /// The folder could not be made.
  public init(making path: String, _ error: any Error) {
    let reason = RunFolder.reason(error)
    self = RunFolder.isFull(error) ? .nothingWritten(path, reason) : .unwritable(path, reason)
  }

  /// The same error, of a run that has no games yet.
  var beforeTheFirstGame: RunFolderError {
    if case .failed(let path, let reason) = self { return .notBegun(path, reason) }
    return self
  }

  public var description: String {
    switch self {
    case .exists(let path):
      "\(path): the folder already has a run; choose another --out or replace it with --force"
    case .differs(let path, let reason):
      "\(path): the folder has another run: \(reason); or replace it with --force, or choose"
        + " another --out"
    case .foreign(let path):
      "\(path): the folder has files that do not belong to a run; choose another --out"
    case .missing(let path, let file):
      "\(path): no \(file) found; name a folder that `playtest run` wrote"
    case .unreadable(let file, let reason): "\(file): \(reason)"
    case .unwritable(let path, let reason):
      "\(path): cannot write: \(reason)"
        + (reason.contains(";") ? "" : "; choose another folder")
    case .part(let path, let shard):
      "\(path): this is part \(shard) of a run; join all parts with `playtest merge` first"
    case .busy(let path):
      "\(path): another playtest is writing to this folder; wait for it or choose another --out"
    case .failed(let path, let reason):
      "\(path): cannot write: \(reason); \(RunFolder.File.repair(of: path))"
    case .notBegun(let path, let reason):
      "\(path): cannot write: \(reason); no game was played; free some space and run the command"
        + " again, or choose another --out"
    case .nothingWritten(let path, let reason):
      "\(path): cannot write: \(reason); nothing was written; free some space or choose another"
        + " --out"
    }
  }
}
