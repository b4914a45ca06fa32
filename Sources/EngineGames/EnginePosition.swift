import SimHarness
import StableNumerics
import Synchronization

/// A position that an engine keeps, or that it is to imagine when it is first needed.
///
/// The engine forgets it with the last reference.
final class EnginePosition: RemotePosition {
  let connection: EngineConnection
  /// What the engine said of it.
  let look: EngineLook
  /// Of the level, the seed and every answer so far.
  private let digest: UInt64
  /// How many moves were made in its game.
  let depth: Int
  /// Whether a player imagines it.
  let isImagined: Bool
  /// Whether it was imagined by itself, not played to.
  private let isFresh: Bool

  private enum Place: Sendable {
    case known(Int)
    /// To be imagined of a position, with a seed.
    case waiting(EnginePosition, EngineSeed)
    /// Played on in place.
    case gone
  }
  private let place: Mutex<Place>

  /// A position that the engine has under a number.
  init(
    _ connection: EngineConnection, number: Int, look: EngineLook, digest: UInt64, depth: Int,
    isImagined: Bool
  ) {
    self.connection = connection
    self.look = look
    self.digest = digest
    self.depth = depth
    self.isImagined = isImagined
    isFresh = false
    place = Mutex(.known(number))
  }

  private init(imagining position: EnginePosition, _ seed: EngineSeed) {
    connection = position.connection
    look = position.look
    var digest = StableDigest()
    digest.combine(position.digest)
    digest.combine(seed.number)
    self.digest = digest.value
    depth = position.depth
    isImagined = true
    isFresh = true
    place = Mutex(.waiting(position, seed))
  }

  deinit {
    if case .known(let number) = place.withLock({ $0 }) { connection.add { $0.drop(number) } }
  }

  func stableHash(of position: PackedPosition) -> UInt64 { stableHash }

  private var stableHash: UInt64 {
    // What an imagined position hides is not what the engine's hash is of.
    isFresh ? digest : look.hashes?.whole ?? digest
  }

  /// The digest of the position after a move and the engine's answer to it.
  func digest(after move: UInt64, _ look: EngineLook) -> UInt64 {
    var digest = StableDigest()
    digest.combine(self.digest)
    digest.combine(move)
    look.combine(into: &digest)
    return digest.value
  }

  func imagined(
    _ position: PackedPosition, in streams: GameStreams, at offset: UInt64
  ) -> PackedPosition {
    let seed = EngineSeed(
      imagining: streams, at: offset, withStreams: connection.hello.can("streams"))
    return EnginePosition(imagining: self, seed).packed
  }

  /// The position as states hold it: what identifies it as seen, and as a whole.
  var packed: PackedPosition {
    let whole = EngineLook.bytes(of: stableHash)
    guard let seen = look.hashes?.seen else { return PackedPosition(bytes: whole, remote: self) }
    return PackedPosition(bytes: EngineLook.bytes(of: seen) + whole, visibleCount: 8, remote: self)
  }

  // MARK: Numbers

  /// The number of the position, which is imagined now if it was not yet.
  func number() throws(ScriptFault) -> Int {
    switch place.withLock({ $0 }) {
    case .known(let number): return number
    case .waiting(let position, let seed):
      let number = try position.copied(with: seed)
      place.withLock { $0 = .known(number) }
      return number
    case .gone:
      throw connection.cannot("copy", "look at a position again after a move was made in it")
    }
  }

  /// A copy of the position: what a player imagines with a seed, or the same.
  private func copied(with seed: EngineSeed?) throws(ScriptFault) -> Int {
    guard connection.hello.can("copy") else {
      throw connection.cannot("copy", "look ahead")
    }
    let from = try number()
    let to = connection.newState()
    connection.add { frame in
      if let seed, !connection.hello.hidesNothing {
        frame.imagine(from, to: to, seed)
      } else {
        frame.copy(from, to: to)
      }
    }
    return to
  }

  /// A number to play on with: this one where nobody else refers to it, else that of a copy.
  func numberToChange(isOnly: Bool) throws(ScriptFault) -> Int {
    guard isOnly || !connection.hello.can("copy") else { return try copied(with: nil) }
    let number = try number()
    place.withLock { $0 = .gone }
    return number
  }

  /// What it is to be imagined of, and with which seed; nil: it is there.
  var source: (position: EnginePosition, seed: EngineSeed)? {
    guard case .waiting(let position, let seed) = place.withLock({ $0 }) else { return nil }
    return (position, seed)
  }

  /// Where it is in its game, for messages.
  var words: String {
    isImagined ? "while a player looked ahead at move \(depth + 1)" : "at move \(depth + 1)"
  }
}

extension EngineConnection {
  /// The fault of an operation that the engine does not have.
  func cannot(_ word: String, _ purpose: String) -> ScriptFault {
    ScriptFault(
      kind: .error,
      message: "engine \(file.name) cannot `\(word)`, which is needed to \(purpose); add the"
        + " operation to the engine and to \"can\", or choose other agents, such as random")
  }
}
