import SimHarness

/// Makes candidates: levels of the generator, and changed copies of others.
struct CandidateMaker {
  private let plan: GeneratePlan
  private let key: StreamKey
  private var random: SeededRandom
  private let printing: ScriptPrinting
  /// The contents of all candidates so far.
  private var seen: Set<String> = []
  /// The number of attempts, including failed ones.
  private(set) var made = 0
  /// The number of consecutive failures.
  private(set) var failures = 0

  /// `printed` takes what the generator prints, at most `ScriptPrinting.maxLines` lines and one
  /// more.
  init(_ plan: GeneratePlan, printed: @escaping (PrintedLine) -> Void) {
    self.plan = plan
    printing = ScriptPrinting(limitedTo: GeneratorScript.printSpan, sink: printed)
    key = StreamKey(rawValue: plan.seed).derived("generate")
    random = SeededRandom(key: key.derived("search"))
  }

  mutating func below(_ bound: Int) -> Int { random.below(bound) }
  mutating func chance(_ share: Double) -> Bool { random.uniform() < share }

  /// A level of the generator with values drawn from their whole ranges, or a changed copy of the
  /// level to resemble.
  mutating func fresh(_ set: inout GeneratedSet) -> LevelCandidate? {
    switch plan.origin {
    case .generator(let space):
      return generated(space, values: space.sample(using: &random), seed: nextSeed(), &set)
    case .like(let similarity): return copied(similarity.varied(using: &random), &set)
    }
  }

  /// A level with values near another's, with its random numbers or with others; of changed copies
  /// one with a few more changes.
  mutating func near(
    _ parent: LevelCandidate, keepingSeed: Bool, _ set: inout GeneratedSet
  ) -> LevelCandidate? {
    switch plan.origin {
    case .generator(let space):
      let values = space.moved(parent.values, using: &random)
      return generated(
        space, values: values, seed: keepingSeed ? parent.generatorSeed : nextSeed(), &set)
    case .like(let similarity): return copied(similarity.varied(parent.file, using: &random), &set)
    }
  }

  /// A changed copy as a candidate.
  private mutating func copied(
    _ file: LevelFile?, _ set: inout GeneratedSet
  ) -> LevelCandidate? {
    made += 1
    let title = plan.origin.name.shortTitle
    guard let file = file?.renamed("\(title) candidate \(made)", catalog: plan.library) else {
      failures += 1
      set.drop(.duplicate)
      return nil
    }
    var candidate = candidate(file, values: [], seed: plan.seed, &set)
    candidate?.isEdited = true
    return candidate
  }

  /// A level with a few cells of another changed; a generated one if that is impossible.
  mutating func edited(_ parent: LevelCandidate, _ set: inout GeneratedSet) -> LevelCandidate? {
    if case .like = plan.origin { return near(parent, keepingSeed: false, &set) }
    guard
      let file = parent.file.mutated(using: &random)?.renamed(
        "\(parent.file.candidateTitle) candidate \(made + 1)", catalog: plan.library)
    else { return near(parent, keepingSeed: false, &set) }
    made += 1
    guard
      var candidate = candidate(
        file, values: parent.values, seed: parent.generatorSeed, &set)
    else { return nil }
    candidate.isEdited = true
    return candidate
  }

  private func nextSeed() -> UInt64 { key.derived("levels").bits(UInt64(made)) >> 1 }

  private mutating func generated(
    _ space: GeneratorSpace, values: [Double], seed: UInt64, _ set: inout GeneratedSet
  ) -> LevelCandidate? {
    made += 1
    do throws(ScriptFault) {
      let script = space.script
      printing.game = made
      let tree = try script.generate(
        seed: seed, values: space.named(values), printing: printing)
      let title = tree.title ?? script.name
      let file = try LevelFile.generated(
        tree, named: "\(title) candidate \(made)", by: script.source, catalog: plan.library)
      return candidate(file, values: values, seed: seed, &set)
    } catch {
      return refuse(error.message, &set)
    }
  }

  private mutating func refuse(_ why: String, _ set: inout GeneratedSet) -> LevelCandidate? {
    failures += 1
    set.drop(.invalid)
    set.firstProblem = set.firstProblem ?? why
    return nil
  }

  private mutating func candidate(
    _ file: LevelFile, values: [Double], seed: UInt64, _ set: inout GeneratedSet
  ) -> LevelCandidate? {
    guard seen.insert(file.contentHash).inserted else {
      failures += 1
      set.drop(.duplicate)
      return nil
    }
    do throws(LevelError) {
      try file.checkPlayable(catalog: plan.library)
      let level = try plan.game.ready(file, plan.library, .none)
      failures = 0
      return LevelCandidate(
        number: made, generatorSeed: seed, values: values, file: file, level: level,
        layout: file.layout, games: plan.players.map { _ in [] })
    } catch {
      return refuse(error.description, &set)
    }
  }
}

extension JSONTree {
  /// The name that a generator gave its level.
  fileprivate var title: String? {
    guard case .object(let members) = self,
      case .string(let name)? = members.first(where: { $0.key == "name" })?.value
    else { return nil }
    return name.shortTitle
  }
}

extension String {
  /// A level's name, truncated so that a candidate's number fits after it; measured in Unicode
  /// scalars.
  fileprivate var shortTitle: String { String(unicodeScalars.prefix(150)) }
}

extension LevelFile {
  /// The level in what a generator made, under a name of its own.
  /// - Throws: What is wrong with it, after the script's name.
  static func generated(
    _ tree: JSONTree, named name: String, by script: ScriptSource, catalog: any LevelCatalog
  ) throws(ScriptFault) -> LevelFile {
    do throws(FileIssues) {
      return try LevelFile.read(generated: tree.named(name), by: script, catalog: catalog)
    } catch {
      throw ScriptFault(
        kind: .error, message: error.lines.first ?? "\(script.name): this is not a level")
    }
  }

  /// A candidate's name without its number.
  var candidateTitle: String {
    let name = header.name
    let mark = " candidate "
    let end = name.indices.last { name[$0...].hasPrefix(mark) } ?? name.endIndex
    return String(name[..<end])
  }

  /// The same level under another name; nil if that is no name.
  func renamed(_ name: String, catalog: any LevelCatalog) -> LevelFile? {
    try? LevelFile.read(
      Array(JSONWriter.compact(tree.named(name)).utf8), file: "level", catalog: catalog)
  }
}

extension JSONTree {
  /// The level under another name, and without an id, which would seed games like another's.
  fileprivate func named(_ name: String) -> JSONTree {
    guard case .object(let members) = self else { return self }
    var named = members.filter { $0.key != "id" && $0.key != "name" }
    named.append((key: "name", value: .string(name)))
    return .object(named)
  }
}
