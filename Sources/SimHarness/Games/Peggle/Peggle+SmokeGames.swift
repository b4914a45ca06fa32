extension Peggle {
  /// Scripts that fixed levels bring along, so that they do not depend on a scripts folder.
  static let ownScripts = ScriptLibrary(kept: [
    ScriptSource(name: "pegs/blue.lua", text: "return { name = 'blue', glyph = 'b' }"),
    ScriptSource(name: "pegs/orange.lua", text: "return { name = 'orange', glyph = 'o' }"),
    ScriptSource(
      name: "pegs/red.lua",
      text: """
        return { name = 'red', glyph = 'r', on_hit = function(world) world:turn_board() end }
        """),
    ScriptSource(
      name: "pegs/purple.lua",
      text: """
        return { name = 'purple', glyph = 'p', on_hit = function(world, peg)
          local x, y = world:position(peg)
          world:clear(peg)
          world:spawn_ball(x, y, 20 * world:random(3), 0)
        end }
        """),
    ScriptSource(
      name: "modes/classic.lua",
      text: """
        return { name = 'classic', on_bucket = function(state) state:add_balls(1) end,
          is_won = function(state) return state.orange_left == 0 end }
        """),
  ])

  /// A level of staggered rows of pegs, with these colours in turn.
  static func fixedLevel(
    _ name: String, colours: [String], balls: Int, change: (inout PeggleRules) -> Void = { _ in }
  ) -> PeggleLevelFile {
    var rules = PeggleRules()
    rules.balls = balls
    change(&rules)
    var file = PeggleLevelFile(name: name, rules: rules)
    for row in 0..<5 {
      for column in 0..<8 {
        let place = 8 * row + column
        file.objects.append(
          PeggleObject(
            .peg(colour: colours[place % colours.count], radius: 15 + Double(place % 3) * 3),
            x: 80 + 85 * Double(column) + (row % 2 == 0 ? 0 : 40), y: 150 + 70 * Double(row)))
      }
    }
    file.objects.append(
      PeggleObject(.block(width: 60, height: 20), x: 400, y: 110, rotation: 0.4))
    return file
  }

  /// Levels for the signature: both integrators, both score tables, scripts.
  static func signatureLevels() -> [PlayableLevel] {
    let files = [
      fixedLevel("plain", colours: ["blue", "orange", "blue"], balls: 8) {
        $0.aims = 16
      },
      fixedLevel("scripted", colours: ["blue", "orange", "red", "blue", "purple"], balls: 8) {
        $0.aims = 16
        $0.restitution = 0.7
        $0.friction = 0.05
      },
      fixedLevel("msk", colours: ["blue", "blue", "orange"], balls: 4) {
        $0 = .msk
        $0.aims = 16
        $0.balls = 4
        $0.scoring = .msk
      },
    ]
    return files.compactMap { try? entry.ready(.peggle($0), ownScripts, .none) }
  }

  /// Moves after which a smoke game of an agent is stopped.
  private static let smokeMoves = 12

  /// Plays one game of each of a few small levels with an agent's script.
  static func smokeGames(
    _ script: AgentScript, _ modules: [ScriptSource], _ log: @escaping (String) -> Void
  ) -> [SmokeGame] {
    let host = ScriptHost(interfaces: entry.interfaces, libraries: modules, log: log)
    let files = [
      fixedLevel("a plain level", colours: ["blue", "orange"], balls: 6) { $0.aims = 16 },
      fixedLevel("a level that turns", colours: ["orange", "red", "blue"], balls: 6) {
        $0.aims = 15
        $0.bucket = false
      },
    ]
    return files.compactMap { try? PeggleLevel($0, catalog: ownScripts) }.map { level in
      var runner = Runner(
        agent: ScriptedAgent<PeggleState>(script), name: script.name, maxMoves: smokeMoves)
      var moves = MoveLog(level: level)
      let streams = LevelStreams(seed: 1, levelID: level.id)
      let result = runner.play(
        level, index: 0, streams: GameStreams(level: streams, index: 0), scripts: host,
        observer: &moves)
      return SmokeGame(level: level.name, moves: moves.bytes, result: result)
    }
  }

  /// Keeps a game's moves.
  private struct MoveLog: Observer {
    typealias State = PeggleState
    let level: PeggleLevel
    var bytes: [UInt8] = []

    mutating func moveDidApply(_ move: PeggleMove, state: borrowing PeggleState) {
      PeggleState.encode(move, level: level, into: &bytes)
    }
  }
}
