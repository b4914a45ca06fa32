import FoundationEssentials
import Glibc

/// A run's folder: the manifest, the store, the summary and the reports.
public struct RunFolder: Sendable {
  /// The folder's path, as it was given.
  public let path: String
  /// What every write passes.
  let gate: DiskGate

  public init(path: String, gate: DiskGate = .open) {
    self.path = path
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
  }

  public func path(of file: File) -> String { "\(path)/\(file.rawValue)" }

  /// What stands in the folder.
  public enum Content: Sendable, Equatable {
    /// No folder, or none of a run's files but those of one that was stopped before it began.
    case nothing
    /// A run's manifest.
    case run
    /// Other files than a run's.
    case foreign
  }

  /// What stands in the folder now.
  public func content() throws(RunFolderError) -> Content {
    let files = FileManager.default
    var isFolder = false
    guard files.fileExists(atPath: path, isDirectory: &isFolder) else { return .nothing }
    guard isFolder else { throw .unwritable(path, "this is a file, not a folder") }
    if files.fileExists(atPath: path(of: .manifest)) { return .run }
    let names = (try? files.contentsOfDirectory(atPath: path)) ?? []
    return names.allSatisfy(Self.isLeftOver) ? .nothing : .foreign
  }

  /// Whether a file is one that a killed process may leave before the manifest is there.
  private static func isLeftOver(_ name: String) -> Bool {
    name == FolderLock.fileName || isUnfinished(name)
  }

  private static func isUnfinished(_ name: String) -> Bool {
    name.hasPrefix(".") && name.contains(AtomicFile.unfinishedSuffix)
  }

  /// Makes the folder for a new run.
  ///
  /// With `replacing` it may take the place of an earlier run that nobody is writing; a folder with
  /// anything else in it is refused.
  public func create(replacing: Bool) throws(RunFolderError) {
    switch try content() {
    case .nothing: break
    case .run where replacing:
      let held = try lock()
      defer { withExtendedLifetime(held) {} }
      try removeRun()
    case .run: throw .exists(path)
    case .foreign: throw replacing ? .foreign(path) : .exists(path)
    }
    try make()
  }

  /// Makes the folder and those above it, where they are not there.
  func make() throws(RunFolderError) {
    do throws(DiskFault) {
      try gate.pass(.makeFolder, path)
    } catch {
      throw RunFolderError(error, path: path)
    }
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw .unwritable(path, Self.reason(error))
    }
  }

  /// Locks the folder against other writers, until the lock is let go.
  package func lock() throws(RunFolderError) -> FolderLock {
    try FolderLock(folder: path, through: gate)
  }

  /// Removes what killed processes left half written; only for the holder of the lock.
  func removeLeftOvers() throws(RunFolderError) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for name in names where Self.isUnfinished(name) { try remove("\(path)/\(name)") }
  }

  private func removeRun() throws(RunFolderError) {
    // The manifest last: until then the folder is a run's, which may be replaced.
    for file in File.allCases where file != .manifest {
      for suffix in ["", "-wal", "-shm", "-journal"] { try remove(path(of: file) + suffix) }
    }
    try remove(path(of: .manifest))
    try removeLeftOvers()
  }

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

  /// Writes a file whole or not at all.
  public func write(_ text: String, to file: File) throws(RunFolderError) {
    do throws(FileWriteError) {
      try AtomicFile.write(text, to: path(of: file), through: gate)
    } catch {
      throw error.isBroken
        ? .failed(error.path, error.reason) : .unwritable(error.path, error.reason)
    }
  }

  /// Reads one of the run's text files.
  public func read(_ file: File) throws(RunFolderError) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path(of: file)) else {
      throw .missing(path, file.rawValue)
    }
    return [UInt8](data)
  }

  private static func reason(_ error: any Error) -> String {
    guard let error = error as? CocoaError else { return "\(error)" }
    switch error.code {
    case .fileWriteNoPermission: return "permission denied"
    case .fileWriteOutOfSpace: return "no space left"
    case .fileWriteVolumeReadOnly: return "the file system is read-only"
    case .fileNoSuchFile, .fileReadNoSuchFile: return "there is no such folder"
    case .fileWriteFileExists: return "a file of this name is in the way"
    default:
      return (error.underlying as? POSIXError).map { String(cString: strerror($0.code.rawValue)) }
        ?? "error \(error.code.rawValue)"
    }
  }
}

/// Why a run's folder cannot be used.
public enum RunFolderError: Error, Sendable, Equatable, CustomStringConvertible {
  case exists(String)
  case foreign(String)
  case missing(String, String)
  case unwritable(String, String)
  /// The folder holds a part of a run, which has no report of its own.
  case part(String, RunShard)
  /// Another process is writing here.
  case busy(String)
  /// The disk failed on the way: it is full or broken.
  case failed(String, String)

  init(_ fault: DiskFault, path: String) {
    self = fault.isBroken ? .failed(path, fault.reason) : .unwritable(path, fault.reason)
  }

  public var description: String {
    switch self {
    case .exists(let path):
      "\(path): there is a run here already; choose another --out or replace it with --force"
    case .foreign(let path):
      "\(path): this folder holds other files than a run's; choose another --out"
    case .missing(let path, let file):
      "\(path): there is no \(file) here; name a folder that `playtest run` wrote"
    case .unwritable(let path, let reason): "\(path): cannot write: \(reason)"
    case .part(let path, let shard):
      "\(path): this is part \(shard) of a run; join all parts with `playtest merge` first"
    case .busy(let path):
      "\(path): another playtest is writing here; wait for its end or choose another --out"
    case .failed(let path, let reason):
      "\(path): cannot write: \(reason); what was written before is kept; make room and run again"
        + " with --resume"
    }
  }
}
