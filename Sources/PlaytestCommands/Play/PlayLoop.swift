import Glibc
import SimHarness

/// Runs a person's games at a terminal until the person leaves.
struct PlayLoop {
  /// Why the playing ended.
  enum Ending {
    case left
    /// A signal's number.
    case signalled(Int32)

    /// Whether the terminal is gone.
    var isHangUp: Bool {
      if case .signalled(SIGHUP) = self { true } else { false }
    }
  }

  let terminal: Terminal
  /// Begins a game, given how many were played before.
  let begin: (_ number: Int) throws -> any TerminalSession
  /// Receives a game that is over or abandoned; returns what to say about it.
  let end: (_ number: Int, PlayedGame) throws -> End

  /// What the screen shows after a game.
  struct End {
    let note: String
    let standings: [Standing]
  }

  /// A wait without an event ends after this time, in seconds, so that a signal that came just
  /// before the wait is noticed.
  private static let maxWait = 0.2
  /// Seconds after which an escape that nothing follows counts as the Escape key.
  private static let escapeTime = 0.05

  private var decoder = KeyDecoder()
  private var lastFrame = ""
  private var number = 0
  private var isKept = false
  /// When the game began, by the system's clock; time in which the program was stopped is left out.
  private var began = 0.0

  init(
    terminal: Terminal, begin: @escaping (Int) throws -> any TerminalSession,
    end: @escaping (Int, PlayedGame) throws -> End
  ) {
    self.terminal = terminal
    self.begin = begin
    self.end = end
  }

  /// Seconds of the game's own clock.
  private var now: Double { Progress.now() - began }

  /// Plays; the terminal's mode is put back before this returns or throws.
  mutating func run() throws -> Ending {
    var session = try begin(number)
    TerminalSignals.listen()
    guard TerminalMode.enter() else {
      throw CommandFailure(.inputOutput, "the terminal does not support reading single keys")
    }
    defer { TerminalMode.leave() }
    began = Progress.now()
    while true {
      session.pass(to: now)
      try keepIfOver(session)
      guard show(session) else { return try leave(session, .signalled(SIGHUP)) }
      switch terminal.read(within: wait(for: session)) {
      case .hungUp: return try leave(session, .signalled(SIGHUP))
      case .bytes(let bytes):
        for key in decoder.keys(in: bytes) {
          if let ending = try take(key, &session) { return ending }
        }
      case .nothing:
        for key in decoder.flush() {
          if let ending = try take(key, &session) { return ending }
        }
      }
      if TerminalSignals.takeStop() { suspend() }
      if TerminalSignals.takeResize() { lastFrame = "" }
      if TerminalSignals.takeContinuation() {
        // Another process may have changed the terminal meanwhile.
        TerminalMode.leave()
        _ = TerminalMode.enter()
        lastFrame = ""
      }
      if let signal = TerminalSignals.endingSignal { return try leave(session, .signalled(signal)) }
    }
  }

  private mutating func take(
    _ key: TerminalKey, _ session: inout any TerminalSession
  ) throws -> Ending? {
    let request = session.handle(key, at: now)
    try keepIfOver(session)
    switch request {
    case .none: return nil
    case .leave: return try leave(session, .left)
    case .interrupt: return try leave(session, .signalled(SIGINT))
    case .suspend: suspend()
    case .redraw: lastFrame = ""
    case .again:
      if !isKept { _ = try end(number, session.played) }
      number += 1
      isKept = false
      session = try begin(number)
      began = Progress.now()
    }
    return nil
  }

  /// How long to wait for a key, in seconds.
  private func wait(for session: any TerminalSession) -> Double {
    if decoder.isWaiting { return Self.escapeTime }
    let time = now
    guard let next = session.nextChange(after: time) else { return Self.maxWait }
    return min(next - time, Self.maxWait)
  }

  /// Keeps a game as soon as it is over, not only when its player leaves.
  private mutating func keepIfOver(_ session: any TerminalSession) throws {
    guard session.isOver, !isKept else { return }
    isKept = true
    let shown = try end(number, session.played)
    session.note = shown.note
    session.standings = shown.standings
  }

  private mutating func leave(
    _ session: any TerminalSession, _ ending: Ending
  ) throws -> Ending {
    if !isKept { _ = try end(number, session.played) }
    return ending
  }

  /// Sends the screen if it has changed; false where nobody sees it.
  private mutating func show(_ session: any TerminalSession) -> Bool {
    let size = terminal.size
    let canvas = session.canvas(width: size.width, height: size.height, at: now)
    let frame = canvas.frame(terminal.depth)
    guard frame != lastFrame else { return true }
    // After a resize or a stop the old screen is invalid.
    let isFresh = lastFrame.isEmpty
    lastFrame = frame
    return terminal.write(isFresh ? "\u{1B}[2J" + frame : frame)
  }

  private mutating func suspend() {
    let stopped = Progress.now()
    TerminalMode.leave()
    TerminalSignals.stop()
    _ = TerminalMode.enter()
    lastFrame = ""
    began += Progress.now() - stopped
  }
}
