import Glibc

/// The one place that all writes of a run pass on their way to the disk.
///
/// In production it lets everything through; a test makes the n-th operation fail, as a full or
/// failing disk would.
public struct DiskGate: Sendable {
  /// What is about to be done.
  public enum Operation: String, Sendable, CaseIterable {
    case makeFolder
    case lock
    /// A new file beside the one to be replaced.
    case create
    case write
    case flush
    case rename
    case remove
    /// The store is made or opened.
    case openStore
    /// Rows are handed to the store, in a transaction.
    case insert
    case commit
    /// The store's write-ahead log is folded into the one file.
    case fold
  }

  /// The system's error number of the failure, or nil.
  private let failure: @Sendable (Operation, String) -> Int32?

  /// A gate that calls a closure before every operation on a path, which decides whether it fails,
  /// and with which error.
  public init(failure: @escaping @Sendable (Operation, String) -> Int32?) {
    self.failure = failure
  }

  /// Lets everything through.
  public static let open = DiskGate { _, _ in nil }

  /// Passes, or throws the failure.
  package func pass(_ operation: Operation, _ path: String) throws(DiskFault) {
    if let code = failure(operation, path) { throw DiskFault(code: code) }
  }
}

/// An operation on files that failed.
package struct DiskFault: Error {
  /// The system's error number.
  package let code: Int32

  package init(code: Int32) { self.code = code }

  /// The error of the call that has just failed.
  package static var last: DiskFault { DiskFault(code: errno) }

  /// Why, in words for users.
  package var reason: String {
    switch code {
    case EACCES, EPERM: "permission denied"
    case ENOSPC, EDQUOT: "no space left"
    case EROFS: "the file system is read-only"
    case ENOENT: "no such folder"
    case ENOTDIR: "a part of the path is a file and not a folder"
    case EISDIR: "a folder with this name exists"
    case ELOOP: "a link with this name exists"
    default: Self.lowercased(String(cString: strerror(code)))
    }
  }

  /// A text of the system as the rest of a sentence; abbreviations stay as they are.
  private static func lowercased(_ text: String) -> String {
    guard let first = text.first, text.dropFirst().first?.isLowercase == true else { return text }
    return first.lowercased() + text.dropFirst()
  }

  /// Whether the disk failed on the way, rather than refusing from the start.
  package var isBroken: Bool { [ENOSPC, EDQUOT, EIO, EFBIG].contains(code) }
}
