import Foundation
import Glibc

/// The program beside the tests in a terminal of its own, as a person sits before it.
final class TerminalProgram {
  private let process = Process()
  private let errors = Pipe()
  /// The person's end of the terminal, and the program's.
  private let person: Int32
  private let program: Int32
  private var output = ""
  /// What was shown up to and with the text of the last wait.
  private(set) var shown = ""
  private var isOpen = true

  /// Linux's TIOCSPTLCK and TIOCGPTN, macros that Swift does not see.
  private static let lock: UInt = 0x4004_5431
  private static let number: UInt = 0x8004_5430

  /// Starts the program in a folder; `environment` is added to a plain one.
  ///
  /// With `showsErrors` the terminal shows stderr as well, which then is not gathered apart.
  init(
    _ arguments: [String], in folder: URL, environment: [String: String] = [:],
    width: UInt16 = 80, height: UInt16 = 24, showsErrors: Bool = false
  ) throws {
    person = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var isLocked: Int32 = 0
    var number: Int32 = 0
    guard person >= 0, ioctl(person, Self.lock, &isLocked) == 0,
      ioctl(person, Self.number, &number) == 0
    else { throw POSIXError(.ENOTTY) }
    program = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    guard program >= 0 else { throw POSIXError(.ENOTTY) }
    process.executableURL = Program.file
    process.arguments = arguments
    process.currentDirectoryURL = folder
    // What a build with a sanitizer needs (tools/sanitize.sh) stays.
    let kept = ProcessInfo.processInfo.environment.filter {
      ["ASAN_OPTIONS", "TSAN_OPTIONS", "LD_PRELOAD"].contains($0.key)
    }
    process.environment = kept.merging([
      "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "NO_COLOR": "1", "USER": "ann",
      "LOGNAME": "ann", "HOME": folder.path, "XDG_DATA_HOME": folder.path,
    ]) { $1 }.merging(environment) { $1 }
    let end = FileHandle(fileDescriptor: program, closeOnDealloc: false)
    process.standardInput = end
    process.standardOutput = end
    process.standardError = showsErrors ? end : errors
    resize(width: width, height: height)
    try process.run()
  }

  deinit {
    if process.isRunning { process.terminate() }
    close(person)
    close(program)
  }

  func resize(width: UInt16, height: UInt16) {
    var size = winsize(ws_row: height, ws_col: width, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(person, UInt(TIOCSWINSZ), &size)
    if process.isRunning { kill(process.processIdentifier, SIGWINCH) }
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { write(person, $0.baseAddress, $0.count) }
  }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Waits until the program has shown a text since the last wait; false after a minute without.
  func shows(_ text: String) -> Bool {
    let deadline = Date(timeIntervalSinceNow: 60)
    while !output.contains(text) {
      if Date() > deadline { return false }
      if !gather(within: 100), !process.isRunning, !gather(within: 0) {
        return output.contains(text)
      }
    }
    (shown, output) = (output, "")
    return true
  }

  /// Waits for the program's end; gives its exit code, what it printed at last and on stderr.
  ///
  /// After a minute the program is killed, so that its exit code is none of its own.
  func end() -> (code: Int32, output: String, errors: String) {
    let deadline = Date(timeIntervalSinceNow: 60)
    while process.isRunning {
      if Date() > deadline { signal(SIGKILL) }
      gather(within: 20)
    }
    process.waitUntilExit()
    while gather(within: 0) {}
    try? errors.fileHandleForWriting.close()
    let told = errors.fileHandleForReading.readDataToEndOfFile()
    return (process.terminationStatus, output, String(decoding: told, as: UTF8.self))
  }

  /// Whether the terminal takes lines and echoes keys, as it does for a shell.
  var isPlain: Bool {
    var mode = termios()
    guard tcgetattr(program, &mode) == 0 else { return false }
    return mode.c_lflag & tcflag_t(ICANON) != 0 && mode.c_lflag & tcflag_t(ECHO) != 0
      && mode.c_oflag & tcflag_t(OPOST) != 0
  }

  /// Takes what the program shows within some milliseconds; false where that is nothing.
  @discardableResult
  private func gather(within milliseconds: Int32) -> Bool {
    var ready = pollfd(fd: person, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, milliseconds) > 0, ready.revents & Int16(POLLIN) != 0 else {
      return false
    }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = bytes.withUnsafeMutableBytes { read(person, $0.baseAddress, $0.count) }
    guard count > 0 else { return false }
    output += String(decoding: bytes.prefix(count), as: UTF8.self)
    return true
  }
}
