import CProcess
import SimHarness
import StableNumerics

/// A game of a library as it is played, or as a player imagines it: what its positions share.
///
/// A position is the bytes of its state, then those of the key; players see the state or nothing.
final class LibraryGame: RemotePosition {
  let source: LibrarySource
  let level: OpenLevel
  let opened: LibraryLevel
  /// What chance is drawn with.
  let key: UInt64
  /// Whether a player imagines it.
  let isImagined: Bool
  /// What is noted of it, where it will be played again.
  let trace: LibraryTrace?

  init(
    _ level: OpenLevel, _ opened: LibraryLevel, of source: LibrarySource, key: UInt64,
    isImagined: Bool, trace: LibraryTrace? = nil
  ) {
    self.source = source
    self.level = level
    self.opened = opened
    self.key = key
    self.isImagined = isImagined
    self.trace = trace
  }

  /// A position of the game, with a state of `opened.stateBytes` bytes.
  func position(_ state: UnsafePointer<UInt8>?, depth: Int) -> PackedPosition {
    let count = opened.stateBytes
    let size = count + MemoryLayout<UInt64>.size
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      let raw = UnsafeMutableRawBufferPointer(buffer)
      if let state, count > 0 { raw.baseAddress?.copyMemory(from: state, byteCount: count) }
      raw.storeBytes(of: key.littleEndian, toByteOffset: count, as: UInt64.self)
      filled = size
    }
    return wrapped(bytes, depth: depth)
  }

  private func wrapped(_ bytes: [UInt8], depth: Int) -> PackedPosition {
    var position = PackedPosition(
      bytes: bytes, visibleCount: isSeen ? opened.stateBytes : 0, remote: self,
      isPlayedInPlace: true)
    position.depth = depth
    return position
  }

  /// Whether players see the whole state, chance apart.
  var isSeen: Bool { opened.library.showsStates }

  // MARK: Identity

  func stableHash(of position: PackedPosition) -> UInt64 {
    Self.hash(state: stateHash(of: position), key: key)
  }

  /// Identifies a position by the hash of its state and its key.
  static func hash(state: UInt64, key: UInt64) -> UInt64 {
    var digest = StableDigest()
    digest.combine(state)
    digest.combine(key)
    return digest.value
  }

  private func stateHash(of position: PackedPosition) -> UInt64 {
    position.bytes.withUnsafeBufferPointer { bytes in
      bytes.count < opened.stateBytes ? 0 : clibrary_hash(opened.pointer, bytes.baseAddress)
    }
  }

  func seen(of position: PackedPosition) -> [UInt8] {
    isSeen ? EngineLook.bytes(of: stateHash(of: position)) : []
  }

  func imagined(
    _ position: PackedPosition, in streams: GameStreams, at offset: UInt64
  ) -> PackedPosition {
    let library = opened.library
    guard !library.hidesNothing else { return imagined(position, key: key) }
    let key = EngineSeed(imagining: streams, at: offset, withStreams: false).number
    guard library.has(Int(CLIBRARY_IMAGINE)) else { return imagined(position, key: key) }
    var call = clibrary_call()
    call.steps = Int32(CLIBRARY_IMAGINES)
    call.key = key
    let game = LibraryGame(level, opened, of: source, key: key, isImagined: true)
    // A state that cannot be imagined has no bytes, and its first move says why.
    guard perform(&call, on: position) == CLIBRARY_DONE, let state = call.state else {
      return game.wrapped([], depth: position.depth)
    }
    return game.position(state, depth: position.depth)
  }

  private func imagined(_ position: PackedPosition, key: UInt64) -> PackedPosition {
    let game = LibraryGame(level, opened, of: source, key: key, isImagined: true)
    return position.bytes.withUnsafeBufferPointer { bytes in
      bytes.count < opened.stateBytes
        ? game.wrapped([], depth: position.depth)
        : game.position(bytes.baseAddress, depth: position.depth)
    }
  }

  // MARK: Playing

  /// Carries out a call on a position, which stays as it is.
  @inline(__always)
  func perform(_ call: inout clibrary_call, on position: PackedPosition) -> Int32 {
    source.claimThread(for: level)
    return position.bytes.withUnsafeBufferPointer { bytes in
      guard bytes.count >= opened.stateBytes else { return Int32(CLIBRARY_OVERFLOW) }
      call.from = bytes.baseAddress
      return clibrary_perform(opened.pointer, &call)
    }
  }

  // Always: else a call through the protocol, which is made at every move, makes a second one.
  @inline(__always)
  func play(
    _ move: UInt64, on position: inout PackedPosition, emit: (RulesCall.Event) -> Void
  ) throws(ScriptFault) -> PlayedMove {
    var call = clibrary_call()
    call.key = key
    call.steps = Int32(CLIBRARY_PLAYS)
    if trace != nil { call.steps |= LibraryTrace.steps }
    call.move = Int64(bitPattern: move)
    let status = perform(&call, on: position)
    guard status == CLIBRARY_DONE else { throw failed(status, call, at: position) }
    let (score, ending) = try checked(&call, at: position)
    trace?.add(call)
    let moves = UnsafeBufferPointer(start: call.moves, count: Int(call.move_count))
    for event in UnsafeBufferPointer(start: call.events, count: Int(call.event_count)) {
      emit(RulesCall.Event(name: Int(event.name), value: Int(event.value)))
    }
    if let state = call.state {
      position.bytes.withUnsafeMutableBufferPointer { bytes in
        clibrary_copy_bytes(bytes.baseAddress, state, opened.stateBytes)
      }
    }
    position.depth &+= 1
    return PlayedMove(score: score, ending: ending, moves: moves)
  }
}
