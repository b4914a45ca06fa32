/// Peggle at a terminal: an aim, by its angle or at a place.
struct PeggleTerminal: TerminalGame {
  typealias State = PeggleState

  let file: PeggleLevelFile
  let letters: PeggleLetters
  /// Radians, clockwise from the right.
  private(set) var angle = Double.pi / 2
  /// The place that is aimed at; nil: the angle counts.
  private(set) var target: TerminalPoint?
  private var lastTarget: TerminalPoint

  /// Degrees of a step of the arrow keys, and px of a step of the cross.
  private static let step = (degrees: 2.0, px: 20.0)
  private static let fineStep = (degrees: 0.25, px: 4.0)
  /// How close to horizontal one may aim, in radians.
  private static let flattest = 0.01

  init(level: PeggleLevel, view: PegglePosition) {
    file = level.file
    var glyphs: [String: Character] = [:]
    for script in view.setup.scripts where script.kind == .peg {
      glyphs[script.name] = script.glyph
    }
    letters = PeggleLetters(pegs: level.file.pegNames) { glyphs[$0] }
    lastTarget = TerminalPoint(level.file.rules.width / 2, level.file.rules.height / 2)
  }

  func keys(_ view: PegglePosition, _ glyphs: Glyphs) -> [KeyHelp] {
    if target == nil {
      return [
        KeyHelp(glyphs.sideArrows, "aim"), KeyHelp(", .", "aim finely"),
        KeyHelp(glyphs.downArrow, "straight down"), KeyHelp("space", "shoot"),
        KeyHelp("t", "aim at a place (tap)"),
      ]
    }
    return [
      KeyHelp("arrows", "move the cross"), KeyHelp("shift", "with an arrow: finely"),
      KeyHelp("space", "shoot"), KeyHelp("t", "aim by angle"),
    ]
  }

  // MARK: Keys

  mutating func handle(
    _ key: TerminalKey, _ moment: TerminalMoment<PegglePosition>
  ) -> TerminalAction<PeggleMove> {
    switch key {
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
    case .click(let column, let row):
      let grid = grid(width: moment.width, height: moment.height)
      let place = grid.place(column: column, row: row)
      guard place.y > file.rules.cannonY else { return .none }
      target = place
    case .enter, .character(" "): return .play(move(after: moment.thought))
    default: return .none
    }
    return .moved
  }

  private mutating func turn(by degrees: Double) {
    target = nil
    angle = min(
      max(angle + degrees * Double.pi / 180, Self.flattest), Double.pi - Self.flattest)
  }

  private mutating func move(_ direction: TerminalKey.Direction, by px: Double) {
    guard let now = target else { return }
    let rules = file.rules
    let (x, y): (Double, Double) =
      switch direction {
      case .left: (now.x - px, now.y)
      case .right: (now.x + px, now.y)
      case .up: (now.x, now.y - px)
      case .down: (now.x, now.y + px)
      }
    target = TerminalPoint(
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

  static func apply(
    _ move: PeggleMove, to state: inout PeggleState, in context: inout GameContext,
    emit: (PeggleEvent) -> Void
  ) throws(MoveError) -> [[TerminalPoint]] {
    var frames: [[TerminalPoint]] = []
    let stride = max(
      1, Int(saturating: (1 / (state.view.setup.rules.step * TerminalFlight.rate)).rounded()))
    try state.apply(
      move, in: &context,
      frame: { number, balls in
        guard number % stride == 0 else { return }
        frames.append(balls.map { TerminalPoint($0.x, $0.y) })
      }, emit: emit)
    return frames
  }

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

  func facts(
    _ view: PegglePosition, at seconds: Double, _ glyphs: Glyphs
  ) -> [(label: String, value: StyledText)] {
    var facts: [(label: String, value: StyledText)] = [("balls", "\(view.balls)")]
    if view.setup.orangeCount > 0 {
      facts.append(
        ("orange", StyledText("\(view.orangeLeft) left", CanvasStyle(.orange))))
    }
    facts.append(("pegs", "\(view.pegsLeft.count)"))
    if view.multiplier > 1 { facts.append(("points", "\(glyphs.times)\(view.multiplier)")) }
    for variable in view.variables {
      facts.append((SafeText.escaped(variable.name, limit: 12), "\(variable.value)"))
    }
    facts.append(("clock", "\(ReportNumber.seconds((view.time * 10).rounded() / 10)) s"))
    if let target {
      facts.append(
        ("tap", "\(Int(saturating: target.x.rounded())), \(Int(saturating: target.y.rounded()))"))
    } else {
      let tenths = Int(saturating: (angle * 1800 / Double.pi).rounded())
      facts.append(
        ("aim", "\(tenths / 10).\(tenths % 10)\(glyphs.isUnicode ? "°" : " degrees")"))
    }
    return facts
  }

  func legend(_ view: PegglePosition, _ glyphs: Glyphs) -> [StyledText] {
    var present: Set<Character> = []
    for index in file.objects.indices where view.world.isAlive(index) {
      present.insert(letters.letter(of: file.objects[index]))
    }
    var lines: [StyledText] = []
    let mode = file.mode
    let script = view.setup.scripts.first { $0.kind == .mode && $0.name == mode }
    for line in TerminalText.wrapped(
      SafeText.escaped(script?.summary ?? mode, limit: 200), width: TerminalLayout.sideWidth)
    {
      lines.append(StyledText(line))
    }
    let names = file.pegNames.filter { present.contains(letters.letter(ofPeg: $0)) }
    for start in stride(from: 0, to: names.count, by: 2) {
      var line = StyledText([])
      for name in names[start..<min(start + 2, names.count)] {
        let text = " " + SafeText.escaped(name, limit: 10)
        let gap = String(repeating: " ", count: max(1, 13 - text.count))
        line =
          line
          + StyledText(
            String(letters.letter(ofPeg: name)),
            CanvasStyle(CanvasColour(named: name), isBold: true))
          + StyledText(text + gap, .dim)
      }
      lines.append(line)
    }
    return lines
  }
}
