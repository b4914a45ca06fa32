import SimHarness

/// A generator and the values its parameters may take: some are given, the others may vary.
public struct GeneratorSpace: Sendable {
  public let script: GeneratorScript
  /// The range of each of the script's parameters, in their order; one value for a given one.
  public let ranges: [ClosedRange<Double>]
  private let defaults: [Double]
  private let isWhole: [Bool]
  /// The places of the parameters that vary.
  private let free: [Int]

  /// How far a parameter is moved at once, as a share of its range (standard deviation).
  private static let stride = 0.15

  /// Reads settings such as `rows=5` and `rows=3...7`.
  ///
  /// - Parameters:
  ///   - script: The generator.
  ///   - settings: What was said of its parameters.
  ///   - explores: Whether parameters of which nothing was said vary over all they may be; else
  ///     they keep their defaults.
  /// - Throws: What is wrong with a setting.
  public init(
    _ script: GeneratorScript, settings: [String] = [], explores: Bool
  ) throws(GenerateError) {
    self.script = script
    var given: [String: ClosedRange<Double>] = [:]
    for setting in settings {
      let (name, range) = try Self.range(setting, script.parameters)
      guard given.updateValue(range, forKey: name) == nil else {
        throw .setting(setting, "this parameter is set twice; set it once")
      }
    }
    defaults = script.parameters.map(\.defaultValue)
    ranges = script.parameters.map { parameter in
      given[parameter.name]
        ?? (explores
          ? parameter.minimum...parameter.maximum
          : parameter.defaultValue...parameter.defaultValue)
    }
    isWhole = script.parameters.map(Self.isWhole)
    let ranges = ranges
    free = ranges.indices.filter { ranges[$0].lowerBound < ranges[$0].upperBound }
  }

  /// Whether a parameter takes whole values alone.
  private static func isWhole(_ parameter: ScriptParameter) -> Bool {
    [parameter.defaultValue, parameter.minimum, parameter.maximum].allSatisfy {
      $0 == $0.rounded()
    }
  }

  private static func range(
    _ setting: String, _ parameters: [ScriptParameter]
  ) throws(GenerateError) -> (String, ClosedRange<Double>) {
    guard let equals = setting.firstIndex(of: "=") else {
      throw .setting(setting, "write it as NAME=NUMBER or NAME=A...B")
    }
    let name = String(setting[..<equals])
    guard let parameter = parameters.first(where: { $0.name == name }) else {
      throw .setting(
        setting,
        NearestName.complaint(about: name, called: "parameter", known: parameters.map(\.name)))
    }
    let ends = numbers(String(setting[setting.index(after: equals)...]))
    guard let ends, ends.0 <= ends.1 else {
      throw .setting(setting, "write it as NAME=NUMBER or NAME=A...B, the smaller first")
    }
    guard ends.0 >= parameter.minimum, ends.1 <= parameter.maximum else {
      throw .setting(
        setting,
        "it must be from \(JSONWriter.number(parameter.minimum)) to "
          + JSONWriter.number(parameter.maximum))
    }
    if isWhole(parameter), ends.0 != ends.0.rounded() || ends.1 != ends.1.rounded() {
      let whole = [ends.0.rounded(.up), ends.1.rounded(.down)].map(JSONWriter.number)
      throw .setting(
        setting,
        "\(name) takes whole numbers; write \(name)=\(whole[0])"
          + (ends.0 == ends.1 ? "" : "...\(whole[1])"))
    }
    return (name, ends.0...ends.1)
  }

  private static func numbers(_ text: String) -> (Double, Double)? {
    for index in text.indices where text[index...].hasPrefix("...") {
      guard let low = DecimalText.number(text[..<index]),
        let high = DecimalText.number(text[index...].dropFirst(3))
      else {
        return nil
      }
      return (low, high)
    }
    return DecimalText.number(text).map { ($0, $0) }
  }

  /// Whether anything varies but the generator's random numbers.
  public var varies: Bool { !free.isEmpty }

  /// Values drawn uniformly from the ranges.
  func sample(using random: inout SeededRandom) -> [Double] {
    var values = ranges.map(\.lowerBound)
    for place in free {
      let range = ranges[place]
      let uniform = random.uniform()
      if isWhole[place] {
        let count = range.upperBound.rounded(.down) - range.lowerBound.rounded(.up) + 1
        let value = range.lowerBound.rounded(.up) + (uniform * max(count, 1)).rounded(.down)
        values[place] = min(value, range.upperBound)
      } else {
        values[place] = range.lowerBound + uniform * (range.upperBound - range.lowerBound)
      }
    }
    return values
  }

  /// Values near others: one parameter or a few are moved.
  func moved(_ values: [Double], using random: inout SeededRandom) -> [Double] {
    guard !free.isEmpty else { return values }
    var values = values
    let certain = free[random.below(free.count)]
    for place in free {
      let isMoved = random.uniform() < 1 / Double(free.count)
      guard isMoved || place == certain else { continue }
      let range = ranges[place]
      let width = range.upperBound - range.lowerBound
      var step = random.gaussian() * Self.stride * width
      if isWhole[place] {
        let rounded = step.rounded()
        step = rounded == 0 ? (step < 0 ? -1 : 1) : rounded
      }
      values[place] = min(max(values[place] + step, range.lowerBound), range.upperBound)
    }
    return values
  }

  /// The values by name.
  func named(_ values: [Double]) -> [String: Double] {
    Dictionary(uniqueKeysWithValues: zip(script.parameters.map(\.name), values))
  }
}
