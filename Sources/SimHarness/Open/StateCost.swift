/// What it costs to keep positions of a game in Lua as bytes, beside copying their tables in Lua.
///
/// Written into tables and packed as in a game: one call into the script's machine for each position.
package final class StateCost {
  /// What is done with each position.
  package enum Part: String, CaseIterable, Sendable {
    /// The bytes are written into the state's tables.
    case refill
    /// The same, and the tables are packed again.
    case pack
    /// The script copies the state's tables, `copies` times.
    case copy
  }

  /// How often `copy` copies a position in one call, so that the call itself costs next to nothing.
  package static let copies = 50

  private let level: OpenLevel
  private let host: ScriptHost
  private var positions: [PackedPosition] = []

  /// Plays random games of a script's game to their ends.
  ///
  /// - Parameters:
  ///   - source: The script.
  ///   - fields: Whole numbers for fields of the level; the others have their defaults.
  ///   - moves: The maximum number of moves, of all games together.
  /// - Throws: What is wrong with the script or the fields.
  package init(
    of source: ScriptSource, fields: [String: Int], moves: Int
  ) throws(LevelError) {
    do throws(ScriptFault) {
      let game = try OpenGame(from: Self.copying(source))
      let values = game.spec.fields.map { field in
        fields[field.name].map { OpenValue.whole($0) } ?? field.usual
      }
      level = OpenLevel(game: game, name: source.name, id: nil, values: values)
      host = ScriptHost(interfaces: OpenGames.allInterfaces)
    } catch {
      throw .script(error)
    }
    var game = 0
    while positions.count < moves {
      try play(game, moves: moves)
      game += 1
    }
  }

  private func play(_ game: Int, moves: Int) throws(LevelError) {
    let streams = GameStreams(level: LevelStreams(seed: 1, levelID: level.id), index: game)
    var context = GameContext(streams: streams, scripts: host)
    var random = SeededRandom(key: streams.agents)
    host.beginGame()
    var state = try OpenState(level: level, in: &context) { _ in }
    positions.append(state.position)
    while state.outcome == nil, positions.count < moves {
      let move = state.legalMove(at: random.below(state.legalMoveCount))
      do throws(MoveError) {
        try state.apply(move, in: &context) { _ in }
      } catch {
        throw .invalid(error.description)
      }
      positions.append(state.position)
    }
  }

  /// The script with a function that copies the state, as an author would write it.
  private static func copying(_ source: ScriptSource) -> ScriptSource {
    ScriptSource(
      name: source.name,
      text: """
        local game = (function() \(source.text)
        end)()
        local function copy(value)
          if type(value) ~= "table" then return value end
          local new, count = {}, #value
          for i = 1, count do new[i] = copy(value[i]) end
          return new
        end
        local names
        function game.describe(s)
          if not names then
            names = {}
            for name in pairs(s) do names[#names + 1] = name ~= "level" and name or nil end
          end
          for _ = 1, \(copies) do
            local new = {}
            for i = 1, #names do new[names[i]] = copy(s[names[i]]) end
          end
          return ""
        end
        return game
        """)
  }

  /// Does it to every position.
  /// - Returns: How many positions were written, packed or copied, and a checksum.
  package func run(_ part: Part) throws(ScriptFault) -> (count: Int, checksum: UInt64) {
    let rules = try level.rules(in: host)
    var digest = StableDigest()
    var call = RulesCall()
    call.steps =
      switch part {
      case .refill: .load
      case .pack: [.load, .save]
      case .copy: [.load, .call]
      }
    call.function = .describe
    for position in positions {
      call.position = position
      try rules.perform(&call)
      digest.combine(call.position.bytes.count)
    }
    return (positions.count * (part == .copy ? Self.copies : 1), digest.value)
  }
}
