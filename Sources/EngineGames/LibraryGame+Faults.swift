import CProcess
import SimHarness
import StableNumerics
import TextFormats

/// What is wrong with what a library says.
extension LibraryGame {
  /// The depth of a position, for messages, before the game has begun.
  static let beforeStart = -1

  private func fault(
    _ what: String, at position: PackedPosition, isEnd: Bool = false
  ) -> ScriptFault {
    source.fault(
      what,
      isEnd
        ? "at the end of a game, after move \(position.depth): "
        : position.depth == Self.beforeStart
          ? "at the start of a game: "
          : isImagined
            ? "while a player looked ahead at move \(position.depth + 1): "
            : "at move \(position.depth + 1): ")
  }

  /// The fault of a call that was not done.
  func failed(
    _ status: Int32, _ call: clibrary_call, at position: PackedPosition
  ) -> ScriptFault {
    fault(Self.words(for: status, call, of: opened), at: position)
  }

  /// What went wrong in a call.
  static func words(for status: Int32, _ call: clibrary_call, of level: LibraryLevel) -> String {
    switch status {
    case Int32(CLIBRARY_ILLEGAL): EngineConnection.refusedMove
    case Int32(CLIBRARY_OVERFLOW):
      "it wrote beyond the \(level.stateBytes) bytes of its state; `state_bytes` must give the size"
        + " of the whole state"
    case Int32(CLIBRARY_TOO_MANY_MOVES):
      "it offers \(call.move_count) moves, and a position can have 0 to \(CLIBRARY_MOVES)"
    case Int32(CLIBRARY_TOO_MANY_EVENTS):
      "it reported more than \(CLIBRARY_EVENTS) events in one move"
    case Int32(CLIBRARY_UNEQUAL_MOVES):
      "`moves` gives another number of moves than `look`, which says \(call.move_count)"
    default: "there is too little memory"
    }
  }

  /// The score and the end of a look, with its worth, moves and events checked; the call stays as it
  /// is, and is not copied.
  @inline(__always)
  func checked(
    _ call: inout clibrary_call, at position: PackedPosition
  ) throws(ScriptFault) -> (score: Int, ending: RulesCall.Ending) {
    let score = Int(call.score)
    guard score == Saturating.bounded(score) else {
      throw fault("the score must be from -10^15 to 10^15, and is \(call.score)", at: position)
    }
    guard call.worth.isFinite else {
      throw fault("the worth is not a finite number", at: position)
    }
    guard let ending = RulesCall.Ending(rawValue: call.end) else {
      throw fault("`end` must be 0 to 3, and is \(call.end)", at: position)
    }
    guard ending != .none || call.move_count > 0 else {
      throw fault(
        "it offers no move and does not say how the game ends; set `end`", at: position)
    }
    let (min, max) = (source.minMove, source.maxMove)
    let moves = UnsafeBufferPointer(start: call.moves, count: Int(call.move_count))
    // One branch for all moves, and one for all events.
    var (least, greatest) = (max, min)
    for move in moves {
      let numbers = Self.numbers(of: move)
      least.replace(with: numbers, where: numbers .< least)
      greatest.replace(with: numbers, where: numbers .> greatest)
    }
    guard all(least .>= min .& greatest .<= max) else { throw outOfRange(moves, at: position) }
    guard call.event_names <= source.eventCount, call.event_extent <= Saturating.limit else {
      throw unknownEvent(in: call, at: position)
    }
    return (score, ending)
  }

  /// What comes of a move that a player looks at.
  func checked(
    _ look: clibrary_look, at position: PackedPosition
  ) throws(ScriptFault) -> RulesLook {
    let score = Int(look.score)
    guard score == Saturating.bounded(score), look.worth.isFinite,
      let ending = RulesCall.Ending(rawValue: look.end)
    else {
      throw fault(
        "a move's score is \(look.score), its worth \(look.worth) and its end \(look.end); they"
          + " must be from -10^15 to 10^15, finite, and 0 to 3", at: position)
    }
    return RulesLook(
      score: score, ending: ending, worth: look.worth,
      seen: isSeen ? EngineLook.bytes(of: look.hash) : [])
  }

  /// The reason that a call gives; nil: the library does not say.
  func reason(
    _ call: clibrary_call, at position: PackedPosition
  ) throws(ScriptFault) -> String? {
    do throws(EngineLook.Problem) {
      return try Self.reason(call, source.spec)
    } catch {
      throw fault(error.message, at: position, isEnd: true)
    }
  }

  static func reason(
    _ call: clibrary_call, _ spec: GameSpec
  ) throws(EngineLook.Problem) -> String? {
    if call.reason == -1 { return nil }
    guard spec.lossReasons.indices.contains(Int(call.reason)) else {
      throw EngineLook.Problem(
        message: "`reason` must be a place among the \(spec.lossReasons.count) that are declared,"
          + " from 0, or -1, and is \(call.reason)")
    }
    return spec.lossReasons[Int(call.reason)]
  }

  /// The four numbers of a move, the first in the low bits.
  private static func numbers(of move: Int64) -> SIMD4<Int16> {
    unsafeBitCast(move.littleEndian, to: SIMD4<Int16>.self)
  }

  private func unknownEvent(in call: clibrary_call, at position: PackedPosition) -> ScriptFault {
    let declared = source.eventCount
    let events = UnsafeBufferPointer(start: call.events, count: Int(call.event_count))
    let event = events.first { event in
      !(0..<declared).contains(Int(event.name)) || event.value.magnitude > Saturating.limit
    }
    return fault(
      "it reported event \(event?.name ?? 0) with \(event?.value ?? 0); it declares"
        + " \(ReportNumber.plain(declared, "event")), and a number is from -10^15 to 10^15",
      at: position)
  }

  private func outOfRange(
    _ moves: UnsafeBufferPointer<Int64>, at position: PackedPosition
  ) -> ScriptFault {
    let (min, max) = (source.minMove, source.maxMove)
    let move = moves.lazy.map(Self.numbers).first { any($0 .< min .| $0 .> max) } ?? min
    let isWrong = move .< min .| move .> max
    let place = move.indices.first { isWrong[$0] } ?? 0
    let declared = source.spec.move
    let name = place < declared.count ? declared[place].name : "number \(place + 1)"
    return fault(
      "it offers a move whose \(name) is \(move[place]), and its range is"
        + " \(min[place]) to \(max[place])", at: position)
  }
}
