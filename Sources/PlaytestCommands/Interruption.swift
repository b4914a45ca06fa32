import ArgumentParser
import Glibc
import SimHarness
import Synchronization

/// Ctrl-C, SIGTERM and the end of the terminal (SIGHUP), from the program's start to its end.
///
/// The first signal ends a command that does not look at signals at once, and asks one that does to
/// end in order; where that takes too long, a timer ends the process. A second signal ends it at
/// once, except SIGHUP: a terminal that closes and its shell may both send one. Files that are being written beside their places are removed. The timer is the system's,
/// so all this needs no thread, no memory and no script that returns.
enum Interruption {
  private static let signalNumber = Atomic<Int32>(0)
  /// The millisecond, of a clock that only runs forward, at which the signal came.
  private static let moment = Atomic<Int>(0)
  /// Whether the command looks at `exitCode` itself.
  private static let isAwaited = Atomic<Bool>(false)
  /// The exit code of a command that is done; negative: none is yet.
  private static let finalCode = Atomic<Int32>(-1)
  /// Milliseconds after a signal within which another one is the same.
  private static let repetition = 100
  /// Milliseconds after a signal from which on only quick work is still done.
  private static let patience = 3500
  /// Milliseconds after a signal after which the process is ended in any case.
  private static let limit = 4500

  /// Installs the signal handlers, even if the parent process ignored or blocked the signals; but
  /// what `nohup` has started goes on without its terminal.
  static func begin() {
    // Lazily initialised values must not be first used in a handler.
    UnfinishedFiles.removeAll()
    TerminalMode.leave()
    _ = (exitCode, isLate, isAwaited.load(ordering: .relaxed), finalCode.load(ordering: .relaxed))
    let ending = [SIGINT, SIGTERM] + (isIgnored(SIGHUP) ? [] : [SIGHUP])
    for number in ending { signal(number) { Interruption.take($0) } }
    signal(SIGALRM) { _ in Interruption.end() }
    var handled = sigset_t()
    sigemptyset(&handled)
    for number in ending + [SIGALRM] { sigaddset(&handled, number) }
    pthread_sigmask(SIG_UNBLOCK, &handled, nil)
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// From now on the command looks at `exitCode` between steps of its work, and ends in order.
  static func listen() { isAwaited.store(true, ordering: .relaxed) }

  /// The command is done: from now on a signal ends the process at once, with this exit code.
  static func finish(_ code: Int32) { finalCode.store(code, ordering: .relaxed) }

  /// A signal has come; runs in its handler.
  static func take(_ number: Int32) {
    if finalCode.load(ordering: .relaxed) >= 0 { end() }
    if number == SIGHUP, exitCode != nil { return }
    // `timeout` signals a program and then its group, and so the program again.
    if exitCode != nil, isAwaited.load(ordering: .relaxed), !hasPassed(repetition) { return }
    let earlier = signalNumber.exchange(number, ordering: .relaxed)
    guard earlier == 0, isAwaited.load(ordering: .relaxed) else { end() }
    moment.store(Int(Progress.now() * 1000), ordering: .relaxed)
    var timer = itimerval()
    timer.it_value.tv_sec = limit / 1000
    timer.it_value.tv_usec = limit % 1000 * 1000
    setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
  }

  /// Ends the process; runs in a handler.
  private static func end() -> Never {
    let number = signalNumber.load(ordering: .relaxed)
    UnfinishedFiles.removeAll()
    TerminalMode.leave()
    let code = finalCode.load(ordering: .relaxed)
    guard code < 0 else { _exit(code) }
    say(number == SIGINT ? "playtest: interrupted\n" : "playtest: terminated\n")
    _exit(128 + (number == 0 ? SIGALRM : number))
  }

  /// Writes to stderr, unless that has to be waited for.
  private static func say(_ text: StaticString) {
    var ready = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    guard poll(&ready, 1, 0) > 0, ready.revents & Int16(POLLOUT) != 0 else { return }
    _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
  }

  /// Ends a command that has written nothing yet, if a signal has come.
  static func check(_ consequence: String) throws {
    if exitCode != nil { throw ended(consequence) }
  }

  /// What a command throws that ends because a signal has come, once it has said so.
  static func ended(_ consequence: String) -> ExitCode {
    Console.error(["interrupted: \(consequence)"])
    return ExitCode(exitCode ?? ExitStatus.interrupted.rawValue)
  }

  /// The exit code of the signal that came, or nil.
  static var exitCode: Int32? {
    let number = signalNumber.load(ordering: .relaxed)
    return number == 0 ? nil : 128 + number
  }

  /// Whether so much time has passed since the signal that only quick work may still be done.
  static var isLate: Bool { hasPassed(patience) }

  /// Whether so many milliseconds have passed since the signal; false while none came.
  static func hasPassed(_ milliseconds: Int) -> Bool {
    exitCode != nil && Int(Progress.now() * 1000) - moment.load(ordering: .relaxed) >= milliseconds
  }
}
