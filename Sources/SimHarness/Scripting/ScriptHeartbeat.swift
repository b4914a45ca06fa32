import Synchronization

/// What a worker's scripts are doing at the moment, published to a watcher on another thread.
///
/// The worker writes one word whenever a call into a script begins or ends, and reads no clock.
/// A word that stays the same while a script runs is a call that does not return.
public final class ScriptHeartbeat: Sendable {
  /// What a watcher sees.
  struct Reading: Equatable {
    /// The number of calls begun and ended, in the upper half; the running script's number, from
    /// 1, in the lower; 0 there where none runs.
    fileprivate let word: UInt64

    var isInScript: Bool { word & ScriptHeartbeat.numbers != 0 }
  }

  private static let numbers: UInt64 = 0xFFFF_FFFF
  private static let beat: UInt64 = 1 << 32

  private let word = Atomic<UInt64>(0)
  private let names = Mutex<[String]>([])

  public init() {}

  var reading: Reading { Reading(word: word.load(ordering: .relaxed)) }

  /// The name of the script that ran when the reading was taken.
  func name(at reading: Reading) -> String {
    names.withLock { names in
      let number = Int(reading.word & Self.numbers)
      return number > 0 && number <= names.count ? names[number - 1] : "a script"
    }
  }

  // MARK: The worker's side

  /// Scripts are numbered from 0 in the order in which they are named.
  func add(script name: String) { names.withLock { $0.append(name) } }

  /// A call into a script begins.
  /// - Returns: what `end(backTo:)` needs.
  @inline(__always)
  func begin(_ script: Int) -> UInt64 {
    let before = word.load(ordering: .relaxed)
    let beats = (before &+ Self.beat) & ~Self.numbers
    word.store(beats | UInt64(truncatingIfNeeded: script &+ 1), ordering: .relaxed)
    return before & Self.numbers
  }

  /// The call has ended; its caller continues.
  @inline(__always)
  func end(backTo before: UInt64) {
    let beats = (word.load(ordering: .relaxed) &+ Self.beat) & ~Self.numbers
    word.store(beats | before, ordering: .relaxed)
  }
}
