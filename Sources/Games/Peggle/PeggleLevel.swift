import PegglePhysics
import SimHarness

/// A level made ready to play: immutable, shared by all games of a batch.
public final class PeggleLevel: NamedLevel {
  public let name: String
  /// What seeds the level's games; stays when the level is edited.
  public let id: String
  public let setup: PeggleSetup
  /// What all games begin with, without a ball.
  let world: World
  /// The level as written in its file, for pictures.
  public let file: PeggleLevelFile

  /// Makes a level file ready.
  /// - Throws: What keeps it from being played.
  public init<Catalog: PeggleCatalog & PeggleScriptSource>(
    _ file: PeggleLevelFile, catalog: Catalog
  ) throws(LevelError) {
    try file.checkPlayable(catalog: catalog)
    self.file = file
    name = file.name
    id = file.id ?? file.name
    let scripts = try Self.scripts(of: file, catalog: catalog)
    let master = file.master.flatMap { name in
      scripts.firstIndex { $0.kind == .master && $0.name == name }
    }
    setup = PeggleSetup(
      rules: file.rules, scripts: scripts,
      values: scripts.map { script in
        script.parameters.map { file.parameters[script.name]?[$0.name] ?? $0.defaultValue }
      }, master: master,
      kinds: file.objects.map { object in
        guard let colour = object.colour else { return -1 }
        return scripts.firstIndex { $0.kind == .peg && $0.name == colour } ?? -1
      })
    var world = World(file.rules.physics, bodies: file.objects.map(Self.body(of:)))
    // A script may turn the board, and then does so in hundreds of imagined shots.
    if scripts.contains(where: { !$0.hooks.isEmpty }) { world.prepareTurn() }
    self.world = world
  }

  /// The scripts of the mode, the master, the pegs and the masters whose power pegs have.
  private static func scripts(
    of file: PeggleLevelFile, catalog: some PeggleScriptSource
  ) throws(LevelError) -> [PeggleScript] {
    var wanted: [(kind: PeggleScriptKind, name: String)] = [(.mode, file.mode)]
    if let master = file.master { wanted.append((.master, master)) }
    wanted += file.pegNames.map { (.peg, $0) }
    var scripts: [PeggleScript] = []
    var next = 0
    while next < wanted.count {
      let (kind, name) = wanted[next]
      next += 1
      if scripts.contains(where: { $0.kind == kind && $0.name == name }) { continue }
      let found: PeggleScript?
      do throws(ScriptFault) {
        found = try catalog.peggleDefinition(of: kind, named: name)
      } catch {
        throw .script(error)
      }
      guard let script = found else {
        throw .invalid("there is no \(kind.rawValue) called '\(name)', which a peg's script uses")
      }
      scripts.append(script)
      if case .of(let master) = script.power { wanted.append((.master, master)) }
    }
    return scripts
  }

  private static func body(of object: PeggleObject) -> Body {
    let shape: Shape
    switch object.form {
    case .peg(_, let radius): shape = .circle(radius: radius)
    case .block(let width, let height): shape = .block(width: width, height: height)
    case .triangle(let width, let height): shape = .triangle(width: width, height: height)
    case .polygon(let corners): shape = .polygon(corners.map { Vector($0.x, $0.y) })
    }
    return Body(
      shape, at: Vector(object.x, object.y), rotation: object.rotation, filter: object.filter)
  }
}

extension PeggleRules {
  /// The numbers of the physics.
  var physics: PhysicsParameters {
    var parameters = PhysicsParameters()
    parameters.integrator = integrator == .msk ? .msk : .standard
    parameters.width = width
    parameters.height = height
    parameters.step = step
    parameters.substeps = substeps
    parameters.gravity = gravity
    parameters.restitution = restitution
    parameters.friction = friction
    parameters.ballRadius = ballRadius
    parameters.impactLimit = impactLimit
    parameters.hasBucket = bucket
    parameters.bucketWidth = bucketWidth
    parameters.bucketHeight = bucketHeight
    parameters.bucketRise = bucketRise
    parameters.bucketSpeed = bucketSpeed
    return parameters
  }
}
