import FoundationEssentials
import SimHarness
import Synchronization

/// The lines that scripts print, kept up to a bound; written when there are any.
final class RunLog: Sendable {
  private struct State {
    var lines: [String] = []
    var bytes = 0
    var dropped = 0
  }

  private static let byteLimit = 1 << 20
  private let path: String
  /// What an earlier part of the run printed.
  private let earlier: String
  private let state = Mutex(State())

  /// With `keeping` the lines that are in the file stay.
  init(path: String, keeping: Bool = false) {
    self.path = path
    earlier =
      keeping
      ? FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
      : ""
  }

  func add(_ line: String) {
    let safe = SafeText.escaped(line, limit: 2000)
    state.withLock { state in
      if state.bytes + safe.utf8.count > Self.byteLimit {
        state.dropped += 1
      } else {
        state.lines.append(safe)
        state.bytes += safe.utf8.count + 1
      }
    }
  }

  /// Writes the log, if scripts printed anything.
  ///
  /// The lines of several workers are mixed as they came.
  func close() throws {
    let (lines, dropped) = state.withLock { ($0.lines, $0.dropped) }
    guard !lines.isEmpty else { return }
    let note = dropped > 0 ? "... and \(dropped) more lines\n" : ""
    try AtomicFile.write(earlier + lines.joined(separator: "\n") + "\n" + note, to: path)
  }
}
