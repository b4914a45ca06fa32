extension LevelFile {
  /// Sets a field by its path, with the same checks as reading a file; on an error nothing changes.
  ///
  /// - Parameters:
  ///   - path: As `level edit` takes it: `mode`, `goal.score`, `spawn.weights.red`, or just the name
  ///     of a number of the rules.
  ///   - value: What the field is to hold.
  ///   - catalog: Where the level's scripts come from.
  /// - Throws: What is wrong with the path or the value.
  public mutating func set(
    _ path: String, to value: JSONTree, catalog: any LevelCatalog
  ) throws(LevelFieldProblem) {
    switch self {
    case .bubbleBlast(var file):
      try file.set(path, to: value, catalog: catalog)
      self = .bubbleBlast(file)
    case .peggle(var file):
      try file.set(path, to: value, catalog: catalog)
      self = .peggle(file)
    case .bubblePop(var file):
      try file.set(path, to: value, catalog: catalog)
      self = .bubblePop(file)
    case .cards(var file):
      try file.set(path, to: value, catalog: catalog)
      self = .cards(file)
    }
  }

  /// Sets a field to a text of the command line: JSON, or else a string.
  public mutating func set(
    _ path: String, to text: String, catalog: any LevelCatalog
  ) throws(LevelFieldProblem) {
    switch self {
    case .bubbleBlast(var file):
      try file.set(path, to: text, catalog: catalog)
      self = .bubbleBlast(file)
    case .peggle(var file):
      try file.set(path, to: text, catalog: catalog)
      self = .peggle(file)
    case .bubblePop(var file):
      try file.set(path, to: text, catalog: catalog)
      self = .bubblePop(file)
    case .cards(var file):
      try file.set(path, to: text, catalog: catalog)
      self = .cards(file)
    }
  }

  /// The level with all that a suite sets in every level: fields in their order, then numbers of the
  /// rules, then parameters of scripts.
  /// - Throws: The first field that the level cannot take.
  func overridden(
    by overrides: LevelOverrides, catalog: any LevelCatalog
  ) throws(LevelError) -> LevelFile {
    guard !overrides.isEmpty else { return self }
    var file = self
    do throws(LevelFieldProblem) {
      for edit in overrides.fields {
        try file.set(edit.path, to: edit.value, catalog: catalog)
      }
      try file.apply(rules: overrides.rules, parameters: overrides.parameters, catalog: catalog)
    } catch {
      throw .invalid("\(error.field): \(error.message)")
    }
    return file
  }

  private mutating func apply(
    rules: [String: Double], parameters: [String: [String: Double]], catalog: any LevelCatalog
  ) throws(LevelFieldProblem) {
    switch self {
    case .bubbleBlast(var file):
      try file.apply(rules: rules, parameters: parameters, catalog: catalog)
      self = .bubbleBlast(file)
    case .peggle(var file):
      try file.apply(rules: rules, parameters: parameters, catalog: catalog)
      self = .peggle(file)
    case .bubblePop(var file):
      try file.apply(rules: rules, parameters: parameters, catalog: catalog)
      self = .bubblePop(file)
    case .cards(var file):
      try file.apply(rules: rules, parameters: parameters, catalog: catalog)
      self = .cards(file)
    }
  }
}
