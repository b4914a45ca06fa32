import FoundationEssentials
import Glibc
import SimHarness

/// The sign that a studio works in a workspace: another one, with levels of its own in memory, would
/// write over what this one writes.
///
/// A file that the system locks (`flock`) and that names the process and its address. A killed
/// studio leaves the file, but no lock.
public final class StudioLock: Sendable {
  private let path: String
  private let file: Int32
  private let own: String

  private static let fileName = "lock"
  private static let ignored = ".gitignore"
  /// Bytes of the file that are read.
  private static let maxBytes = 200
  /// How often the lock is tried again where it was removed while it was being taken.
  private static let tries = 10

  /// Takes the lock of a workspace.
  ///
  /// - Returns: nil if nothing is written: of a studio that reads only, and in a folder that
  ///   cannot be written.
  /// - Throws: That another studio has the lock.
  public static func take(_ workspace: StudioWorkspace) throws(StudioLockError) -> StudioLock? {
    guard !workspace.isReadOnly else { return nil }
    let path = "\(workspace.own)/\(fileName)"
    for _ in 0..<tries {
      guard (try? WorkspaceLevels(workspace).makeOwnFolder()) != nil else { return nil }
      let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      if file < 0 {
        // The last studio has just removed the folder with its lock.
        if errno == ENOENT { continue }
        return nil
      }
      guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
        defer { close(file) }
        let root = URL(filePath: workspace.own).deletingLastPathComponent().path
        throw StudioLockError(root, contents(of: file))
      }
      if isNamed(path, file) { return StudioLock(path: path, file: file, own: workspace.own) }
      close(file)
    }
    return nil
  }

  private init(path: String, file: Int32, own: String) {
    self.path = path
    self.file = file
    self.own = own
    write("")
  }

  deinit {
    release()
    close(file)
  }

  /// Says where the studio can be reached, for those who start another one.
  public func name(_ address: String) { write(address) }

  private func write(_ address: String) {
    let text = Array("\(getpid()) \(address)\n".utf8)
    // Without it another studio only knows less.
    _ = ftruncate(file, 0)
    _ = text.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
  }

  /// Ends the lock, and removes what a studio leaves that has kept nothing.
  ///
  /// The file is removed while it is locked, so that no other process's lock is removed.
  public func release() {
    guard Self.isNamed(path, file) else { return }
    unlink(path)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: own)) ?? []
    if names == [Self.ignored] {
      unlink("\(own)/\(Self.ignored)")
      rmdir(own)
    }
  }

  /// Whether a path still names an open file.
  private static func isNamed(_ path: String, _ file: Int32) -> Bool {
    var held = stat()
    var named = stat()
    return fstat(file, &held) == 0 && lstat(path, &named) == 0 && held.st_ino == named.st_ino
  }

  private static func contents(of file: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: maxBytes)
    let count = pread(file, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}

/// That another studio works in a workspace.
public struct StudioLockError: Error, Equatable, CustomStringConvertible {
  /// The workspace's folder.
  let root: String
  /// The other studio's process; nil if its file does not say.
  let process: Int32?
  /// Its address without the token; nil if its file does not say.
  let address: String?

  init(_ root: String, _ contents: String) {
    self.root = root
    let words = contents.split(whereSeparator: \.isWhitespace)
    process = words.first.flatMap { Int32($0) }.flatMap { $0 > 0 ? $0 : nil }
    let prefix = "http://127.0.0.1:"
    address = words.dropFirst().first.flatMap { word in
      word.hasPrefix(prefix) ? Int(word.dropFirst(prefix.count).filter(\.isNumber)) : nil
    }.flatMap { (1...Int(UInt16.max)).contains($0) ? "\(prefix)\($0)/" : nil }
  }

  public var description: String {
    let place = address.map { " at \($0)" } ?? ""
    let name = process.map { " (process \($0))" } ?? ""
    return "\(SafeText.escaped(root, limit: 1_000)): another studio is using this folder"
      + "\(place)\(name); use the address that it has printed, or end it with Ctrl-C first"
  }
}
