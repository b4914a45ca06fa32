import Glibc

/// A file written piece by piece beside its place, which it takes when it is whole.
public final class StreamedFile {
  private let path: String
  private let partial: String
  private let slot: UnfinishedFiles.Slot
  private var file: UnsafeMutablePointer<FILE>?

  public init(_ path: String) throws(FileWriteError) {
    self.path = path
    partial = path + ".partial"
    slot = UnfinishedFiles.add(partial)
    // A link is not followed: the folder may come from an untrusted source.
    let place = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard place >= 0 else { throw failure() }
    file = fdopen(place, "w")
    guard file != nil else {
      let fault = failure()
      Glibc.close(place)
      throw fault
    }
  }

  deinit {
    defer { UnfinishedFiles.drop(slot) }
    guard let file else { return }
    fclose(file)
    unlink(partial)
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
    guard fclose(open) == 0, rename(partial, path) == 0 else {
      let error = failure()
      unlink(partial)
      throw error
    }
  }

  private func failure() -> FileWriteError {
    let fault = DiskFault.last
    return FileWriteError(path: path, reason: fault.reason, isBroken: fault.isBroken)
  }
}
