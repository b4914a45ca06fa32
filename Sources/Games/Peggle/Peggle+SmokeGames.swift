import SimHarness

extension Peggle {
  /// Scripts that fixed levels bring along, so that they do not depend on a scripts folder.
  static let ownScripts = ScriptLibrary(
    kept: [
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
    ], games: .none)

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
  public static func signatureLevels() -> [PlayableLevel] {
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
    return files.compactMap { try? ready($0, ownScripts) }
  }

  public static var smokeMoves: Int { 12 }

  /// Small levels that differ in what an agent may ask about.
  public static func smokeLevels() -> [PeggleLevel] {
    let files = [
      fixedLevel("a plain level", colours: ["blue", "orange"], balls: 6) { $0.aims = 16 },
      fixedLevel("a level that turns", colours: ["orange", "red", "blue"], balls: 6) {
        $0.aims = 15
        $0.bucket = false
      },
    ]
    return files.compactMap { try? PeggleLevel($0, catalog: ownScripts) }
  }
}
