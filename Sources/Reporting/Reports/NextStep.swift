import Lab
import SimHarness

/// A suggested next command and its purpose.
public struct NextStep: Sendable, Equatable {
  /// In a few words, such as `what would help`.
  public var purpose: String
  /// The command line, quoted for a shell.
  public var command: String

  public init(purpose: String, command: String) {
    self.purpose = purpose
    self.command = command
  }

  /// The steps as a command ends with them on the terminal.
  public static func text(_ steps: [NextStep]) -> String {
    "next:\n" + steps.map { "  # \($0.purpose)\n  \($0.command)\n" }.joined()
  }
}

extension NextStep {
  /// Plays the level by hand.
  static func play(_ level: LevelSummary, in folders: NamedFolders) -> NextStep? {
    level.ownSource.map {
      NextStep(
        purpose: "play it yourself",
        command: "playtest play \(ShellText.path($0))\(folders.options)")
    }
  }

  /// Finds out what would help the level.
  static func explain(
    _ level: LevelSummary, runPath: String, in folders: NamedFolders
  ) -> NextStep {
    NextStep(
      purpose: "what would help",
      command: "playtest explain \(ShellText.path(runPath)) "
        + ShellText.option("--level", level.name) + folders.optionsOfRun)
  }

  /// Makes a change that an explanation found, in the level's file, or in a copy of a level that is
  /// no file of the user's; nil where the change is not a setting.
  ///
  /// `source` is the argument that names the level, and `folders` where its game is found.
  public static func edit(
    _ source: String?, _ edit: LevelExplanation.Edit, in folders: NamedFolders
  ) -> NextStep? {
    guard let source, let settings = edit.settings else { return nil }
    let words = settings.map { ShellText.quoted("\($0.path)=\(JSONWriter.compact($0.value))") }
    let options = folders.options
    let change = " set \(words.joined(separator: " set "))\(options)"
    guard let copy = copyName(of: source) else {
      return NextStep(
        purpose: "make this change",
        command: "playtest level edit \(ShellText.path(source))\(change)")
    }
    return NextStep(
      purpose: "make this change in a copy",
      command: "playtest level convert \(ShellText.path(source)) --to json --out \(copy)\(options)"
        + " && playtest level edit \(copy)\(change)")
  }

  /// The file name for a copy of a built-in or imported level; nil for a file.
  private static func copyName(of source: String) -> String? {
    guard source.hasPrefix("builtin:") || source.hasPrefix("import:") else { return nil }
    let name = source.split { "/:".contains($0) }.last ?? "level"
    let plain = name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    return String(plain) + ".json"
  }

  /// Searches for the value of the number that an explanation's change sets.
  ///
  /// Nil where the change is not of one number of a file.
  public static func tune(
    _ source: String?, _ edit: LevelExplanation.Edit, of explanation: LevelExplanation,
    in folders: NamedFolders
  ) -> NextStep? {
    guard let file = source, let setting = edit.settings?.first, edit.settings?.count == 1,
      let value = setting.value.number, value > 0
    else { return nil }
    let ends = range(around: value, of: edit.field)
      .map { JSONWriter.number(TuneSpace.rounded($0)) }
    guard ends[0] != ends[1] else { return nil }
    let band = [explanation.band.lowerBound, explanation.band.upperBound].map(JSONWriter.number)
    let player = explanation.players[explanation.player]
    return NextStep(
      purpose: "search for the best value",
      command: "playtest tune \(ShellText.path(file)) --vary "
        + ShellText.quoted("\(setting.path)=\(ends.joined(separator: "..."))") + " --aim "
        + ShellText.quoted("pass_rate(\(player)) in \(band.joined(separator: "..."))")
        + folders.options)
  }
}

extension NextStep {
  /// Half of a value to one and a half of it, within what the field may be, with what it is now.
  private static func range(around value: Double, of field: LevelExplanation.Field?) -> [Double] {
    let isWhole = [value, field?.now ?? value].allSatisfy { $0.rounded() == $0 }
    var ends = [value / 2, value * 3 / 2].map { end in
      // A number below 1 may be a share.
      isWhole ? max(1, end.rounded()) : value < 1 ? min(1, end) : end
    }
    if let field {
      ends = [max(ends[0], field.low), min(ends[1], field.high)]
      ends = [min(ends[0], field.now, value), max(ends[1], field.now, value)]
    }
    return ends
  }
}

extension ReportProblem {
  /// Suggestions, the most useful first.
  func steps(_ summary: RunSummary, runPath: String) -> [NextStep] {
    let level = summary.levels[level]
    var steps: [NextStep] = []
    let explanation = flag.kind.isAboutDifficulty ? summary.explanation(of: level) : nil
    // The cheapest change may be none of the level's file, such as one colour fewer.
    let folders = summary.folders
    let edit = explanation?.proposals.first {
      NextStep.edit(level.ownSource, $0, in: folders) != nil
    }
    if let explanation, let edit {
      steps += [
        .edit(level.ownSource, edit, in: folders),
        .tune(level.ownSource, edit, of: explanation, in: folders),
      ].compactMap(\.self)
    } else if explanation == nil, flag.kind.isAboutDifficulty, summary.referencePlayer != nil {
      steps.append(.explain(level, runPath: runPath, in: folders))
    } else if let replay = flag.replay(runPath: runPath, in: folders) {
      steps.append(NextStep(purpose: "watch such a game", command: replay))
    }
    return steps + [.play(level, in: folders)].compactMap(\.self)
  }
}

extension RunSummary {
  func explanation(of level: LevelSummary) -> LevelExplanation? {
    additions.explanations.first { $0.level == level.name }
  }

  /// The two most useful commands after a run: about its worst problems, else to examine it more
  /// closely.
  public func nextSteps(runPath: String) -> [NextStep] {
    let problems = ReportProblem.worst(of: self)
    var steps = finishedStart.map { [$0] } ?? []
    for problem in problems {
      let name = SafeText.escaped(levels[problem.level].name, limit: 40)
      guard var step = problem.steps(self, runPath: runPath).first else { continue }
      step.purpose = "\(name) \(problem.flag.kind.headline)"
      steps.append(step)
    }
    if steps.count < 2, let level = problems.first.map({ levels[$0.level] }) ?? levels.first,
      let step = NextStep.play(level, in: folders),
      !steps.contains(where: { $0.command == step.command })
    {
      steps.append(step)
    }
    if steps.count < 2 {
      steps.append(
        NextStep(
          purpose: "look at the report",
          command: "playtest report \(ShellText.path(runPath)) --open"))
    }
    return Array(steps.prefix(2))
  }

  /// Says why no game of a level had a move, of the first such level; nil if there is none.
  private var finishedStart: NextStep? {
    let table = CellTable(cells)
    for level in levels {
      let cells = table.cells(of: level, agents: agents).filter { $0.games > $0.uncounted }
      guard let source = level.ownSource, !cells.isEmpty,
        cells.allSatisfy({ $0.moves?.maximum == 0 })
      else { continue }
      return NextStep(
        purpose: "\(SafeText.escaped(level.name, limit: 40)): every game was over before its first"
          + " move; check the level",
        command: "playtest level validate \(ShellText.path(source))\(folders.options)")
    }
    return nil
  }
}
