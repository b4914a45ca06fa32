import Catalogue
import PeggleGame
import SimHarness
import Testing
import TextFormats

/// Peggle levels and games for tests.
package enum Pegs {
  /// The project's own pegs, modes and masters, and a mode that never ends by itself.
  package static func library(_ extra: [String: String] = [:]) throws -> ScriptLibrary {
    var sources: [ScriptSource] = []
    for kind in [ScriptKind.peg, .mode, .master] {
      sources += try Bubbles.library.sources(of: kind)
    }
    sources.append(
      ScriptSource(
        name: "modes/endless.lua",
        text: "return { name = 'endless', is_won = function(state) return false end }"))
    for (name, text) in extra.sorted(by: { $0.key < $1.key }) {
      sources.removeAll { $0.name == name }
      sources.append(ScriptSource(name: name, text: text))
    }
    return ScriptLibrary(kept: sources)
  }

  package static func peg(
    _ colour: String, _ x: Double, _ y: Double, radius: Double = 20
  ) -> PeggleObject {
    PeggleObject(.peg(colour: colour, radius: radius), x: x, y: y)
  }

  package static func block(
    _ x: Double, _ y: Double, width: Double, height: Double, rotation: Double = 0
  ) -> PeggleObject {
    PeggleObject(.block(width: width, height: height), x: x, y: y, rotation: rotation)
  }

  /// A level of these objects, which may overlap.
  package static func level(
    _ objects: [PeggleObject], mode: String = "endless", master: String? = nil, balls: Int = 10,
    scripts: [String: String] = [:], parameters: [String: [String: Double]] = [:],
    change: (inout PeggleRules) -> Void = { _ in }
  ) throws -> PeggleLevel {
    var rules = PeggleRules()
    rules.balls = balls
    change(&rules)
    var file = PeggleLevelFile(name: "test", rules: rules)
    file.objects = objects
    file.mode = mode
    file.master = master
    file.parameters = parameters
    file.overlaps = true
    return try PeggleLevel(file, catalog: try library(scripts))
  }

  package static func host(
    _ machineReuse: ScriptHost.MachineReuse = .standard
  ) -> ScriptHost {
    ScriptHost(interfaces: Peggle.entry.interfaces, machineReuse: machineReuse)
  }

  /// A level of the project by its file's name.
  package static func builtIn(_ name: String) throws -> PeggleLevel {
    let sources = try LevelLibrary(
      folder: ProjectFolder.path("levels"), catalog: Bubbles.library
    ).levels(for: ["builtin:peggle/\(name)"])
    guard let file = sources.first?.content as? PeggleLevelFile else {
      throw LevelError.invalid("\(name) is no level of peggle")
    }
    return try PeggleLevel(file, catalog: Bubbles.library)
  }
}

/// A game in progress for tests: keeps its context, and the events of the last shot.
package struct PegglePlay: ~Copyable {
  package var context: GameContext
  package var state: PeggleState
  package var events: [PeggleEvent] = []

  package init(
    _ level: PeggleLevel, host: (any ScriptHosting)? = Pegs.host(), index: Int = 0
  ) throws {
    context = GameContext(streams: Bubbles.streams(index), scripts: host)
    host?.beginGame()
    var start: [PeggleEvent] = []
    state = try PeggleState(level: level, in: &context) { start.append($0) }
    events = start
  }

  package mutating func shoot(_ move: PeggleMove) throws {
    var seen: [PeggleEvent] = []
    try state.apply(move, in: &context) { seen.append($0) }
    events = seen
    try state.checkInvariants()
  }

  package mutating func tap(_ x: Double, _ y: Double) throws {
    try shoot(PeggleMove(tapX: x, y: y))
  }

  /// The pegs that were hit, in order.
  package var hits: [Int] {
    events.compactMap { if case .pegHit(let peg, _) = $0 { peg } else { nil } }
  }

  package var removed: [Int] {
    events.compactMap { if case .pegRemoved(let peg) = $0 { peg } else { nil } }
  }

  package var thrown: [Int] {
    events.compactMap { if case .thrown(let peg) = $0 { peg } else { nil } }
  }

  package func count(_ matches: (PeggleEvent) -> Bool) -> Int { events.count(where: matches) }

  /// The events as traces write them.
  package func names() -> [String] { PeggleTrace.trees(of: events).map { JSONWriter.compact($0) } }
}
