import FoundationEssentials
import Glibc

/// A run's folder: the manifest, the store, the summary and the reports.
public struct RunFolder: Sendable {
  /// The folder's path, as it was given.
  public let path: String

  public init(path: String) { self.path = path }

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
    case junit = "junit.xml"
    case difficultyChart = "difficulty.vl.json"
    case scoreChart = "scores.vl.json"
    case moveChart = "moves.vl.json"
  }

  public func path(of file: File) -> String { "\(path)/\(file.rawValue)" }

  /// Makes the folder for a new run.
  ///
  /// With `replacing` it may take the place of an earlier run; a folder with anything else in it is
  /// refused.
  public func create(replacing: Bool) throws(RunFolderError) {
    let files = FileManager.default
    var isFolder = false
    if files.fileExists(atPath: path, isDirectory: &isFolder) {
      guard isFolder else { throw .unwritable(path, "this is a file, not a folder") }
      let isRun = files.fileExists(atPath: self.path(of: .manifest))
      let isEmpty = (try? files.contentsOfDirectory(atPath: path))?.isEmpty ?? false
      if !isEmpty {
        guard replacing else { throw .exists(path) }
        guard isRun else { throw .foreign(path) }
        for file in File.allCases {
          for suffix in ["", "-wal", "-shm", "-journal"] {
            let old = self.path(of: file) + suffix
            if files.fileExists(atPath: old) { try remove(old) }
          }
        }
      }
    }
    do {
      try files.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw .unwritable(path, Self.reason(error))
    }
  }

  private func remove(_ file: String) throws(RunFolderError) {
    do {
      try FileManager.default.removeItem(atPath: file)
    } catch {
      throw .unwritable(file, Self.reason(error))
    }
  }

  /// Writes a file whole or not at all.
  public func write(_ text: String, to file: File) throws(RunFolderError) {
    do throws(FileWriteError) {
      try AtomicFile.write(text, to: path(of: file))
    } catch {
      throw .unwritable(error.path, error.reason)
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
    (error as? CocoaError).map { AtomicFile.reason(of: $0) } ?? "\(error)"
  }
}

/// Why a run's folder cannot be used.
public enum RunFolderError: Error, Sendable, Equatable, CustomStringConvertible {
  case exists(String)
  case foreign(String)
  case missing(String, String)
  case unwritable(String, String)

  public var description: String {
    switch self {
    case .exists(let path):
      "\(path): there is a run here already; choose another --out or replace it with --force"
    case .foreign(let path):
      "\(path): this folder holds other files than a run's; choose another --out"
    case .missing(let path, let file):
      "\(path): there is no \(file) here; name a folder that `playtest run` wrote"
    case .unwritable(let path, let reason): "\(path): cannot write: \(reason)"
    }
  }
}

/// Files that are written whole or not at all.
public enum AtomicFile {
  /// Writes beside the file first and then takes its place.
  public static func write(_ text: String, to path: String) throws(FileWriteError) {
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch let error as CocoaError {
      throw FileWriteError(path: path, reason: reason(of: error))
    } catch {
      throw FileWriteError(path: path, reason: "\(error)")
    }
  }

  static func reason(of error: CocoaError) -> String {
    switch error.code {
    case .fileWriteNoPermission: "permission denied"
    case .fileWriteOutOfSpace: "no space left"
    case .fileWriteVolumeReadOnly: "the file system is read-only"
    case .fileNoSuchFile, .fileReadNoSuchFile: "there is no such folder"
    case .fileWriteFileExists: "a file of this name is in the way"
    default:
      (error.underlying as? POSIXError).map { String(cString: strerror($0.code.rawValue)) }
        ?? "error \(error.code.rawValue)"
    }
  }
}

/// A file that could not be written.
public struct FileWriteError: Error, Sendable, Equatable, CustomStringConvertible {
  public let path: String
  public let reason: String

  public var description: String { "\(path): cannot write: \(reason)" }
}
