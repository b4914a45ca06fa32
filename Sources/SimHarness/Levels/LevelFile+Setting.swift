extension LevelFile {
  /// Sets a field by its path, with the same checks as reading a file; on an error nothing changes.
  ///
  /// - Parameters:
  ///   - path: As `level edit` takes it: `mode`, `goal.score`, `spawn.weights.red`, or just the
  ///     name of a number of the rules.
  ///   - value: What the field is to hold.
  ///   - catalog: Where the level's scripts come from.
  /// - Throws: What is wrong with the path or the value.
  public mutating func set(
    _ path: String, to value: JSONTree, catalog: any LevelCatalog
  ) throws(LevelFieldProblem) {
    func set<Content: DesignedLevel>(_ content: Content) throws(LevelFieldProblem) -> LevelFile {
      var content = content
      try content.set(path, to: value, catalog: Content.scripts(in: catalog))
      return LevelFile(content)
    }
    self = try set(content)
  }

  /// Sets a field to a text of the command line: JSON, or else a string; nothing leaves it out.
  public mutating func set(
    _ path: String, to text: String, catalog: any LevelCatalog
  ) throws(LevelFieldProblem) {
    func set<Content: DesignedLevel>(_ content: Content) throws(LevelFieldProblem) -> LevelFile {
      var content = content
      try content.set(path, to: text, catalog: Content.scripts(in: catalog))
      return LevelFile(content)
    }
    self = try set(content)
  }

  /// The level with all that a suite sets in every level: fields in their order, then numbers of
  /// the rules, then parameters of scripts.
  /// - Throws: The first field that the level cannot take.
  func overridden(
    by overrides: LevelOverrides, catalog: any LevelCatalog
  ) throws(LevelError) -> LevelFile {
    guard !overrides.isEmpty else { return self }
    func overridden<Content: DesignedLevel>(
      _ content: Content
    ) throws(LevelFieldProblem) -> LevelFile {
      var content = content
      let scripts = Content.scripts(in: catalog)
      try overrides.fields.inAnyOrder { edit throws(LevelFieldProblem) in
        try content.set(edit.path, to: edit.value, catalog: scripts)
      }
      try content.apply(
        rules: overrides.rules, parameters: overrides.parameters, catalog: scripts)
      return LevelFile(content)
    }
    do throws(LevelFieldProblem) {
      return try overridden(content)
    } catch {
      throw .override(field: error.field, message: error.message)
    }
  }
}

extension Sequence {
  /// Makes changes some of which may be possible only after others, such as those of fields that a
  /// game's `check` compares: one that fails is tried again after the rest.
  /// - Throws: The first failure of changes that fail in any order.
  package func inAnyOrder<Failure: Error>(
    _ change: (Element) throws(Failure) -> Void
  ) throws(Failure) {
    var waiting = Array(self)
    while !waiting.isEmpty {
      var failed: [Element] = []
      var failure: Failure?
      for element in waiting {
        do throws(Failure) {
          try change(element)
        } catch {
          failed.append(element)
          failure = failure ?? error
        }
      }
      if failed.count == waiting.count, let failure { throw failure }
      waiting = failed
    }
  }
}

extension LevelContent {
  /// Sets a field to a text of the command line: JSON, or else a string; nothing leaves it out.
  ///
  /// The values of `textFields` are always strings, and so are those of `nullableTextFields` but
  /// for null.
  public mutating func set(
    _ path: String, to text: String, catalog: Scripts
  ) throws(LevelFieldProblem) {
    if text.isEmpty { return try leaveOut(path, catalog: catalog) }
    let isText =
      ownTextFields.contains(path) || (Self.nullableTextFields.contains(path) && text != "null")
    let parsed = isText ? nil : JSONParser.parse(Array(text.utf8)).value
    try set(path, to: parsed.map { JSONTree($0) } ?? .string(text), catalog: catalog)
  }

  /// Sets numbers of the rules and of scripts' parameters; on an error nothing changes.
  public mutating func apply(
    rules: [String: Double], parameters: [String: [String: Double]], catalog: Scripts
  ) throws(LevelFieldProblem) {
    let known = ruleParameters
    var copy = self
    for (name, value) in rules.sorted(by: { $0.key < $1.key }) {
      guard known.contains(where: { $0.name == name }) else {
        throw LevelFieldProblem(
          field: "rules.\(name)",
          message: NearestName.complaint(about: name, called: "rule", known: known.map(\.name)))
      }
      try copy.set(name, to: .double(value), catalog: catalog)
    }
    for (script, values) in parameters.sorted(by: { $0.key < $1.key }) {
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        try copy.set("params.\(script).\(name)", to: .double(value), catalog: catalog)
      }
    }
    self = copy
  }
}
