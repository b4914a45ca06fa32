/// Something that a designer can change in steps to make a level easier or harder.
///
/// A game supplies its levers in one place, `levers` of its level file.
public struct LevelLever: Sendable {
  /// What a number of steps does to the level.
  public enum Change: Sendable {
    case edits([LevelEdit])
    case file(LevelFile)
  }

  /// What is turned, such as `shots`, `spawn red` or `no crate`.
  public let name: String
  /// How many steps there may be, either way.
  public let steps: ClosedRange<Int>
  /// The relative cost of a step: 1 for a number's step, more for changes of a level's look.
  public let stepCost: Int
  /// The number that is turned, where it is one, and what a step adds to it.
  let number: (now: Double, step: Double)?
  /// The one number that is turned, and what it may be; nil where a lever is something else.
  package let field: (now: Double, range: ClosedRange<Double>)?
  /// A number of steps in words, such as `3 shots more`.
  public let words: @Sendable (Int) -> String
  /// The change that a number of steps makes; nil if there is none.
  package let change: @Sendable (Int) -> Change?

  package init(
    _ name: String, steps: ClosedRange<Int>, cost: Int = 1,
    number: (now: Double, step: Double)? = nil,
    field: (now: Double, range: ClosedRange<Double>)? = nil,
    words: @escaping @Sendable (Int) -> String,
    change: @escaping @Sendable (Int) -> Change?
  ) {
    self.name = name
    self.steps = steps
    stepCost = cost
    self.number = number
    self.field = field
    self.words = words
    self.change = change
  }

  /// What some steps cost.
  ///
  /// A step of a number that is turned costs 1, or less where it is less than a tenth of it: ten
  /// shots more are a large change of 11 and a small one of 80. Everything else costs its steps.
  package func cost(of steps: Int) -> Double {
    let plain = Double(abs(steps) * stepCost)
    guard let number, number.now > 0 else { return plain }
    let next = number.now + Double(steps) * number.step
    guard next > 0 else { return plain }
    let ratio = abs(DeterministicMath.log(next / number.now)) / DeterministicMath.log(1.1)
    return min(plain, (ratio * 10).rounded() / 10)
  }

  /// The steps that change the number by half; nil where the lever turns none.
  package var halfSteps: Int? {
    number.map { Int(saturating: (abs($0.now) / 2 / $0.step).rounded(.up)) }
  }

  /// What the removal of an obstacle costs: a step, as it leaves holes and changes nothing else.
  package static let obstacleCost = 1
  /// What a special's removal costs.
  package static let removalCost = 3
  /// The cost of removing a colour.
  package static let colourCost = 5

  /// The minimum of a number that must not vanish, such as shots: a third of its value, but at
  /// least `planned` if it is that large now.
  package static func minimum(of now: Int, planned: Int) -> Int {
    max(1, min(now, planned), now / 3)
  }

  /// A whole number of the file.
  package static func number(
    _ path: String, _ noun: (one: String, many: String), now: Int, in range: ClosedRange<Int>,
    step: Int = 1
  ) -> LevelLever {
    let maxIncrease = max(0, (range.upperBound - now) / step)
    let maxDecrease = max(0, (now - range.lowerBound) / step)
    return LevelLever(
      noun.many, steps: -min(maxDecrease, 1000)...min(maxIncrease, 1000),
      number: (Double(now), Double(step)),
      field: (Double(now), Double(range.lowerBound)...Double(range.upperBound)),
      words: { steps in
        let size = abs(steps) * step
        return "\(size) \(steps > 0 ? "more" : "fewer") \(size == 1 ? noun.one : noun.many)"
      },
      change: { .edits([LevelEdit(path, to: .int(now + $0 * step))]) })
  }

  /// A number that changes by a share of its value with each step.
  package static func scaled(
    _ path: String, _ name: String, now: Double, in range: ClosedRange<Double>,
    percent: Int = 10, isWhole: Bool = false
  ) -> LevelLever {
    LevelLever(
      name, steps: -12...12, field: (now, range),
      words: { "\(name) \(Self.percentage($0, percent: percent))" },
      change: { steps in
        let value = now * Self.factor(steps, percent: percent)
        let rounded = isWhole ? value.rounded() : (value * 1e4).rounded() / 1e4
        guard range.contains(rounded), rounded != now else { return nil }
        return .edits([LevelEdit(path, to: .double(rounded))])
      })
  }

  /// Repeated growth or shrinking by a percentage.
  package static func factor(_ steps: Int, percent: Int = 10) -> Double {
    var factor = 1.0
    for _ in 0..<abs(steps) { factor *= 1 + Double(steps.signum() * percent) / 100 }
    return factor
  }

  /// The growth of some steps in words: `+21%`.
  package static func percentage(_ steps: Int, percent: Int = 10) -> String {
    let change = Int(saturating: ((factor(steps, percent: percent) - 1) * 100).rounded())
    return change > 0 ? "+\(change)%" : "\(change)%"
  }

  /// The step of a whole number of no unit: 1, or a tenth of a large one, of which 1 more is noise.
  package static func wholeStep(of now: Double) -> Double {
    abs(now) < 100 ? 1 : (abs(now) / 10).rounded()
  }

  /// A parameter of a script, by whole steps where it is whole, else by a tenth of its default.
  static func parameter(
    _ parameter: ScriptParameter, of script: String, now: Double?
  ) -> LevelLever {
    let value = now ?? parameter.defaultValue
    let isWhole = [value, parameter.defaultValue, parameter.minimum, parameter.maximum]
      .allSatisfy { $0 == $0.rounded() }
    let tenth = abs(parameter.defaultValue) / 10
    let step = isWhole ? wholeStep(of: value) : tenth == 0 ? 1 : tenth
    let range = parameter.minimum...max(parameter.minimum, parameter.maximum)
    let maxIncrease = Int(saturating: min(1000, (range.upperBound - value) / step))
    let maxDecrease = Int(saturating: min(1000, (value - range.lowerBound) / step))
    return LevelLever(
      "\(script) \(parameter.name)", steps: -max(0, maxDecrease)...max(0, maxIncrease),
      number: (value, step), field: (value, range),
      words: { steps in
        let next = ((value + Double(steps) * step) * 1e6).rounded() / 1e6
        return "\(script) \(parameter.name) \(JSONWriter.number(next))"
          + " instead of \(JSONWriter.number(value))"
      },
      change: { steps in
        let next = ((value + Double(steps) * step) * 1e6).rounded() / 1e6
        return .edits([LevelEdit("params.\(script).\(parameter.name)", to: .double(next))])
      })
  }

  /// Something that is there and may go, or the other way round.
  package static func switched(
    _ name: String, words: String, cost: Int, file: @escaping @Sendable () -> LevelFile?
  ) -> LevelLever {
    LevelLever(
      name, steps: 0...1, cost: cost, words: { _ in words },
      change: { $0 == 1 ? file().map { .file($0) } : nil })
  }
}

extension DesignedLevel {
  /// The lever that takes something out of the level.
  package func removing(
    _ name: String, words: String, cost: Int = LevelLever.removalCost,
    _ change: @escaping @Sendable (inout Self) -> Void
  ) -> LevelLever {
    .switched(name, words: words, cost: cost) {
      var copy = self
      change(&copy)
      return LevelFile(copy)
    }
  }
}

/// A level with levers.
public protocol LeveredLevel: LevelContent {
  /// What a designer may turn to make the level easier or harder, in the order in which it is
  /// listed.
  func levers(_ variants: LevelVariants) throws(LevelFieldProblem) -> [LevelLever]
}

extension LevelVariants {
  /// The levers of the level, in the order in which its game lists them.
  public func levers() throws(LevelFieldProblem) -> [LevelLever] {
    try (file.content as? any LeveredLevel)?.levers(self) ?? []
  }

  /// The level after some steps of a lever; nil if there is no such level.
  package func turned(_ lever: LevelLever, by steps: Int) -> LevelVariant? {
    guard lever.steps.contains(steps), let change = lever.change(steps) else { return nil }
    switch change {
    case .edits(let edits): return try? variant(edits)
    case .file(let file): return try? variant(reading: file)
    }
  }

  /// A changed level read again as from a file.
  func variant(reading file: LevelFile) throws(LevelFieldProblem) -> LevelVariant {
    let library = library
    let read = try file.tree.reread(setting: [], as: "") {
      LevelFile.decode($0, catalog: library)
    }
    return try variant(of: read)
  }

  /// The levers of scripts' parameters.
  package func parameterLevers(
    of scripts: [String], values: [String: [String: Double]]
  ) throws(LevelFieldProblem) -> [LevelLever] {
    var levers: [LevelLever] = []
    for script in scripts {
      for parameter in try parameters(ofScript: script, path: "params.\(script)") {
        levers.append(
          .parameter(parameter, of: script, now: values[script]?[parameter.name]))
      }
    }
    return levers
  }
}
