import Synchronization

/// The lines that the scripts of a run print, game by game, up to a bound.
///
/// First come those that were printed while levels were loaded. Where lines are more than the
/// bound, those of the first games are kept, in the order of levels, players and games, so that the
/// text is the same for any number of workers.
public final class PrintedLog: Sendable {
  /// A game, or the loading of a level.
  private struct Game: Hashable, Comparable {
    let isPlayed: Bool
    let cell: Int
    let index: Int

    init(of line: PrintedLine) {
      isPlayed = !line.isLoading
      cell = line.cell
      index = line.game
    }

    static func < (a: Game, b: Game) -> Bool {
      if a.isPlayed != b.isPlayed { return b.isPlayed }
      return (a.cell, a.index) < (b.cell, b.index)
    }
  }

  private struct State {
    var lines: [Game: [String]] = [:]
    var bytes = 0
    /// The first game whose lines are not kept.
    var end: Game?
    /// Lines that were not kept.
    var dropped = 0
  }

  private let byteLimit: Int
  private let state = Mutex(State())

  public init(byteLimit: Int = 1 << 20) { self.byteLimit = byteLimit }

  /// Takes a line, from any worker.
  public func add(_ line: PrintedLine) {
    let game = Game(of: line)
    let text = line.description
    state.withLock { state in
      if let end = state.end, game >= end {
        state.dropped += 1
        return
      }
      state.lines[game, default: []].append(text)
      state.bytes += text.utf8.count + 1
      while state.bytes > byteLimit, let last = state.lines.keys.max() {
        let lost = state.lines.removeValue(forKey: last) ?? []
        state.bytes -= lost.reduce(0) { $0 + $1.utf8.count + 1 }
        state.dropped += lost.count
        state.end = last
      }
    }
  }

  /// How many lines were printed.
  public var count: Int {
    state.withLock { state in state.lines.values.reduce(state.dropped) { $0 + $1.count } }
  }

  /// The lines, each with its line break, and how many are left out; empty if there are none.
  public var text: String {
    state.withLock { state in
      let lines = state.lines.sorted { $0.key < $1.key }.flatMap(\.value)
      return lines.map { $0 + "\n" }.joined()
        + (state.dropped > 0
          ? "... and \(state.dropped) more lines; use --print to log only some scripts\n" : "")
    }
  }
}
