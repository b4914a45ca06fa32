import GRDB
import Glibc

/// Why a run's files cannot be read or written.
public enum StorageError: Error, Sendable, Equatable, CustomStringConvertible {
  case missing(String)
  /// The file is there but is not a store, or is damaged.
  case damaged(String, String)
  /// The file, or a part of it, is whole but belongs to another run.
  case foreign(String, String)
  /// Another program wrote to the file while a run was writing it.
  case disturbed(String, String)
  /// The file cannot be made or written at all: a folder without permission.
  case unwritable(String, String)
  /// Reading or writing failed on the way: a full or failing disk.
  case failed(String, String)
  /// Reading took longer than there was time.
  case outOfTime(String)

  public var description: String {
    switch self {
    case .missing(let path): "\(path): no such file; play the run again with --resume"
    case .damaged(let path, let reason): "\(path): the run cannot be read: \(reason)"
    case .foreign(let path, let reason):
      "\(path): \(reason)"
    case .disturbed(let path, let reason):
      "\(path): another program changed this file while it was written: \(reason); stop that"
        + " program, then continue with --resume"
    case .unwritable(let path, let reason):
      "\(path): cannot write: \(reason); choose another --out"
    case .failed(let path, let reason):
      "\(path): \(reason); the games written so far are kept; free some space or choose another"
        + " --out"
    case .outOfTime(let path): "\(path): there was no time to read all games; run the command again"
    }
  }
}

/// Runs database work and turns its errors into storage errors.
func storing<Value>(
  _ path: String, _ work: () throws -> Value
) throws(StorageError) -> Value {
  do {
    return try work()
  } catch let error as StorageError {
    throw error
  } catch let error as DiskFault {
    throw error.isBroken ? .failed(path, error.reason) : .unwritable(path, error.reason)
  } catch let error as DatabaseError {
    let reason = error.message ?? "SQLite error \(error.resultCode.rawValue)"
    switch error.resultCode.primaryResultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_FORMAT, .SQLITE_TOOBIG:
      throw .damaged(path, "\(reason); play the damaged games again with --resume")
    case .SQLITE_READONLY where access(path + "-journal", F_OK) == 0:
      throw .damaged(
        path,
        "a program that was stopped left its changes in a -journal beside it; play the damaged games"
          + " again with --resume")
    case .SQLITE_FULL, .SQLITE_IOERR: throw .failed(path, reason)
    case .SQLITE_CANTOPEN where access(path, F_OK) == 0 && access(path, R_OK) != 0:
      throw .damaged(path, "\(DiskFault(code: EACCES).reason); allow reading it")
    default: throw .unwritable(path, reason)
    }
  } catch {
    throw .damaged(path, "\(error)")
  }
}
