import Testing

@testable import Lab
@testable import SimHarness
@testable import TextFormats

@Suite struct TuneFileTests {
  @Test func readsEveryField() throws {
    let tune = try TuneFile(
      reading: Array(
        """
        name: All
        suite: levels.yml
        scripts: here
        seed: 18446744073709551615
        budget: {games: 1000}
        parameters:
          - {path: spawn.weights, simplex: true, least: 0.1}
          - {path: shots, int: [20, 60], each: true}
          - {path: rules.contact, real: [0.7, 1.0], step: 0.05, level: One}
          - {script: crate, param: hits, int: [1, 4]}
        targets:
          - {metric: pass_rate, agent: casual, level: One, aim: 0.45, tolerance: 0.02, weight: 2}
          - {metric: pass_rate, agent: casual, curve: [0.9, 0.3], tolerance: 0.05}
          - {balance: points, agent: skilled, tolerance: 0.01}
        verify: {games: 2000, seed: 7}
        out: there
        """.utf8), file: "tune.yml")
    #expect(tune.seed == .max && tune.budget == 1000 && tune.verifySeed == 7)
    #expect(
      tune.parameters.map(\.path) == [
        "spawn.weights", "shots", "rules.contact", "params.crate.hits",
      ])
    #expect(tune.parameters[0].range == .simplex(minimum: 0.1))
    #expect(tune.parameters[2].range == .real(0.7...1, step: 0.05))
    #expect(tune.targets[1].aim == .curve("pass_rate", [0.9, 0.3]))
    #expect(tune.targets[2].aim == .balance("points"))
    #expect(tune.agents == ["casual", "skilled"])
  }

  private static let head = "level: a.json\n"
  private static let parameters = "parameters: [{path: shots, int: [1, 5]}]\n"
  private static let targets =
    "targets: [{metric: pass_rate, agent: casual, aim: 0.5, tolerance: 0.1}]\n"

  @Test(arguments: [
    (parameters + targets, "1: $: name what to tune: level, levels or suite"),
    (head + "suite: b\n" + parameters + targets, "1: $: level and suite cannot be combined"),
    (head + targets, "1: $: the field 'parameters' is missing"),
    (
      head + "parameters: [{path: shots}]\n" + targets,
      "2: $.parameters[0]: add one of simplex: true, int: [min, max] and real"
    ),
    (
      head + "parameters: [{path: shots, int: [5, 5]}]\n" + targets,
      "2: $.parameters[0].int: the minimum and the maximum are the same, so nothing can change"
    ),
    (
      head + "parameters: [{path: shots, int: [9, 5]}]\n" + targets,
      "2: $.parameters[0].int: the first number is the minimum; swap the two"
    ),
    (
      head + "parameters: [{script: crate, int: [1, 5]}]\n" + targets,
      "2: $.parameters[0]: the field 'param' is missing"
    ),
    (
      head + parameters + "targets: [{metric: pass_rate, agent: casual, aim: 1, tolerance: 0}]",
      "3: $.targets[0].tolerance: expected a number above 0"
    ),
    (
      head + parameters + "targets: [{balance: points, aim: 1, agent: casual, tolerance: 1}]",
      "3: $.targets[0].aim: `balance` and `aim` cannot be combined"
    ),
    (
      head + "parameters: [{path: shots, int: [1, 5], real: [1, 5]}]\n" + targets,
      "2: $.parameters[0]: `int` and `real` cannot be combined; keep one of them"
    ),
    (
      head + parameters + "targets: [{agent: casual, aim: 1, tolerance: 1}]",
      "3: $.targets[0]: add what to aim at: metric with aim or curve, or balance: points"
    ),
    (
      head + parameters + "targets: [{metric: score, agent: casual, tolerance: 1}]",
      "3: $.targets[0]: add the value that 'score' should have: aim, or curve with one per level"
    ),
    (head + parameters + targets + "seeds: 1", "4: $.seeds: unknown field 'seeds'"),
  ])
  func saysWhatIsWrong(_ text: String, _ message: String) throws {
    do throws(FileIssues) {
      _ = try TuneFile(reading: Array(text.utf8), file: "t.yml")
      Issue.record("the file was read")
    } catch {
      #expect(error.lines.contains { $0.hasPrefix("t.yml:" + message) }, "\(error)")
    }
  }

  @Test(arguments: [
    (
      "{path: shotz, int: [1, 5]}", "{metric: pass_rate, agent: casual, aim: 0.5, tolerance: 0.1}",
      "unknown field 'shotz'"
    ),
    (
      "{path: shots, int: [0, 5]}", "{metric: pass_rate, agent: casual, aim: 0.5, tolerance: 0.1}",
      "the parameter shots: expected a whole number from 1"
    ),
    (
      "{path: shots, simplex: true}",
      "{metric: pass_rate, agent: casual, aim: 0.5, tolerance: 0.1}",
      "shots: a simplex needs at least two numbers above 0"
    ),
    (
      "{path: shots, int: [1, 5]}", "{metric: pass_rate, agent: casual, aim: 45, tolerance: 0.1}",
      "pass_rate is a share from 0 to 1; write aim: 0.45"
    ),
    (
      "{path: shots, int: [1, 5]}", "{metric: pass_rate, agent: casual, aim: 0.5, tolerance: 2}",
      "pass_rate is a share from 0 to 1; write tolerance: 0.02"
    ),
    (
      "{path: shots, int: [1, 5]}",
      "{metric: pass_rate, agent: casual, curve: [90, 20], tolerance: 0.1}",
      "pass_rate is a share from 0 to 1; write 0.9"
    ),
    (
      "{path: shots, int: [1, 5]}", "{metric: pass_rat, agent: casual, aim: 0.5, tolerance: 0.1}",
      "unknown metric 'pass_rat'; did you mean 'pass_rate'?"
    ),
    (
      "{path: shots, int: [1, 5]}",
      "{metric: pass_rate, agent: casual, level: Smal, aim: 0.5, tolerance: 0.1}",
      "unknown level 'Smal'; did you mean 'Small'?"
    ),
    (
      "{path: shots, int: [1, 5]}", "{balance: points, agent: casual, tolerance: 0.1}",
      "levels of bubble-blast have no points by colour"
    ),
  ])
  func saysWhatTheLevelsDoNotHave(
    _ parameter: String, _ target: String, _ message: String
  ) throws {
    do {
      _ = try Tuning.plan(
        "level: x\nparameters: [\(parameter)]\ntargets: [\(target)]",
        [Tuning.variants(Tuning.bubbles)])
      Issue.record("the file was taken")
    } catch let issues as FileIssues {
      #expect(issues.description.contains(message), "\(issues)")
    }
  }

  @Test func theCommittedSchemaIsThisOne() throws {
    try Golden.expect(TuneSchema.text, at: "schemas/tune.schema.json")
  }

  private static let bases = [
    """
    {"name": "t", "level": "a.json", "seed": 1, "budget": {"games": 100},
     "parameters": [{"path": "shots", "int": [1, 5], "each": true}],
     "targets": [{"metric": "pass_rate", "agent": "casual", "aim": 0.5, "tolerance": 0.1,
       "weight": 2, "level": "One"}],
     "verify": {"games": 100, "seed": 2}, "out": "there"}
    """,
    """
    {"levels": ["a.json", "b.json"],
     "parameters": [{"script": "crate", "param": "hits", "real": [1, 5], "step": 0.5,
       "level": "One"}],
     "targets": [{"metric": "score", "agent": "casual", "curve": [1, 2], "tolerance": 0.1}]}
    """,
    """
    {"suite": "s.yml", "parameters": [{"path": "spawn.weights", "simplex": true, "least": 0.1}],
     "targets": [{"balance": "points", "agent": "casual", "tolerance": 0.1}]}
    """,
  ]

  private static let values = [
    "-5", "0", "0.0001", "0.5", "3", "2000000", "5000000000", "\"x\"", "\"\"", "\"points\"",
    "\"../x\"", "true", "false", "[]", "[1, 2]", "[2.5, 3.5]", "[1, 2, 3]", "[-3000000000, 5]",
    "[\"x\", \"y\"]", "{}", "{\"games\": 5}",
  ]

  /// Every member of tune files, with values of every type: the schema accepts what is read, and
  /// nothing else.
  @Test(arguments: bases) func theSchemaAgreesWithTheReader(_ base: String) throws {
    let schema = try SchemaValidator(TuneSchema.text)
    let tree = JSONTree(try #require(JSONParser.parse(Array(base.utf8)).value))
    let paths = Set(Extremes.paths(in: tree) + Extremes.paths(ofSchema: TuneSchema.tree))
    var (taken, refused) = (0, 0)
    for path in paths.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let last = path.last ?? ""
      // What does not belong to the parameter is not read, and no schema knows the order of a
      // range's ends or how long it is.
      if last == "step" || ["int", "real"].contains(path.dropLast().last) { continue }
      if ["least", "param"].contains(last) && !base.contains("\"\(last)\"") { continue }
      for value in Self.values {
        let text = Extremes.text(of: tree, with: value, at: path[...])
        let isRead = (try? TuneFile(reading: Array(text.utf8), file: "t.yml")) != nil
        #expect(schema.accepts(text) == isRead, "\(path.joined(separator: ".")): \(text)")
        if isRead { taken += 1 } else { refused += 1 }
      }
    }
    #expect(taken > 50 && refused > 300)
  }

  /// Those the test above leaves out.
  @Test func theSchemaHasTheTypesOfStepAndLeast() throws {
    let schema = try SchemaValidator(TuneSchema.text)
    func accepts(_ text: String, _ value: String) -> Bool {
      schema.accepts(text.replacing("0.5,\n", with: "\(value),\n"))
    }
    let base = Self.bases[1]
    #expect(accepts(base, "0.25"))
    #expect(!accepts(base, "0") && !accepts(base, "\"x\"") && !accepts(base, "true"))
  }

  @Test func theSchemaKnowsEveryField() throws {
    func keys(_ tree: JSONTree?, _ path: LevelFieldPath.Step...) -> [String] {
      guard case .object(let members)? = tree?.value(at: path[...]) else { return [] }
      return members.map(\.key).sorted()
    }
    let schema = TuneSchema.tree
    let properties = schema.value(at: [.key("properties")])
    #expect(keys(schema, .key("properties")) == TuneFile.fields.sorted())
    for (field, fields) in [
      ("parameters", TuneFile.parameterFields), ("targets", TuneFile.targetFields),
    ] {
      #expect(
        keys(properties, .key(field), .key("items"), .key("properties")) == fields.sorted())
    }
  }
}
