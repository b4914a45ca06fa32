import Glibc
import Synchronization

/// How far long work has come: one line with rate and time left on a terminal, a plain line every
/// few seconds elsewhere, nothing when quiet.
final class Progress: Sendable {
  private struct State {
    var lastShown: Double
    /// nil while nobody knows.
    var total: Int?
    /// Done before the work began.
    var base: Int?
    var width = 0
  }

  private let unit: String
  private let isQuiet: Bool
  private let isTerminal = Console.errorIsTerminal
  private let started = Progress.now()
  private let state: Mutex<State>

  init(total: Int?, unit: String, isQuiet: Bool) {
    self.unit = unit
    self.isQuiet = isQuiet
    state = Mutex(State(lastShown: Progress.now(), total: total))
  }

  /// Says that `done` of the total are done; may be called from any worker.
  func update(_ done: Int) {
    guard !isQuiet else { return }
    let now = Self.now()
    state.withLock { state in
      // The rate is that of what is done from now on.
      if state.base == nil { state.base = done }
      guard now - state.lastShown >= (isTerminal ? 0.1 : 5) else { return }
      state.lastShown = now
      show(done, seconds: now - started, state: &state)
    }
  }

  /// Corrects the total.
  func expect(_ total: Int) { state.withLock { $0.total = total } }

  /// The work is over: the terminal's line is cleared.
  func finish() {
    guard !isQuiet, isTerminal else { return }
    state.withLock { state in
      let width = min(state.width, Console.errorLine)
      if width > 0 { Console.note("\r" + String(repeating: " ", count: width) + "\r") }
      state.width = 0
    }
  }

  private func show(_ done: Int, seconds: Double, state: inout State) {
    let rate = Double(done - (state.base ?? 0)) / max(seconds, 1e-3)
    // A line that the terminal breaks could not be overwritten.
    let width = isTerminal ? Console.errorLine : .max
    let text = Self.text(done, of: state.total, unit: unit, rate: rate, width: width)
    if isTerminal {
      let padding = String(repeating: " ", count: max(0, min(state.width, width) - text.count))
      Console.note("\r" + text + padding)
      state.width = text.count
    } else {
      Console.note(text + "\n")
    }
  }

  /// Seconds of a clock that only runs forward.
  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// The line for `done` of `total` at a rate per second.
  ///
  /// While nothing has been done, nothing is known about the time left. An estimate of the total
  /// that was too low is no longer shown. Where the line is longer than `width`, the rate is left
  /// out first, then the time left, and then the end of what remains.
  static func text(
    _ done: Int, of total: Int?, unit: String, rate: Double, width: Int = .max
  ) -> String {
    let speed = rate > 0 ? ["\(short(rate)) \(unit)/s"] : []
    var work = "\(done) \(unit)"
    var left: [String] = []
    if let total, done <= total {
      let percent = total > 0 ? 100 * done / total : 100
      work = "\(done) of \(total) \(unit) (\(percent)%)"
      if rate > 0 { left = ["\(duration(Double(total - done) / rate)) left"] }
    }
    let lines = [[work] + speed + left, [work] + left, [work]].map { $0.joined(separator: ", ") }
    return lines.first { $0.count <= width } ?? String(work.prefix(width))
  }

  /// A rate: small ones with two digits that count.
  private static func short(_ value: Double) -> String {
    if value >= 10_000 { return "\(Int(saturating: value / 1000))k" }
    if value >= 10 { return "\(Int(saturating: value.rounded()))" }
    let (scale, digits) = value >= 1 ? (10.0, 1) : (100.0, 2)
    let steps = Int(saturating: (value * scale).rounded())
    let rest = "\(steps % Int(scale))"
    return "\(steps / Int(scale))."
      + String(repeating: "0", count: max(0, digits - rest.count)) + rest
  }

  static func duration(_ seconds: Double) -> String {
    let whole = Int(saturating: min(seconds, 359_999).rounded(.up))
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole % 3600 / 60) min"
  }
}
