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
  /// Why it said that the game was lost; nil: it was not asked.
  private let reason = Mutex<Int32?>(nil)

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

  /// Notes why the game was lost.
  func add(reason: Int32) { self.reason.withLock { $0 = reason } }

  /// What differs when the game is played again; nil: nothing.
  func difference() -> String? {
    var call = clibrary_call()
    call.key = key
    call.steps = Int32(CLIBRARY_START) | Self.steps
    if let found = difference(of: &call, from: start, place: "at the start") { return found }
    var state = [UInt8](repeating: 0, count: opened.stateBytes)
    let played = moves.withLock { $0 }
    for (number, (move, look)) in played.enumerated() {
      keep(call.state, in: &state)
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
    guard let reason = reason.withLock({ $0 }), played.count < Self.maxMoves else { return nil }
    keep(call.state, in: &state)
    let again = state.withUnsafeBufferPointer { bytes in
      call = clibrary_call()
      call.steps = Int32(CLIBRARY_LOOKS | CLIBRARY_REASONS)
      call.from = bytes.baseAddress
      return clibrary_perform(opened.pointer, &call) == CLIBRARY_DONE ? call.reason : nil
    }
    return again == reason
      ? nil
      : "at the end its `reason` was \(reason); played again, \(again.map(String.init) ?? "it fails")"
  }

  /// Copies the position that a call has left, which the next call overwrites.
  private func keep(_ position: UnsafePointer<UInt8>?, in state: inout [UInt8]) {
    state.withUnsafeMutableBytes { bytes in
      if let position, opened.stateBytes > 0 {
        bytes.baseAddress?.copyMemory(from: position, byteCount: opened.stateBytes)
      }
    }
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
