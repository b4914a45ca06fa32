import CProcess
import SimHarness
import StableNumerics

/// A position of a library's game: its bytes, and the key that its chance is drawn with.
final class LibraryPosition: RemotePosition {
  let level: LibraryLevel
  let state: [UInt8]
  /// Of the state alone.
  let hash: UInt64
  let key: UInt64
  /// How many moves were made in its game.
  let depth: Int
  /// Whether a player imagines it.
  let isImagined: Bool

  init(
    _ level: LibraryLevel, state: [UInt8], hash: UInt64, key: UInt64, depth: Int, isImagined: Bool
  ) {
    self.level = level
    self.state = state
    self.hash = hash
    self.key = key
    self.depth = depth
    self.isImagined = isImagined
  }

  var stableHash: UInt64 { Self.hash(state: hash, key: key) }

  /// Identifies a position by the hash of its state and its key.
  static func hash(state: UInt64, key: UInt64) -> UInt64 {
    var digest = StableDigest()
    digest.combine(state)
    digest.combine(key)
    return digest.value
  }

  /// Whether players see the whole state, chance apart.
  var isSeen: Bool { level.library.showsStates }

  func imagined(in streams: GameStreams, at offset: UInt64) -> PackedPosition {
    let library = level.library
    guard !library.hello.hidesNothing else {
      return imagined(state: state, hash: hash, key: key).packed
    }
    let key = EngineSeed(imagining: streams, at: offset, withStreams: false).number
    guard library.has(Int(CLIBRARY_IMAGINE)) else {
      return imagined(state: state, hash: hash, key: key).packed
    }
    var call = clibrary_call()
    call.steps = Int32(CLIBRARY_IMAGINES | CLIBRARY_HASH)
    call.key = key
    // A state that cannot be imagined stays as it is, and its first move says why.
    guard perform(&call) == CLIBRARY_DONE, let bytes = call.state else {
      return imagined(state: [], hash: hash, key: key).packed
    }
    let state = Array(UnsafeBufferPointer(start: bytes, count: level.stateBytes))
    return imagined(state: state, hash: call.hash, key: key).packed
  }

  private func imagined(state: [UInt8], hash: UInt64, key: UInt64) -> LibraryPosition {
    LibraryPosition(level, state: state, hash: hash, key: key, depth: depth, isImagined: true)
  }

  /// The position as states hold it: what identifies it as seen, and as a whole.
  var packed: PackedPosition {
    let seen = isSeen ? 8 : 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
      let raw = UnsafeMutableRawBufferPointer(buffer)
      if seen > 0 { raw.storeBytes(of: hash.littleEndian, as: UInt64.self) }
      raw.storeBytes(of: stableHash.littleEndian, toByteOffset: seen, as: UInt64.self)
      count = seen + 8
    }
    return PackedPosition(bytes: bytes, visibleCount: seen, remote: self)
  }

  /// Carries out a call on the state.
  func perform(_ call: inout clibrary_call) -> Int32 {
    state.withUnsafeBufferPointer { bytes in
      guard bytes.count == level.stateBytes else { return Int32(CLIBRARY_OVERFLOW) }
      call.from = bytes.baseAddress
      return clibrary_perform(level.pointer, &call)
    }
  }
}
