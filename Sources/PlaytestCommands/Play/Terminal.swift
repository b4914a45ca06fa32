import Glibc
import SimHarness
import Synchronization

/// The person's terminal: raw keys in, whole screens out, and the old mode back whatever happens.
struct Terminal {
  /// What came from the terminal.
  enum Input {
    case bytes([UInt8])
    case nothing
    /// The terminal is gone.
    case hungUp
  }

  let glyphs: Glyphs
  let depth: ColourDepth

  /// Why the terminal cannot be used to play, and what to do; nil if it can.
  static func problem(environment: [String: String]) -> String? {
    let advice = "; run it directly in a terminal"
    if isatty(STDIN_FILENO) != 1 { return "stdin is not a terminal" + advice }
    if isatty(STDOUT_FILENO) != 1 { return "stdout is not a terminal" + advice }
    if environment["TERM"].map({ $0.isEmpty || $0 == "dumb" }) ?? true {
      return "TERM says that it can only print lines; if it can do more, set TERM=xterm"
    }
    return nil
  }

  init(environment: [String: String]) {
    let name = environment["TERM"] ?? ""
    let locale =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let isUnicode = locale.lowercased().filter { $0 != "-" }.contains("utf8")
    if !Console.hasColour {
      depth = .none
    } else if name.contains("256") || environment["COLORTERM"].map({ !$0.isEmpty }) ?? false {
      depth = .extended
    } else {
      depth = .basic
    }
    glyphs = Glyphs(isUnicode: isUnicode, hasColour: depth != .none)
  }

  /// The window's size in characters; 80 x 24 if the terminal does not report it.
  var size: (width: Int, height: Int) {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0,
      window.ws_row > 0
    else { return (80, 24) }
    return (Int(min(window.ws_col, 500)), Int(min(window.ws_row, 300)))
  }

  /// Shows a text at once; false where nobody can see it any more.
  func write(_ text: String) -> Bool {
    var bytes = ArraySlice(text.utf8)
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if written > 0 {
        bytes = bytes.dropFirst(written)
      } else if errno == EAGAIN {
        var ready = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        _ = poll(&ready, 1, 100)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// What is typed within some seconds; a signal ends the wait.
  func read(within seconds: Double) -> Input {
    var ready = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    let found = poll(&ready, 1, Int32(max(0, min(seconds, 60)) * 1000))
    guard found > 0 else { return .nothing }
    guard ready.revents & Int16(POLLIN) != 0 else { return .hungUp }
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = bytes.withUnsafeMutableBytes { Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count) }
    if count > 0 { return .bytes(Array(bytes.prefix(count))) }
    return count < 0 && (errno == EINTR || errno == EAGAIN) ? .nothing : .hungUp
  }
}

/// The terminal's mode: kept here while another one is on, so that a signal can put it back.
enum TerminalMode {
  private static let kept = Mutex<termios?>(nil)

  /// The alternate screen, without cursor and wrapping, with mouse clicks reported and with pasted
  /// text marked as such.
  private static let enterSequence: StaticString =
    "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?2004h\u{1B}[2J"
  private static let leaveSequence: StaticString =
    "\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?7h\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

  /// Switches the terminal to raw mode and the alternate screen; false if that fails.
  static func enter() -> Bool {
    var old = termios()
    guard tcgetattr(STDIN_FILENO, &old) == 0 else { return false }
    var raw = old
    cfmakeraw(&raw)
    kept.withLock { $0 = old }
    // Keys that were typed ahead are meant for the game.
    guard tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0 else {
      kept.withLock { $0 = nil }
      return false
    }
    send(enterSequence)
    return true
  }

  /// Puts everything back; nothing happens the second time.
  static func leave() {
    let old = kept.withLockIfAvailable { kept -> termios? in
      defer { kept = nil }
      return kept
    }
    guard case .some(.some(var mode)) = old else { return }
    send(leaveSequence)
    // Keys that were typed for the game are not meant for the shell.
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &mode)
  }

  private static func send(_ text: StaticString) {
    text.withUTF8Buffer { _ = Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
  }
}

/// What signals ask for while somebody plays.
enum TerminalSignals {
  private static let ending = Atomic<Int32>(0)
  private static let isResized = Atomic<Bool>(false)
  private static let isContinued = Atomic<Bool>(false)
  private static let isStopping = Atomic<Bool>(false)

  /// Begins to listen, also to signals that whoever started the program had blocked.
  static func listen() {
    var blocked = sigset_t()
    sigemptyset(&blocked)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGCONT, SIGTSTP] {
      sigaddset(&blocked, number)
    }
    sigprocmask(SIG_UNBLOCK, &blocked, nil)
    Interruption.listen()
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { number in
        let isFirst = TerminalSignals.ending.compareExchange(
          expected: 0, desired: number, ordering: .relaxed
        ).exchanged
        // Ends the process if the game does not do so in time, or Ctrl-C asks again. The end of a
        // terminal may be told twice, by it and by its shell, while the game is being kept.
        if isFirst || number == SIGINT { Interruption.take(number) }
      }
    }
    signal(SIGWINCH) { _ in TerminalSignals.isResized.store(true, ordering: .relaxed) }
    signal(SIGCONT) { _ in TerminalSignals.isContinued.store(true, ordering: .relaxed) }
    listenForStop()
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT] {
      signal(number) { number in
        TerminalMode.leave()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  private static func listenForStop() {
    signal(SIGTSTP) { _ in TerminalSignals.isStopping.store(true, ordering: .relaxed) }
  }

  /// The signal that asked to end, or nil.
  static var endingSignal: Int32? {
    let number = ending.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Whether the window may look different since this was asked last.
  static func takeResize() -> Bool { isResized.exchange(false, ordering: .relaxed) }

  /// Whether the program was stopped and continued since the last call.
  static func takeContinuation() -> Bool { isContinued.exchange(false, ordering: .relaxed) }

  static func takeStop() -> Bool { isStopping.exchange(false, ordering: .relaxed) }

  /// Stops the program until it is continued.
  static func stop() {
    signal(SIGTSTP, SIG_DFL)
    raise(SIGTSTP)
    listenForStop()
  }
}
