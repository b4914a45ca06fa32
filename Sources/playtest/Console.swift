import Glibc
import Synchronization

/// The terminal: results on stdout, everything else on stderr.
enum Console {
  /// Writes a text to stdout.
  ///
  /// A reader that has gone ends the program quietly, as in any pipe.
  static func output(_ text: String) {
    write(text, to: STDOUT_FILENO, mayEnd: true)
  }

  /// Writes a line to stdout.
  static func line(_ text: String) { output(text + "\n") }

  /// Writes each line to stderr, after the program's name.
  static func error(_ lines: [String]) {
    write(lines.map { "playtest: \($0)\n" }.joined(), to: STDERR_FILENO, mayEnd: false)
  }

  /// Writes a text to stderr as it is.
  static func note(_ text: String) { write(text, to: STDERR_FILENO, mayEnd: false) }

  static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
  static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Whether stdout may be coloured: a terminal, and `NO_COLOR` is not set.
  static var hasColour: Bool {
    outputIsTerminal && (getenv("NO_COLOR").map { $0.pointee == 0 } ?? true)
  }

  static func exit(_ code: Int32) -> Never { Glibc.exit(code) }

  private static func write(_ text: String, to file: Int32, mayEnd: Bool) {
    var bytes = ArraySlice(text.utf8)
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if written > 0 {
        bytes = bytes.dropFirst(written)
      } else if errno == EINTR {
        continue
      } else {
        if mayEnd && errno == EPIPE { Glibc.exit(0) }
        if mayEnd {
          error(["stdout: cannot write: \(String(cString: strerror(errno)))"])
          Glibc.exit(ExitStatus.inputOutput.rawValue)
        }
        return
      }
    }
  }
}

/// Ctrl-C and SIGTERM: long work looks at this between games and ends with what it has.
enum Interruption {
  private static let signalNumber = Atomic<Int32>(0)

  /// Begins to listen.
  ///
  /// A second signal ends the process at once.
  static func listen() {
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        if Interruption.signalNumber.exchange(number, ordering: .relaxed) != 0 {
          _exit(128 + number)
        }
      }
    }
    signal(SIGPIPE, SIG_IGN)
  }

  /// The exit code of the signal that came, or nil.
  static var exitCode: Int32? {
    let number = signalNumber.load(ordering: .relaxed)
    return number == 0 ? nil : 128 + number
  }
}
