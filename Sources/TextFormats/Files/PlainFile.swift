import Glibc

/// Reads files that may be anything: only plain ones, and never more than a limit.
///
/// A folder may come from an untrusted source. A file of gigabytes is refused before anything of it
/// is read, and a pipe, which might be waited for, before it is opened.
package enum PlainFile {
  /// What a path leads to, links followed.
  package enum Kind: Equatable, Sendable {
    case missing
    case folder
    /// Its size in bytes.
    case file(size: Int)
    case pipe
    case socket
    case device
  }

  /// Why a file cannot be read.
  package enum Problem: Error, Equatable, Sendable {
    case missing
    /// It is no plain file; what it is instead, such as `a pipe`.
    case notPlain(String)
    /// It has more bytes than the limit.
    case tooLarge(size: Int)
    /// The system refuses to open or read it; why, such as `permission denied`.
    case unreadable(String)

    /// What the system's last error says.
    fileprivate static var refused: Problem { .unreadable(DiskFault.last.reason) }

    /// In words that follow a path; `limit` is that of the reading.
    package func words(limit: Int) -> String {
      switch self {
      case .missing: "there is no such file"
      case .notPlain(let kind): "this is \(kind), not a file"
      case .tooLarge(let size): "the file has \(size) bytes, more than the maximum of \(limit)"
      case .unreadable(let reason): "cannot read the file: \(reason)"
      }
    }
  }

  /// What a path leads to, links followed.
  package static func kind(of path: String) -> Kind {
    var state = stat()
    guard !path.isEmpty, !path.utf8.contains(0), stat(path, &state) == 0 else { return .missing }
    return kind(state)
  }

  /// The content of a plain file of at most `limit` bytes.
  package static func bytes(at path: String, limit: Int) throws(Problem) -> [UInt8] {
    let kind = kind(of: path)
    // A folder on the way may be closed.
    if kind == .missing, !path.isEmpty, access(path, F_OK) != 0, errno == EACCES { throw .refused }
    _ = try size(kind, limit)
    // Another program may put something else there meanwhile, which is not waited for either.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { throw errno == ENOENT ? .missing : .refused }
    defer { close(file) }
    var state = stat()
    guard fstat(file, &state) == 0 else { throw .refused }
    return try bytes(of: file, size: try size(Self.kind(state), limit), limit)
  }

  /// The first bytes of a plain file, at most so many; nil where there is none that can be read.
  package static func start(of path: String, atMost count: Int) -> [UInt8]? {
    guard case .file = kind(of: path) else { return nil }
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: count)
    let filled = read(file, &bytes, count)
    return filled < 0 ? nil : Array(bytes[..<filled])
  }

  /// The bytes up to the end of a file, which may have grown since its size was asked for.
  private static func bytes(
    of file: Int32, size: Int, _ limit: Int
  ) throws(Problem) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    var piece = [UInt8](repeating: 0, count: min(max(size, smallestPiece), largestPiece))
    while true {
      let count = read(file, &piece, piece.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .refused }
      if count == 0 { return bytes }
      bytes += piece[..<count]
      guard bytes.count <= limit else { throw .tooLarge(size: bytes.count) }
    }
  }

  private static let smallestPiece = 4 << 10
  private static let largestPiece = 1 << 20

  /// The size of a plain file that is not too large.
  private static func size(_ kind: Kind, _ limit: Int) throws(Problem) -> Int {
    switch kind {
    case .missing: throw .missing
    case .folder: throw .notPlain("a folder")
    case .pipe: throw .notPlain("a pipe")
    case .socket: throw .notPlain("a socket")
    case .device: throw .notPlain("a device")
    case .file(let size):
      guard size <= limit else { throw .tooLarge(size: size) }
      return size
    }
  }

  private static func kind(_ state: stat) -> Kind {
    switch state.st_mode & S_IFMT {
    case S_IFREG: .file(size: Int(state.st_size))
    case S_IFDIR: .folder
    case S_IFIFO: .pipe
    case S_IFSOCK: .socket
    default: .device
    }
  }
}
