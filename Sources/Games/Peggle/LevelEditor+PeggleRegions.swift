import SimHarness

extension LevelEditor where Level == PeggleLevelFile {
  /// Does one operation of the shell on many objects at once.
  mutating func changeRegion(_ text: PeggleOperationText) throws(LevelEditorError) -> String {
    switch text.verb {
    case .mirror:
      let mirror = try text.mirror()
      return Self.outcome(try arrange { $0.mirrored(mirror) }, mirror.outcome)
    case .shift:
      let shift = try text.shift()
      let numbers = try text.numbers(shift.distance)
      guard numbers.count == 1, let distance = numbers.first, distance >= 0 else {
        throw text.malformed
      }
      let step = shift.direction.step
      let changed = try arrange(beyond: "shift by less") { level in
        level.objects.map { object in
          object.moved(
            across: Double(step.across) * distance, down: Double(step.down) * distance)
        }
      }
      return Self.outcome(
        changed, "shifted \(shift.direction.rawValue) by \(JSONWriter.number(distance)) px")
    case .copy: return try copy(text)
    default: return try fillRegion(text)
    }
  }

  /// Copies the objects of a rectangle.
  private mutating func copy(_ text: PeggleOperationText) throws(LevelEditorError) -> String {
    let halves = try text.halves()
    let box = try text.box(halves.first)
    let place = try text.point(halves.second)
    let level = try level
    let copies = level.objects(in: box).map { index in
      level.objects[index].moved(across: place.x - box.left, down: place.y - box.top)
    }
    let changed = try arrange { $0.objects + copies }
    return Self.outcome(changed, "copied \(Self.count(copies.count))")
  }

  /// Gives the pegs of a rectangle a kind, or takes all its objects away.
  private mutating func fillRegion(_ text: PeggleOperationText) throws(LevelEditorError) -> String {
    let (place, name) = try text.assignment()
    let box = try text.box(place)
    let inside = Set(try level.objects(in: box))
    if name == "empty" || name == "eraser" {
      let changed = try arrange { level in
        level.objects.indices.filter { !inside.contains($0) }.map { level.objects[$0] }
      }
      return Self.outcome(changed, "deleted \(Self.count(inside.count))")
    }
    guard case .peg(let colour) = try tool(named: name) else { throw text.malformed }
    var pegs = 0
    let changed = try arrange { level in
      level.objects.enumerated().map { index, object in
        guard inside.contains(index), case .peg(_, let radius) = object.form else { return object }
        pegs += 1
        var copy = object
        copy.form = .peg(colour: colour, radius: radius)
        return copy
      }
    }
    return Self.outcome(
      changed, "\(pegs) \(pegs == 1 ? "peg is" : "pegs are") \(SafeText.escaped(colour))")
  }

  private static func count(_ number: Int) -> String {
    "\(number) \(number == 1 ? "object" : "objects")"
  }

  /// Replaces all objects as one step, unless one of them cannot lie where it is to go; `beyond` is
  /// the advice about one that would leave the board.
  private mutating func arrange(
    beyond advice: String = "choose another place", _ body: (PeggleLevelFile) -> [PeggleObject]
  ) throws(LevelEditorError) -> Bool {
    let changed = try edit { (level) throws(LevelEditorError) in
      let objects = body(level)
      guard objects.count <= PeggleLevelFile.maxObjects else { throw Self.tooManyObjects }
      for (index, object) in objects.enumerated() {
        guard Self.isOnBoard(object, level.rules) else {
          throw .misplaced(
            "object \(index) (\(object.title)) would leave the board of "
              + "\(Self.size(level.rules)) px; \(advice)")
        }
      }
      if !level.overlaps {
        let problems = PeggleLayout.problems(of: objects, rules: level.rules)
        if let problem = problems.first, let index = problem.object {
          throw Self.misplaced(
            "object \(index) (\(objects[index].title))", at: index, problem, among: objects)
        }
      }
      level.objects = objects
    }
    if changed { selected = nil }
    return changed
  }
}

extension PeggleObject {
  /// The object elsewhere.
  func moved(across: Double, down: Double) -> PeggleObject {
    var copy = self
    copy.x += across
    copy.y += down
    return copy
  }

  /// The object as a mirror shows it that stands upright at x = `width` / 2.
  func mirrored(width: Double) -> PeggleObject {
    var copy = self
    copy.x = width - x
    copy.rotation = rotation == 0 ? 0 : -rotation
    if case .polygon(let corners) = form {
      // The other way round, so that they keep their order.
      copy.form = .polygon(corners.reversed().map { PegglePoint(x: -$0.x, y: $0.y) })
    }
    return copy
  }
}

extension PeggleLevelFile {
  /// The objects whose place lies in a box, edges included, by their indices.
  func objects(in box: PeggleBox) -> [Int] {
    objects.indices.filter { index in
      (box.left...box.right).contains(objects[index].x)
        && (box.top...box.bottom).contains(objects[index].y)
    }
  }

  /// The objects with the sides exchanged, or with one half copied to the other; those in the
  /// middle stay.
  func mirrored(_ mirror: LevelMirror) -> [PeggleObject] {
    let width = rules.width
    if mirror == .flip { return objects.map { $0.mirrored(width: width) } }
    return objects.flatMap { object in
      if object.x == width / 2 { return [object] }
      let isSource = (object.x < width / 2) == (mirror == .left)
      return isSource ? [object, object.mirrored(width: width)] : []
    }
  }
}

extension LevelOperationText where Operation == PeggleOperation {
  /// A rectangle written as `X,Y..X,Y`.
  fileprivate func box(_ text: String) throws(LevelEditorError) -> PeggleBox {
    let ends = try range(text)
    let (one, other) = (try point(ends.start), try point(ends.end))
    return PeggleBox(
      left: min(one.x, other.x), top: min(one.y, other.y), right: max(one.x, other.x),
      bottom: max(one.y, other.y))
  }
}
