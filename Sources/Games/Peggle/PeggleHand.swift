import PegglePhysics
import SimHarness

/// A hand in Peggle: an aim, by its angle or at a place.
struct PeggleHand: Hand {
  package typealias State = PeggleState

  let file: PeggleLevelFile
  let letters: PeggleLetters
  /// What wins the level, with its own numbers.
  let goal: String
  /// Radians, clockwise from the right.
  private(set) var angle = Double.pi / 2
  /// The place that is aimed at; nil: the angle counts.
  private(set) var target: BoardPoint?
  private var lastTarget: BoardPoint

  /// Degrees of a step of the arrow keys, and px of a step of the cross.
  private static let step = (degrees: 2.0, px: 20.0)
  private static let fineStep = (degrees: 0.25, px: 4.0)
  /// How close to horizontal one may aim, in radians.
  private static let flattest = 0.01

  init(level: PeggleLevel, view: PegglePosition) {
    file = level.file
    goal = level.goalWords
    var glyphs: [String: Character] = [:]
    for script in view.setup.scripts where script.kind == .peg {
      glyphs[script.name] = script.glyph
    }
    letters = PeggleLetters(pegs: level.file.pegNames) { glyphs[$0] }
    lastTarget = BoardPoint(level.file.rules.width / 2, level.file.rules.height / 2)
  }

  func keys(_ view: PegglePosition) -> [KeyHelp] {
    if target == nil {
      return [
        KeyHelp("← →", "aim"), KeyHelp(", .", "aim finely"),
        KeyHelp("↓", "straight down"), KeyHelp("space", "shoot"),
        KeyHelp("t", "aim at a place (tap)"),
      ]
    }
    return [
      KeyHelp("arrows", "move the cross"), KeyHelp("shift", "with arrows: finely"),
      KeyHelp("space", "shoot"), KeyHelp("t", "aim by angle"),
    ]
  }

  func offers(_ view: PegglePosition) -> [HandOffer] {
    [HandOffer("Shoot", key: " ", usesAim: true)]
  }

  // MARK: Input

  mutating func handle(
    _ input: HandInput, _ moment: HandMoment<PegglePosition>
  ) -> HandAction<PeggleMove> {
    switch input {
    case .character("t"):
      if let target {
        lastTarget = target
        self.target = nil
      } else {
        target = lastTarget
      }
    case .character(","): turn(by: Self.fineStep.degrees)
    case .character("."): turn(by: -Self.fineStep.degrees)
    case .arrow(let direction, let isFine):
      let step = isFine ? Self.fineStep : Self.step
      if target != nil {
        move(direction, by: step.px)
      } else {
        switch direction {
        case .left: turn(by: step.degrees)
        case .right: turn(by: -step.degrees)
        case .down: angle = Double.pi / 2
        case .up: return .none
        }
      }
    case .aim(let place):
      guard place.y > file.rules.cannonY else { return .none }
      target = place
    case .press(let place):
      guard place.y > file.rules.cannonY else { return .none }
      target = place
      return .play(move(after: moment.thought))
    case .enter, .character(" "), .offer(0): return .play(move(after: moment.thought))
    case .character, .offer: return .none
    }
    return .moved
  }

  private mutating func turn(by degrees: Double) {
    target = nil
    angle = min(
      max(angle + degrees * Double.pi / 180, Self.flattest), Double.pi - Self.flattest)
  }

  private mutating func move(_ direction: HandInput.Direction, by px: Double) {
    guard let now = target else { return }
    let rules = file.rules
    let (x, y): (Double, Double) =
      switch direction {
      case .left: (now.x - px, now.y)
      case .right: (now.x + px, now.y)
      case .up: (now.x, now.y - px)
      case .down: (now.x, now.y + px)
      }
    target = BoardPoint(
      min(max(x, 0), rules.width), min(max(y, rules.cannonY + 1), rules.height))
  }

  /// The shot, with the seconds that aiming took.
  private func move(after thought: Double) -> PeggleMove {
    let seconds = min((thought * 1000).rounded() / 1000, PeggleMove.slowest)
    if let target { return PeggleMove(tapX: target.x, y: target.y, seconds: seconds) }
    return PeggleMove(angle: angle, seconds: seconds)
  }

  mutating func take(hint move: PeggleMove, index: Int, _ view: PegglePosition) -> String {
    target = nil
    angle = min(
      max(move.angle(rules: file.rules), Self.flattest), Double.pi - Self.flattest)
    return "shoot along this line."
  }

  func preview(at place: BoardPoint?, _ moment: HandMoment<PegglePosition>) -> HandPreview {
    let view = moment.view
    var preview = HandPreview()
    if let place, place.y <= file.rules.cannonY { return preview }
    guard view.outcome == nil else { return preview }
    if place == nil { preview.cross = target }
    let (points, touched) = aimedPath(view, at: place ?? target)
    preview.paths = [points]
    if case .contact(_, .body(let index))? = touched { preview.meant = [index] }
    preview.words = "first " + words(for: touched)
    return preview
  }

  private func words(for event: WorldEvent?) -> String {
    switch event {
    case .contact(_, .body(let index))? where file.objects.indices.contains(index):
      let colour = file.objects[index].colour.map { SafeText.escaped($0, limit: 20) }
      return "touches \(colour.map { "a peg, \($0)" } ?? "a block")"
    case .contact?: return "touches a wall"
    case .caught?: return "falls into the bucket"
    case .left?, .reentered?, nil: return "touches nothing"
    }
  }

  /// Where the ball is, step by step, until it touches something, and what that is.
  func aimedPath(
    _ view: PegglePosition, at target: BoardPoint?
  ) -> (points: [BoardPoint], touched: WorldEvent?) {
    let move = target.map { PeggleMove(tapX: $0.x, y: $0.y) } ?? PeggleMove(angle: angle)
    guard let direction = try? move.direction(rules: file.rules) else { return ([], nil) }
    var world = view.world
    world.launch(direction, rules: file.rules)
    var points: [BoardPoint] = []
    var touched: WorldEvent?
    for _ in 0..<Self.shownSteps where touched == nil {
      guard let ball = world.balls.first else { break }
      points.append(BoardPoint(ball.x, ball.y))
      world.step { touched = touched ?? $0 }
    }
    return (points, touched)
  }

  /// Steps of the physics that the line to aim by shows at most.
  private static let shownSteps = 360

  // MARK: Words

  func account(
    of events: [PeggleEvent], from before: PegglePosition, to view: PegglePosition
  ) -> String {
    let hits = events.count { if case .pegHit = $0 { true } else { false } }
    let thrown = events.count { if case .thrown = $0 { true } else { false } }
    var parts: [String] = []
    if hits > 0 {
      let orange = before.orangeLeft - view.orangeLeft
      parts.append(
        "hit \(hits) peg\(hits == 1 ? "" : "s")" + (orange > 0 ? ", \(orange) orange" : ""))
    } else if view.turn > before.turn {
      parts.append("hit nothing")
    }
    if thrown > 0 { parts.append("\(thrown) thrown") }
    for event in events {
      if let words = words(for: event), !parts.contains(words) { parts.append(words) }
    }
    return parts.joined(separator: ", ")
  }

  private func words(for event: PeggleEvent) -> String? {
    switch event {
    case .pegHit, .pegRemoved, .thrown, .shotEnded, .multiplier, .won: nil
    case .ballAdded: "another ball is in play"
    case .reentered: "the ball came back at the top"
    case .bucket: "into the bucket"
    case .boardTurned: "the board turned"
    case .exploded: "a peg exploded"
    case .stuck: "a ball was stuck"
    case .freeBall: "a free ball"
    case .ballsGiven(let count):
      count < 0
        ? "\(ReportNumber.plural(-count, "ball")) lost" : ReportNumber.plural(count, "more ball")
    case .lost(.balls): "no balls are left"
    case .lost(.mode): "the goal is out of reach"
    }
  }

  func facts(_ view: PegglePosition, at seconds: Double) -> [HandFact] {
    var facts = [HandFact("balls", "\(view.balls)")]
    if view.setup.orangeCount > 0 {
      facts.append(HandFact("orange", "\(view.orangeLeft) left", colour: "orange"))
    }
    facts.append(HandFact("pegs", "\(view.pegsLeft.count)"))
    if view.multiplier > 1 { facts.append(HandFact("points", "×\(view.multiplier)")) }
    for variable in view.variables {
      facts.append(HandFact(SafeText.escaped(variable.name, limit: 12), "\(variable.value)"))
    }
    facts.append(
      HandFact("clock", "\(ReportNumber.seconds((view.time * 10).rounded() / 10)) s"))
    if let target {
      let (x, y) = (Int(saturating: target.x.rounded()), Int(saturating: target.y.rounded()))
      facts.append(HandFact("tap", "\(x), \(y)", isAim: true))
    } else {
      let tenths = Int(saturating: (angle * 1800 / Double.pi).rounded())
      facts.append(HandFact("aim", "\(tenths / 10).\(tenths % 10)°", isAim: true))
    }
    return facts
  }
}
