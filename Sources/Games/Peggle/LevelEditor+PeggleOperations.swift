import SimHarness

/// The operations of `playtest level edit` on a Peggle level.
public enum PeggleOperation: String, LevelOperation {
  case add, select, move, resize, rotate, delete, erase, rectangle, mirror, shift, copy
  case reset, undo, redo, set, status

  /// How the operation is written.
  public var usage: String {
    switch self {
    case .add: "add peg:COLOUR|block|triangle|polygon X,Y, such as add peg:orange 100,200"
    case .select: "select X,Y, such as select 100,200"
    case .move: "move I X,Y, such as move 0 120,200 (I: a number or selected)"
    case .resize: "resize I RADIUS for a peg, else resize I WIDTH,HEIGHT, such as resize 0 30"
    case .rotate: "rotate I RADIANS or rotate I DEGREESdeg, such as rotate selected 45deg"
    case .delete: "delete I, such as delete 0 (I: a number or selected)"
    case .erase: "erase X,Y, such as erase 100,200"
    case .rectangle:
      "rectangle X,Y..X,Y=peg:COLOUR|empty, such as rectangle 0,0..400,300=peg:orange"
    case .mirror: LevelOperationWords.mirror
    case .shift: LevelOperationWords.shift("down 20")
    case .copy: "copy X,Y..X,Y X,Y, such as copy 0,100..400,300 400,100"
    case .set: "set FIELD=VALUE, such as set balls=12"
    case .reset, .undo, .redo, .status: rawValue
    }
  }

  public var wordCount: Int {
    switch self {
    case .add, .move, .resize, .rotate, .shift, .copy: 2
    case .select, .delete, .erase, .rectangle, .mirror, .set: 1
    case .reset, .undo, .redo, .status: 0
    }
  }
}

typealias PeggleOperationText = LevelOperationText<PeggleOperation>

extension LevelEditor where Level == PeggleLevelFile {
  /// Does one operation of the shell.
  mutating func perform(_ text: PeggleOperationText) throws(LevelEditorError) -> String {
    switch text.verb {
    case .add: return try add(text)
    case .select, .erase: return try touch(text)
    case .move, .resize, .rotate, .delete: return try changeObject(text)
    case .rectangle, .mirror, .shift, .copy: return try changeRegion(text)
    case .set:
      let words = try assign(text)
      try forgetMissing()
      return words
    case .reset, .undo, .redo, .status: return try performPlain(text)
    }
  }

  private mutating func performPlain(
    _ text: PeggleOperationText
  ) throws(LevelEditorError) -> String {
    try text.requireNothing()
    switch text.verb {
    case .reset: return Self.outcome(try reset(), "the board is empty")
    case .undo:
      try undo()
      return "undone"
    case .redo:
      try redo()
      return "redone"
    default: return try status()
    }
  }

  /// The active level in one line: its name, objects, rules and history.
  public func status() throws(LevelEditorError) -> String {
    guard let active else { throw .noLevel }
    let level = active.level
    let chosen = selected.map { "object \($0) selected" } ?? "none selected"
    return "\(SafeText.named(level.name)): \(level.objects.count) objects, \(chosen), "
      + "\(level.rules.balls) balls, mode \(SafeText.escaped(level.mode)), "
      + "master \(SafeText.escaped(level.master ?? "none")), tool \(tool.name), "
      + historyWords(active)
  }

  // MARK: Objects

  private mutating func add(_ text: PeggleOperationText) throws(LevelEditorError) -> String {
    let (what, place) = try text.halves()
    let tool = try tool(named: what)
    guard let form = tool.form else { throw text.malformed }
    let point = try text.point(place)
    let index = try add(PeggleObject(form, x: point.x, y: point.y))
    return try words(for: index)
  }

  private mutating func touch(_ text: PeggleOperationText) throws(LevelEditorError) -> String {
    let point = try text.point(text.rest)
    let place = "\(JSONWriter.number(point.x)),\(JSONWriter.number(point.y))"
    guard let index = try object(at: point) else {
      throw .noObject("there is no object at \(place); show the level to see where objects are")
    }
    guard text.verb == .erase else {
      try select(object: index)
      return "selected " + (try words(for: index))
    }
    let words = try words(for: index)
    try delete(index)
    return "deleted \(words)"
  }

  private mutating func changeObject(
    _ text: PeggleOperationText
  ) throws(LevelEditorError) -> String {
    if text.verb == .delete {
      let index = try index(text.rest, text)
      let words = try words(for: index)
      try delete(index)
      return "deleted \(words)"
    }
    let (name, value) = try text.halves()
    let index = try index(name, text)
    let isChanged: Bool
    switch text.verb {
    case .move: isChanged = try move(index, to: try text.point(value))
    case .rotate: isChanged = try rotate(index, to: try text.angle(value))
    default:
      let isPeg = try level.objects[index].colour != nil
      let size = try text.size(value, isPeg: isPeg)
      isChanged = try resize(index, width: size.width, height: size.height)
    }
    return Self.outcome(isChanged, try words(for: index))
  }

  /// The index that an operation names.
  private func index(
    _ name: String, _ text: PeggleOperationText
  ) throws(LevelEditorError) -> Int {
    if name == "selected" {
      guard let selected else {
        throw .noObject("no object is selected; select one with select X,Y or write its number")
      }
      return selected
    }
    guard (1...6).contains(name.utf8.count), name.utf8.allSatisfy({ ASCII.isDigit($0) }),
      let index = Int(name)
    else { throw text.malformed }
    try Self.require(index, in: try level)
    return index
  }

  /// An object in one line: `object 3: orange peg at 100,200, radius 20`.
  private func words(for index: Int) throws(LevelEditorError) -> String {
    let object = try level.objects[index]
    func number(_ value: Double) -> String { JSONWriter.number(value) }
    var text = "object \(index): \(object.title) at \(number(object.x)),\(number(object.y))"
    switch object.form {
    case .peg(_, let radius): text += ", radius \(number(radius))"
    case .block(let width, let height), .triangle(let width, let height):
      text += ", \(number(width)) x \(number(height))"
    case .polygon(let corners): text += ", \(corners.count) vertices"
    }
    // Commands take radians; people read degrees, and no more of them than they can see.
    let degrees = (object.rotation * 1_800 / .pi).rounded() / 10
    let unit = [-1, 1].contains(degrees) ? "degree" : "degrees"
    return degrees == 0 ? text : text + ", turned by \(number(degrees)) \(unit)"
  }
}

extension LevelOperationText where Operation == PeggleOperation {
  /// A place written as `X,Y`.
  func point(_ text: String) throws(LevelEditorError) -> PegglePoint {
    let numbers = try numbers(text)
    guard numbers.count == 2 else { throw malformed }
    return PegglePoint(x: numbers[0], y: numbers[1])
  }

  /// A size written as `W,H`, or as a radius for a peg.
  fileprivate func size(
    _ text: String, isPeg: Bool
  ) throws(LevelEditorError) -> (width: Double, height: Double) {
    let numbers = try numbers(text)
    guard numbers.count == (isPeg ? 1 : 2) else { throw malformed }
    return isPeg ? (2 * numbers[0], 2 * numbers[0]) : (numbers[0], numbers[1])
  }

  /// An angle in radians, or in degrees with `deg` behind it.
  fileprivate func angle(_ text: String) throws(LevelEditorError) -> Double {
    let isDegrees = text.hasSuffix("deg")
    let numbers = try numbers(isDegrees ? String(text.dropLast("deg".count)) : text)
    guard numbers.count == 1 else { throw malformed }
    return isDegrees ? numbers[0] * Double.pi / 180 : numbers[0]
  }

  /// Numbers separated by commas, as JSON writes them.
  func numbers(_ text: String) throws(LevelEditorError) -> [Double] {
    var numbers: [Double] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let bytes = Array(String(part).trimmed.utf8)
      guard case .number(let number)? = JSONParser.parse(bytes).value?.kind else {
        throw malformed
      }
      numbers.append(number.double)
    }
    return numbers
  }
}
