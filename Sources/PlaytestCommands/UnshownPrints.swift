import SimHarness
import Synchronization

/// Notices that scripts print in the games of a command that does not show what they print.
final class UnshownPrints: Sendable {
  private let hasLines = Atomic<Bool>(false)

  /// Takes a line, from any worker.
  func add(_: PrintedLine) { hasLines.store(true, ordering: .relaxed) }

  /// Says on stderr, if scripts printed anything, that the command does not show it, and what does.
  func report(by command: String, advice: String, quiet: Bool) {
    guard hasLines.load(ordering: .relaxed), !quiet else { return }
    Console.error(["scripts printed lines, which `\(command)` does not show; \(advice)"])
  }
}
