import SimHarness

/// The effects of the scripts of removed bubbles, breadth first.
///
/// Works on a copy of the position and collects events. What a hook asks to remove goes when the
/// hook has returned; a scripted bubble among it has its own hook run then, each bubble once.
final class PopResolution {
  private(set) var position: PopPosition
  private(set) var events: [PopEvent] = []
  /// Draws that scripts have taken.
  private(set) var scriptDraws: UInt64

  private let setup: PopSetup
  private let host: any ScriptHosting
  private let handles: [ScriptHandle]
  private let draws: StreamKey
  private let drawOffset: UInt64
  private let gameObject: ScriptDatum
  private let variablesObject: ScriptDatum

  /// The bubble whose hook runs now; it has left the screen.
  private var running: PopBubble
  private var requests: [Int] = []
  /// The maximum number of requests of a hook in one call.
  private static let maxRequests = 20_000
  private var server: ScriptServer?

  init(
    _ position: PopPosition, of bubble: PopBubble, host: any ScriptHosting, streams: GameStreams,
    offset: UInt64, scriptDraws: UInt64
  ) throws(ScriptFault) {
    self.position = position
    running = bubble
    self.host = host
    setup = position.setup
    handles = try host.handles(for: position.setup)
    draws = streams.scripts
    drawOffset = offset
    self.scriptDraws = scriptDraws
    gameObject = host.object("game", instance: 0)
    variablesObject = host.object("game.vars", instance: 0)
  }

  /// Runs a hook of each bubble, then those of the bubbles that the hooks remove.
  func resolve(_ hook: PopKind.Hook, of bubbles: [PopBubble]) throws(ScriptFault) {
    let server = ScriptServer { (request, reply) throws(ScriptCallError) in
      try self.serve(request, reply: &reply)
    }
    self.server = server
    defer { self.server = nil }
    var queue = bubbles.map { (hook: hook, bubble: $0) }
    var next = 0
    while next < queue.count {
      let (hook, bubble) = queue[next]
      next += 1
      guard let place = setup.scriptPlaces[Int(bubble.colour)] else { continue }
      running = bubble
      requests.removeAll(keepingCapacity: true)
      do throws(ScriptFault) {
        try host.call(
          handles[place], hook: hook.rawValue, gameObject, .integer(bubble.id), .none,
          server: server)
      } catch {
        let name = setup.colours[Int(bubble.colour)].name
        throw error.inside("\(hook.name) of \(name), bubble \(bubble.id)")
      }
      for id in requests {
        guard let place = position.place(ofID: id) else { continue }
        let gone = position.bubbles.remove(at: place)
        events.append(.expired(id: gone.id, colour: gone.colour, .script))
        if setup.kinds[Int(gone.colour)]?.hasExpire == true { queue.append((.onExpire, gone)) }
      }
    }
  }

  // MARK: What scripts ask

  private func serve(_ request: ScriptRequest, reply: inout ScriptReply) throws(ScriptCallError) {
    guard let function = PopScriptFunction(rawValue: request.function) else {
      // The sandbox's own: math.random draws from the game's script stream.
      reply.give(Int(bitPattern: UInt(nextDraw())))
      return
    }
    switch function {
    case .addTime: try addTime(request[0])
    case .score: try addScore(request)
    case .remove:
      guard requests.count < Self.maxRequests else {
        throw ScriptCallError("more than \(Self.maxRequests) changes in one hook")
      }
      let id = try id(request[0], calledBy: "game:remove")
      // A bubble that has gone since is no mistake of the script's.
      guard (1..<position.nextID).contains(id) else {
        throw ScriptCallError("game:remove: there was never a bubble \(id); use a bubble's id")
      }
      requests.append(id)
    case .bubbles:
      reply.beginList()
      for bubble in position.bubbles { reply.append(bubble.id) }
    case .within: try giveWithin(request, to: &reply)
    case .position:
      if let bubble = try bubble(request[0], calledBy: "game:position") {
        reply.give(bubble.x)
        reply.give(bubble.y)
      } else {
        reply.give(.none)
      }
    case .colour:
      if let bubble = try bubble(request[0], calledBy: "game:colour") {
        reply.give(setup.colours[Int(bubble.colour)].name)
      } else {
        reply.give(.none)
      }
    case .random: try reply.giveRandom(request, calledBy: "game:random", draw: nextDraw)
    case .time: reply.give(position.time)
    case .timeLeft: reply.give(position.end - position.time)
    case .width: reply.give(setup.rules.width)
    case .height: reply.give(setup.rules.height)
    case .parameters:
      let place = setup.scriptPlaces[Int(running.colour)] ?? 0
      reply.give(host.parameters(of: handles[place]))
    case .variables: reply.give(variablesObject)
    case .getVariable:
      let name = request[0].string ?? ""
      reply.give(position.variables.first { $0.name == name }?.value ?? 0)
    case .setVariable: try position.variables.set(request, in: "game.vars")
    case .viewTime, .viewScore, .viewLast, .viewCount, .viewColours, .viewColour,
      .viewProbability, .viewShown:
      throw ScriptCallError("a bubble's script has no view; use game")
    }
  }

  private func nextDraw() -> UInt64 {
    scriptDraws &+= 1
    return draws.bits(drawOffset &+ scriptDraws)
  }

  private func id(_ datum: ScriptDatum, calledBy name: String) throws(ScriptCallError) -> Int {
    guard let id = datum.integer else {
      throw ScriptCallError("\(name) needs a bubble's id, not \(datum.found)")
    }
    return id
  }

  /// The bubble of an id: one on the screen, or the one whose hook runs.
  private func bubble(
    _ datum: ScriptDatum, calledBy name: String
  ) throws(ScriptCallError) -> PopBubble? {
    let id = try id(datum, calledBy: name)
    if id == running.id { return running }
    return position.place(ofID: id).map { position.bubbles[$0] }
  }

  private func addTime(_ datum: ScriptDatum) throws(ScriptCallError) {
    guard let seconds = datum.number, seconds.magnitude <= 600 else {
      throw ScriptCallError("game:add_time needs a number of seconds from -600 to 600")
    }
    let end = min(max(position.end + seconds, position.time), PopRules.maxGameDuration)
    events.append(.timeAdded(end - position.end))
    position.end = end
  }

  private func addScore(_ request: ScriptRequest) throws(ScriptCallError) {
    guard let points = request.whole(0, in: -1_000_000...1_000_000) else {
      throw ScriptCallError("game:score needs a whole number from -1000000 to 1000000")
    }
    position.score = Saturating.sum(position.score, points)
    events.append(.scored(points))
  }

  private func giveWithin(
    _ request: ScriptRequest, to reply: inout ScriptReply
  ) throws(ScriptCallError) {
    guard let x = request[0].number, let y = request[1].number, let radius = request[2].number,
      x.isFinite, y.isFinite, radius >= 0
    else { throw ScriptCallError("game:within needs x, y and a distance of at least 0") }
    reply.beginList()
    for bubble in position.bubbles {
      let dx = bubble.x - x
      let dy = bubble.y - y
      if dx * dx + dy * dy <= radius * radius { reply.append(bubble.id) }
    }
  }
}

extension PopState {
  /// Runs a hook of bubbles that have just left the screen.
  mutating func run(
    _ hook: PopKind.Hook, of bubbles: [PopBubble], in context: borrowing GameContext,
    emit: (PopEvent) -> Void
  ) throws(ScriptFault) {
    guard let first = bubbles.first else { return }
    let resolution = try PopResolution(
      position, of: first, host: try context.requiredScripts(), streams: context.streams,
      offset: offset, scriptDraws: scriptDraws)
    try resolution.resolve(hook, of: bubbles)
    position = resolution.position
    scriptDraws = resolution.scriptDraws
    for event in resolution.events { emit(event) }
    checkGoal(emit)
  }

  /// The colour that the level's spawner draws at a uniform number.
  func spawnedColour(
    at uniform: Double, in context: borrowing GameContext
  ) throws(ScriptFault) -> UInt8 {
    let setup = position.setup
    guard let spawner = setup.spawner, let place = setup.spawnerPlace else { return 0 }
    let host = try context.requiredScripts()
    let handle = try host.handles(for: setup)[place]
    let position = position
    let server = ScriptServer { (request, reply) throws(ScriptCallError) in
      try position.serveSpawner(request, reply: &reply)
    }
    let answer = try spawner.draw(at: uniform, by: handle, on: host, server: server)
    if let name = answer.string, let colour = setup.colours.firstIndex(where: { $0.name == name }) {
      return UInt8(truncatingIfNeeded: colour)
    }
    throw spawner.fault(
      drawing: answer, wanted: "the level's colours,", setup.colours.map(\.name))
  }
}

extension PopPosition {
  /// Answers a spawner; the spawner sees what a player sees.
  func serveSpawner(
    _ request: ScriptRequest, reply: inout ScriptReply
  ) throws(ScriptCallError) {
    switch PopScriptFunction(rawValue: request.function) {
    case .viewTime: reply.give(time)
    case .viewScore: reply.give(score)
    case .viewLast:
      if let last = lastColour { reply.give(setup.colours[last].name) } else { reply.give(.none) }
    case .viewCount: reply.give(bubbles.count)
    case .viewColours: reply.give(setup.colours.count)
    case .viewColour: reply.give(try colour(request, calledBy: "view:colour").name)
    case .viewProbability:
      reply.give(try colour(request, calledBy: "view:probability").probability)
    case .viewShown:
      let name = request[0].string
      guard let colour = setup.colours.firstIndex(where: { $0.name == name }) else {
        let example = SafeText.escaped(setup.colours.first?.name ?? "red")
        throw ScriptCallError("view:shown needs a colour's name, such as \"\(example)\"")
      }
      reply.give(bubbles.count { Int($0.colour) == colour })
    case nil: throw ScriptCallError("a spawner must draw from its argument u, not from math.random")
    default: throw ScriptCallError("a spawner has no game; use view")
    }
  }

  private func colour(
    _ request: ScriptRequest, calledBy name: String
  ) throws(ScriptCallError) -> PopColour {
    guard let place = request.place(0, among: setup.colours.count) else {
      throw ScriptCallError("\(name) needs a colour's number from 1 to \(setup.colours.count)")
    }
    return setup.colours[place]
  }
}
