import PegglePhysics
import TestSupport
import Testing

@testable import PeggleGame
@testable import SimHarness

/// What scripts pay for the physics that they bring about.
@Suite struct PeggleChargingTests {
  /// A peg that, once hit, throws in as many balls as there may be, in every step.
  private static let thrower = """
    return {
      name = 'thrower', glyph = 't',
      on_hit = function(world) world:after(0, 1) end,
      on_timer = function(world)
        while pcall(world.spawn_ball, world, world:random(700) + 50, world:random(200) + 50, 0, 0) do end
        world:after(0, 1)
      end,
    }
    """

  private func game(_ script: String, named name: String) throws -> PeggleLevel {
    try Pegs.level(
      [Pegs.peg(name, 400, 150)] + (0..<8).map { Pegs.peg("blue", 80 + 90 * Double($0), 400) },
      scripts: ["pegs/\(name).lua": script])
  }

  private func fault(_ level: PeggleLevel, shots: Int = 1) throws -> ScriptFault? {
    var game = try PegglePlay(level)
    do {
      for _ in 0..<shots { try game.tap(400, 500) }
      return nil
    } catch let error as MoveError {
      guard case .script(let fault) = error else { throw error }
      return fault
    }
  }

  /// Work that is only begun, so that a test of a limit takes no time.
  private func shot(probes: Int) throws -> PeggleShot {
    var game = try PegglePlay(try game(Self.thrower, named: "thrower"))
    let shot = try PeggleShot(
      game.state.position, host: game.context.scripts, streams: game.context.streams, offset: 0,
      scriptDraws: 0)
    shot.position.world.probeCount = probes
    shot.charged = (0, .onTimer)
    game.events = []
    return shot
  }

  @Test func aShotTakesSoManyProbesAndNoMore() throws {
    try shot(probes: PeggleShot.maxProbes).checkPhysics()
    let error = #expect(throws: ScriptFault.self) {
      try shot(probes: PeggleShot.maxProbes + 1).checkPhysics()
    }
    #expect(error?.kind == .budget)
    #expect(error?.message.contains("throw fewer balls") == true)
  }

  /// The fault names the script and the line of the hook that threw the balls.
  @Test func theFaultNamesWhoThrew() throws {
    let level = try game(Self.thrower, named: "thrower")
    let shot = try shot(probes: PeggleShot.maxProbes + 1)
    let script = try #require(level.setup.scripts.firstIndex { $0.name == "thrower" })
    shot.charged = (script, .onTimer)
    let error = #expect(throws: ScriptFault.self) { try shot.checkPhysics() }
    #expect(error?.message.hasPrefix("pegs/thrower.lua:4: ") == true)
  }

  /// What a shot took is charged to the script: with a small budget the next hook ends the game.
  @Test func probesAreChargedAgainstTheGamesInstructions() throws {
    var limits = ScriptLimits()
    limits.instructions = 2_000_000
    limits.wallSeconds = 60
    let level = try game(Self.thrower, named: "thrower")
    let host = ScriptHost(limits: limits, interfaces: Peggle.entry.interfaces)
    host.beginGame()
    let handles = try host.handles(for: level.setup)
    let script = try #require(level.setup.scripts.firstIndex { $0.name == "thrower" })
    _ = host.parameters(of: handles[script])
    let before = try #require(host.figures(of: handles[script])).instructions
    var context = GameContext(streams: Bubbles.streams(0), scripts: host)
    let state = try PeggleState(level: level, in: &context) { _ in }
    let shot = try PeggleShot(
      state.position, host: host, streams: context.streams, offset: 0, scriptDraws: 0)
    shot.charged = (script, .onTimer)
    shot.position.world.probeCount = 64 * 1000
    shot.chargePhysics()
    let after = try #require(host.figures(of: handles[script])).instructions
    #expect(after - before == 1000)
    #expect(host.work == 1000)
  }

  /// Pegs that are moved in one step are put in place together, as if one after the other.
  @Test func movesOfOneStepAreOneChange() throws {
    let mover = """
      return {
        name = 'mover', glyph = 'm',
        on_hit = function(world)
          local pegs = world:pegs('blue')
          for place, id in ipairs(pegs) do
            world:move(id, 100, 300)
            world:move(id, 60 + 80 * place, 300)
          end
        end,
      }
      """
    var game = try PegglePlay(try game(mover, named: "mover"))
    try game.tap(400, 500)
    let world = game.state.position.world
    for place in 1...8 where world.isAlive(place) {
      #expect(world.body(place).position == Vector(60 + 80 * Double(place), 300))
    }
    #expect(world.probeCount == 5000 + 32 * 9)
  }

  /// What a script may ask for in one step is bounded, whether the step ends or not.
  @Test func askingForEverIsAFault() throws {
    let asker = """
      return {
        name = 'asker', glyph = 'a',
        on_hit = function(world, peg) while true do world:exploded(peg) end end,
      }
      """
    let fault = try fault(try game(asker, named: "asker"))
    #expect(
      fault?.message.contains("pegs/asker.lua:3: world:exploded: more than 20000 changes") == true)
  }
}
