import CProcess
import SimHarness
import StableNumerics
import Synchronization

/// A game of a library as it is played: enough to play it again and compare.
///
/// It is played again in this process, so what differs only from process to process, such as the
/// addresses of memory, is not found.
final class LibraryTrace: Sendable {
  /// What the library says of a position; moves, events, worth and state are in the digest.
  private struct Look: Equatable {
    let score: Int64
    let end: Int32
    let moves: Int32
    let digest: UInt64

    init(_ call: clibrary_call) {
      score = call.score
      end = call.end
      moves = call.move_count
      var digest = StableDigest()
      digest.combine(call.hash)
      digest.combine(call.worth.bitPattern)
      for move in UnsafeBufferPointer(start: call.moves, count: Int(call.move_count)) {
        digest.combine(UInt64(bitPattern: move))
      }
      for event in UnsafeBufferPointer(start: call.events, count: Int(call.event_count)) {
        digest.combine(Int(event.name))
        digest.combine(UInt64(bitPattern: event.value))
      }
      self.digest = digest.value
    }

    var words: String {
      let goesOn = end == 0
      return "score \(score), \(goesOn ? "\(moves) moves" : "end \(end)")"
    }
  }

  private let opened: LibraryLevel
  private let key: UInt64
  private let start: Look
  private let moves = Mutex<[(move: Int64, look: Look)]>([])

  /// The most moves that are kept; what comes after is not compared.
  private static let maxMoves = 10_000
  /// What calls must ask for.
  static let steps = Int32(CLIBRARY_LOOKS | CLIBRARY_MOVES_TOO | CLIBRARY_HASH)

  /// Begins with the call that has set the game up.
  init(_ opened: LibraryLevel, key: UInt64, start call: clibrary_call) {
    self.opened = opened
    self.key = key
    start = Look(call)
  }

  /// Notes a move that was played.
  func add(_ call: clibrary_call) {
    let look = Look(call)
    moves.withLock { if $0.count < Self.maxMoves { $0.append((call.move, look)) } }
  }

  /// What differs when the game is played again; nil: nothing.
  func difference() -> String? {
    var call = clibrary_call()
    call.key = key
    call.steps = Int32(CLIBRARY_START) | Self.steps
    if let found = difference(of: &call, from: start, place: "at the start") { return found }
    var state = [UInt8](repeating: 0, count: opened.stateBytes)
    for (number, (move, look)) in moves.withLock({ $0 }).enumerated() {
      state.withUnsafeMutableBytes { bytes in
        if let from = call.state, opened.stateBytes > 0 {
          bytes.baseAddress?.copyMemory(from: from, byteCount: opened.stateBytes)
        }
      }
      let found = state.withUnsafeBufferPointer { bytes in
        call = clibrary_call()
        call.key = key
        call.steps = Int32(CLIBRARY_APPLY) | Self.steps
        call.move = move
        call.from = bytes.baseAddress
        return difference(of: &call, from: look, place: "after move \(number + 1)")
      }
      if let found { return found }
    }
    return nil
  }

  private func difference(
    of call: inout clibrary_call, from look: Look, place: String
  ) -> String? {
    let status = clibrary_perform(opened.pointer, &call)
    guard status == CLIBRARY_DONE else {
      return "\(place) it answered \(look.words); played again,"
        + " \(LibraryGame.words(for: status, call, of: opened))"
    }
    let again = Look(call)
    guard again != look else { return nil }
    let words = again.words == look.words ? "its state, moves, worth or events differ" : again.words
    return "\(place) it answered \(look.words); played again, \(words)"
  }
}
