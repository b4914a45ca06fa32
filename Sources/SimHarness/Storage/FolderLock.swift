import Glibc

/// The sign that one process writes in a folder; it dies with the process.
///
/// A file that the system locks (`flock`), so a killed process leaves no lock behind.
package final class FolderLock: Sendable {
  static let fileName = ".lock"

  private let file: Int32
  /// The folder itself, which may be renamed while it is locked.
  private let folder: Int32

  /// Takes the lock of a folder.
  /// - Throws: `busy` where another process has it.
  init(folder: String, through gate: DiskGate) throws(RunFolderError) {
    let path = "\(folder)/\(Self.fileName)"
    do throws(DiskFault) {
      try gate.pass(.lock, path)
    } catch {
      throw RunFolderError(error, path: path)
    }
    self.folder = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    while true {
      let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
      guard file >= 0 else {
        let fault = DiskFault.last
        // The folder is not to blame for what has the lock's name and is no file.
        guard [EISDIR, ELOOP].contains(fault.code) else {
          throw RunFolderError(fault, path: folder)
        }
        throw .unwritable(path, "\(fault.reason); remove it")
      }
      guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
        let fault = DiskFault.last
        close(file)
        if fault.code == EWOULDBLOCK { throw .busy(folder) }
        throw RunFolderError(fault, path: path)
      }
      // The file may have been removed by its last holder since it was opened.
      var held = stat()
      var named = stat()
      if fstat(file, &held) == 0, stat(path, &named) == 0, held.st_ino == named.st_ino {
        self.file = file
        return
      }
      close(file)
    }
  }

  /// Removed while held, so that no other process's lock is removed.
  deinit {
    var held = stat()
    var named = stat()
    if fstat(file, &held) == 0, fstatat(folder, Self.fileName, &named, 0) == 0,
      held.st_ino == named.st_ino
    {
      unlinkat(folder, Self.fileName, 0)
    }
    close(file)
    if folder >= 0 { close(folder) }
  }
}
