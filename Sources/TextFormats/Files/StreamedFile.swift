import Glibc

/// A file written piece by piece beside its place, which it takes when it is whole.
///
/// What is not a plain file, such as a pipe or a device, is written to as it is.
public final class StreamedFile {
  private let path: String
  /// What is written until it is whole, and the place that it then takes; nil: the path itself is
  /// written to.
  private let unfinished: (path: String, target: String, slot: UnfinishedFiles.Slot)?
  private var file: UnsafeMutablePointer<FILE>?

  /// Opens a file to be written.
  ///
  /// - Parameters:
  ///   - path: The place that it takes when it is whole.
  ///   - followingLinks: Whether the file that a link names is replaced, and not the link; not in a
  ///     folder that may come from an untrusted source.
  /// - Throws: Why it cannot be written.
  public init(_ path: String, followingLinks: Bool = false) throws(FileWriteError) {
    self.path = path
    let written: String
    let mode: mode_t?
    let flags: Int32
    do throws(DiskFault) {
      if let place = try AtomicFile.place(of: path, followingLinks: followingLinks) {
        written = AtomicFile.unfinished(place.target)
        mode = place.mode
        flags = O_CREAT | O_TRUNC | O_NOFOLLOW
        unfinished = (written, place.target, UnfinishedFiles.add(written))
      } else {
        (written, mode, flags) = (path, nil, O_APPEND)
        unfinished = nil
      }
    } catch {
      throw FileWriteError(path: path, reason: error.reason, isBroken: error.isBroken)
    }
    let number = open(written, O_WRONLY | O_CLOEXEC | flags, 0o666)
    guard number >= 0 else { throw failure() }
    if let mode { fchmod(number, mode) }
    file = fdopen(number, "w")
    guard file != nil else {
      let fault = failure()
      Glibc.close(number)
      throw fault
    }
  }

  deinit {
    defer { unfinished.map { UnfinishedFiles.drop($0.slot) } }
    guard let file else { return }
    fclose(file)
    unfinished.map { _ = unlink($0.path) }
  }

  package func write(_ text: String) throws(FileWriteError) {
    var text = text
    let isWhole = text.withUTF8 { bytes in
      fwrite(bytes.baseAddress, 1, bytes.count, file) == bytes.count
    }
    if !isWhole { throw failure() }
  }

  public func write(_ bytes: [UInt8]) throws(FileWriteError) {
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw failure() }
  }

  /// Puts the file in its place.
  public func close() throws(FileWriteError) {
    guard let open = file else { return }
    file = nil
    guard fclose(open) == 0, unfinished.map({ rename($0.path, $0.target) == 0 }) ?? true else {
      let error = failure()
      unfinished.map { _ = unlink($0.path) }
      throw error
    }
  }

  private func failure() -> FileWriteError {
    let fault = DiskFault.last
    return FileWriteError(path: path, reason: fault.reason, isBroken: fault.isBroken)
  }
}
