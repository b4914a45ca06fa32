import CProcess
import SimHarness
import StableNumerics

/// A state that `HostedLibrary` keeps under a number: its bytes, which may be a handle of memory that
/// the library owns.
final class HostedState {
  let level: LibraryLevel
  let key: UInt64
  /// Of the bytes, after the last call.
  private(set) var hash: UInt64 = 0
  /// Of the level, the key and everything that was answered.
  private var history: UInt64
  private var bytes: [UInt8]

  init(_ level: LibraryLevel, key: UInt64) {
    self.level = level
    self.key = key
    history = key
    bytes = [UInt8](repeating: 0, count: level.stateBytes)
  }

  deinit {
    bytes.withUnsafeMutableBufferPointer { clibrary_drop(level.pointer, $0.baseAddress) }
  }

  /// Identifies everything that can influence its future.
  var whole: UInt64 {
    level.library.ownsMemory ? history : LibraryGame.hash(state: hash, key: key)
  }

  /// Identifies what is seen of it; nil: nothing does.
  var seen: UInt64? { level.library.showsStates ? hash : nil }

  /// Carries out a call in place.
  func perform(_ call: inout clibrary_call) throws(ServedError) {
    call.key = key
    call.steps |= Int32(CLIBRARY_HASH)
    let status = bytes.withUnsafeBufferPointer { buffer in
      call.from = buffer.baseAddress
      return clibrary_perform(level.pointer, &call)
    }
    guard status == CLIBRARY_DONE, let state = call.state else {
      let what = LibraryGame.words(for: status, call, of: level)
      throw ServedError(status == CLIBRARY_ILLEGAL ? .illegal : .failed, what)
    }
    bytes = Array(UnsafeBufferPointer(start: state, count: level.stateBytes))
    hash = call.hash
    var digest = StableDigest()
    digest.combine(history)
    digest.combine(Int(call.move))
    digest.combine(Int(call.score))
    digest.combine(Int(call.end))
    // A look at a move asks for none.
    if let moves = call.moves {
      for move in UnsafeBufferPointer(start: moves, count: Int(call.move_count)) {
        digest.combine(Int(move))
      }
    }
    history = digest.value
  }

  /// A copy that draws with a key.
  func copy(key: UInt64) throws(ServedError) -> HostedState {
    let copy = HostedState(level, key: key)
    copy.hash = hash
    copy.history = history ^ (key == self.key ? 0 : StreamKey.mix(key))
    let status = bytes.withUnsafeBufferPointer { from in
      copy.bytes.withUnsafeMutableBufferPointer { to in
        clibrary_copy(level.pointer, to.baseAddress, from.baseAddress)
      }
    }
    guard status == CLIBRARY_DONE else { throw ServedError(.failed, "there is too little memory") }
    return copy
  }
}
