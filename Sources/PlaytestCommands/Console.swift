import Glibc
import SimHarness

/// The terminal: results on stdout, everything else on stderr.
enum Console {
  /// What the program does when nobody reads its stdout any more.
  enum UnreadOutput {
    /// It ends quietly, as in any pipe.
    case ends
    /// It continues, because its exit code says more than its output.
    case isDropped
  }

  /// Readies the standard files, before anything is opened or written.
  static func open() {
    // Writing to a reader that has gone, or past the largest file allowed, is then an error that
    // can be reported, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // A file that got the descriptor of a closed stdout would be written to as stdout.
    for file in STDIN_FILENO...STDERR_FILENO where fcntl(file, F_GETFD) == -1 {
      _ = Glibc.open("/dev/null", O_RDONLY)
    }
  }

  /// Writes a text to stdout; ends the program with `inputOutput` where that fails.
  ///
  /// Removes control characters of the terminal, whatever file or name they come from.
  static func output(_ text: String, unread: UnreadOutput = .ends) {
    if let code = AtomicFile.writeAll(SafeText.lines(text), to: STDOUT_FILENO) {
      guard code == EPIPE else {
        error(["stdout: cannot write: \(DiskFault(code: code).reason)"])
        exit(ExitStatus.inputOutput.rawValue)
      }
      if unread == .ends { exit(0) }
    }
  }

  /// Writes a line to stdout.
  static func line(_ text: String) { output(text + "\n") }

  /// Writes each line to stderr, after the program's name; a terminal gets them broken between
  /// words.
  static func error(_ lines: [String]) {
    let width = errorIsTerminal ? columns(of: STDERR_FILENO) ?? 80 : .max
    note(
      lines.map { line in
        TextTable.wrapped(
          "playtest: \(SafeText.escaped(line, limit: .max))", width: width, margin: "  ")
      }.joined())
  }

  /// Writes a text to stderr; it may return to the line's start, as a progress line does.
  ///
  /// If that fails, there is nowhere to report it.
  static func note(_ text: String) {
    _ = AtomicFile.writeAll(SafeText.lines(text, keeping: "\r"), to: STDERR_FILENO)
  }

  /// The columns of a line on stdout: those of the terminal, else 80, unless `COLUMNS` says
  /// otherwise.
  static var width: Int { columns(of: STDOUT_FILENO) ?? 80 }

  /// The columns that a table of figures may take: those of the terminal; in a file or pipe, which
  /// other programs read, each row is one line.
  static var tableWidth: Int { outputIsTerminal ? width : .max }

  /// The columns of a terminal, or those that `COLUMNS` names; nil for a file or a pipe.
  ///
  /// At least 40, below which no text can be laid out.
  private static func columns(of file: Int32) -> Int? { realColumns(of: file).map { max(40, $0) } }

  /// The same, however few they are.
  private static func realColumns(of file: Int32) -> Int? {
    if let text = getenv("COLUMNS"), let columns = Int(String(cString: text)), columns > 0 {
      return columns
    }
    var window = winsize()
    guard ioctl(file, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { return nil }
    return Int(window.ws_col)
  }

  /// The characters that a line on stderr may have without being broken, which leaves the last
  /// column free: a terminal may break a line that fills it.
  static var errorLine: Int { max(1, (realColumns(of: STDERR_FILENO) ?? 80) - 1) }

  static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
  static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Whether stdout may be coloured: a terminal, and `NO_COLOR` is not set.
  static var hasColour: Bool {
    outputIsTerminal && (getenv("NO_COLOR").map { $0.pointee == 0 } ?? true)
  }

  /// Ends the program: the work is done, and a signal changes the exit code no more.
  static func exit(_ code: Int32) -> Never {
    Interruption.finish(code)
    let notes = Engines.folder.close()
    if !notes.isEmpty { error(notes) }
    Glibc.exit(code)
  }
}
