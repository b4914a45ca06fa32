@testable import PeggleGame
@testable import SimHarness

/// Makes random Peggle levels that are right, and random operations on them.
struct PeggleLevelRandom {
  var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(key: StreamKey(rawValue: seed)) }

  static let pegs = [
    "blue", "orange", "green", "red", "purple", "spooky", "kaboom", "ghost", "amber",
  ]

  mutating func isLikely(_ probability: Double) -> Bool { random.uniform() < probability }

  mutating func element<Element>(_ elements: [Element]) -> Element {
    elements[random.below(elements.count)]
  }

  mutating func number(_ range: ClosedRange<Double>) -> Double {
    let value =
      range.lowerBound + (range.upperBound - range.lowerBound) * random.uniform()
    return isLikely(0.5) ? value : min(max(value.rounded(), range.lowerBound), range.upperBound)
  }

  /// A level whose objects lie apart, or any if it allows overlaps.
  mutating func level() -> PeggleLevelFile {
    let isMSK = isLikely(0.3)
    var level = PeggleLevelFile(name: name(), rules: isMSK ? .msk : PeggleRules())
    if isLikely(0.3) { level.id = name() }
    if isLikely(0.5) {
      level.rules.width = number(300...2000)
      level.rules.height = number(300...2000)
    }
    if isLikely(0.5) { level.rules.balls = random.below(50) }
    if isLikely(0.2) { level.rules.bucket = false }
    if isLikely(0.5) { level.mode = element(["classic", "score", "dodge"]) }
    if isLikely(0.5) { level.master = element(["rick", "morty"]) }
    if isLikely(0.3) { level.rules.scoring = .msk }
    if isLikely(0.3) { level.rules.set("freeBall2", to: Double(random.below(1_000))) }
    if isLikely(0.3) { level.rules.set("gravity", to: number(0...1000)) }
    if isLikely(0.3) { level.rules.set("aims", to: Double(3 + random.below(1_000))) }
    if isLikely(0.2) { level.parameters["score"] = ["share": number(0...100)] }
    if isLikely(0.2) { level.parameters["kaboom"] = ["radius": number(0...100)] }
    level.overlaps = isLikely(0.2)
    for _ in 0..<random.below(40) {
      let object = object(on: level.rules)
      let problems = PeggleLayout.problems(
        of: object, at: level.objects.count, among: level.objects, rules: level.rules)
      if problems.isEmpty || level.overlaps { level.objects.append(object) }
    }
    return level
  }

  /// An object whose place is on the board.
  mutating func object(on rules: PeggleRules) -> PeggleObject {
    PeggleObject(
      form(), x: number(0...rules.width), y: number(0...rules.height),
      rotation: isLikely(0.5) ? 0 : number(-7...7))
  }

  private mutating func form() -> PeggleObject.Form {
    switch random.below(10) {
    case 0, 1: .block(width: number(10...200), height: number(10...200))
    case 2: .triangle(width: number(10...200), height: number(10...200))
    case 3: .polygon(corners())
    default: .peg(colour: element(Self.pegs), radius: isLikely(0.5) ? 20 : number(8...60))
    }
  }

  /// Corners in order on an ellipse.
  mutating func corners() -> [PegglePoint] {
    let count = 3 + random.below(14)
    let (width, height) = (number(20...95), number(20...95))
    let start = number(0...6)
    let corners = (0..<count).map { index in
      let (sine, cosine) = DeterministicMath.sincos(
        start + 2 * Double.pi * Double(index) / Double(count))
      return PegglePoint(x: width * cosine + 3, y: height * sine)
    }
    return isLikely(0.5) ? corners : corners.reversed()
  }

  private mutating func name() -> String {
    let letters = Array("abc XYZ019-_.,\"\\/äß漢😀'")
    return "L" + String((0..<random.below(20)).map { _ in element(letters) })
  }

  /// An operation of the shell, sometimes one that cannot be done.
  mutating func operation(on level: PeggleLevelFile) -> String {
    let place = "\(random.below(820)),\(random.below(620))"
    let index = isLikely(0.3) ? "selected" : "\(random.below(level.objects.count + 1))"
    switch random.below(16) {
    case 0...4: return "add peg:\(element(Self.pegs)) \(place)"
    case 5: return "add block \(place)"
    case 6: return "add triangle \(place)"
    case 7, 8: return "move \(index) \(place)"
    case 9: return "resize \(index) \(5 + random.below(70))"
    case 10: return "resize \(index) \(5 + random.below(210)),\(5 + random.below(210))"
    case 11: return "rotate \(index) \(random.below(720))deg"
    case 12: return "delete \(index)"
    case 13: return isLikely(0.5) ? "select \(place)" : "erase \(place)"
    case 14: return isLikely(0.1) ? "reset" : "set name=N\(random.below(9))"
    default:
      return element([
        "set balls=3", "set mode=score", "set width=820", "set width=800", "set integrator=msk",
        "set integrator=standard", "set scoring.blue=7", "set scoring=msk",
      ])
    }
  }
}
