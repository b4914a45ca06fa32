import FoundationEssentials
import Glibc

/// An append-only file of JSON objects, one per line; each line ends with a hash that binds it to
/// the subject of the file.
package struct SealedLines: Sendable {
  let path: String
  private let binding: RunBinding

  /// A file of lines that belong to the subject with this digest; other lines are detected.
  package init(path: String, digest: String) {
    self.path = path
    var hash = StableDigest()
    hash.combine(digest)
    binding = RunBinding(run: hash.value)
  }

  private static let sealStart = #","hash":""#
  private static let sealEnd = #""}"#

  /// A line with its hash as the last field.
  package func sealed(_ line: String) -> String {
    let hash = binding.bound(Self.content(line.utf8))
    return line.dropLast() + Self.sealStart + StableDigest.hex(hash) + Self.sealEnd
  }

  /// A line without its hash, and what the hash says of it; nil if it has none.
  package func checked(_ line: ArraySlice<UInt8>) -> (own: [UInt8], verdict: RunBinding.Verdict)? {
    let count = Self.sealStart.utf8.count + 16 + Self.sealEnd.utf8.count
    guard line.count > count, line.suffix(count).starts(with: Self.sealStart.utf8),
      line.suffix(Self.sealEnd.utf8.count).elementsEqual(Self.sealEnd.utf8),
      let hash = UInt64(
        String(
          decoding: line.suffix(count).dropFirst(Self.sealStart.utf8.count).prefix(16),
          as: UTF8.self),
        radix: 16)
    else { return nil }
    let own = Array(line.dropLast(count)) + [UInt8(ascii: "}")]
    return (own, binding.verdict(hash, of: Self.content(own)))
  }

  /// Adds text to the file, which is there; with `flushing` it is on the disk on return.
  ///
  /// Where that fails, as on a full disk, the file is as it was: the next lines would else continue a
  /// line that was cut off, and be lost with it.
  package func append(
    _ text: String, flushing: Bool = false, through gate: DiskGate = .open
  ) throws(FileWriteError) {
    let file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { throw failure() }
    defer { close(file) }
    var state = stat()
    guard fstat(file, &state) == 0 else { throw failure() }
    do throws(DiskFault) {
      try AtomicFile.put(Array(text.utf8), to: file, path, through: gate)
    } catch {
      // What is no plain file, such as a device, cannot be cut.
      _ = ftruncate(file, state.st_size)
      throw failure(error)
    }
    if flushing, fsync(file) != 0, errno != EROFS, errno != EINVAL { throw failure() }
  }

  /// Brings what was added onto the disk; a file that is gone has nothing to bring.
  package func flush(through gate: DiskGate = .open) throws(FileWriteError) {
    let file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else {
      if errno == ENOENT { return }
      throw failure()
    }
    defer { close(file) }
    do throws(DiskFault) {
      try gate.pass(.flush, path)
    } catch {
      throw failure(error)
    }
    if fsync(file) != 0, errno != EROFS, errno != EINVAL { throw failure() }
  }

  private func failure(_ fault: DiskFault = .last) -> FileWriteError {
    FileWriteError(path: path, reason: fault.reason, isBroken: fault.isBroken)
  }

  private static func content(_ text: some Collection<UInt8>) -> UInt64 {
    var hash = StableDigest()
    hash.combine(bytes: text)
    return hash.value
  }
}
