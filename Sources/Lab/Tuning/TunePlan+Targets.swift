import SimHarness

extension TunePlanner {
  /// The figures of the targets, and the game's metrics that they need, by place.
  func figures(players: [String]) throws(FileIssues) -> (figures: [TuneFigure], columns: [Int]) {
    var columns: [Int] = []
    var figures: [TuneFigure] = []
    for (number, target) in file.targets.enumerated() {
      let places =
        try target.level.map { name throws(FileIssues) in
          [try levelIndex(name, line: target.line)]
        } ?? Array(levels.indices)
      let player = players.firstIndex(of: target.agent) ?? 0
      for (order, level) in places.enumerated() {
        for (metric, aim) in try aims(of: target, level: level, order: order, count: places.count) {
          let kind = try kind(of: metric, target, &columns)
          try checkShares(of: metric, aim: aim, target)
          let name = SafeText.escaped(levels[level].file.header.name, limit: 60)
          figures.append(
            TuneFigure(
              name: "\(metric) of \(target.agent)" + (levels.count > 1 ? " on \(name)" : ""),
              kind: kind, level: level, player: player, aim: aim,
              tolerance: target.tolerance, weight: target.weight, target: number,
              hasPairs: TableNames.names(in: target.agent).count == 2))
          try checkAgreement(of: figures, target)
        }
      }
    }
    return (figures, columns)
  }

  /// The last figure can be at its aim while every other one is: no level is both easy and hard.
  private func checkAgreement(
    of figures: [TuneFigure], _ target: TuneFile.Target
  ) throws(FileIssues) {
    guard let last = figures.last else { return }
    let other = figures.dropLast().first { other in
      (other.kind, other.level, other.player) == (last.kind, last.level, last.player)
        && abs(other.aim - last.aim) > other.tolerance + last.tolerance
    }
    guard let other else { return }
    func range(_ figure: TuneFigure) -> String {
      [figure.aim, figure.tolerance].map { JSONWriter.number(TuneSpace.rounded($0)) }
        .joined(separator: " ± ")
    }
    throw failure(
      target.line,
      "\(last.name) cannot be both \(range(other)) and \(range(last)); remove one of these targets"
        + " or change it")
  }

  /// An aim and a tolerance of a share are shares.
  private func checkShares(
    of metric: String, aim: Double, _ target: TuneFile.Target
  ) throws(FileIssues) {
    guard Share.isMetric(metric, of: entry) else { return }
    var label = "aim: "
    if case .curve = target.aim { label = "" }
    for (label, value) in [(label, aim), ("tolerance: ", target.tolerance)]
    where !(0...1).contains(value) {
      var instead = Share.corrected([value]).map { label + JSONWriter.number($0[0]) }
      if file.isCommandLine {
        let ends = [aim - target.tolerance, aim + target.tolerance]
        instead = Share.corrected(ends).map { ends in
          let range = ends.map(JSONWriter.number).joined(separator: "...")
          return "\(metric)(\(target.agent)) in \(range)"
        }
      }
      throw failure(target.line, Share.complaint(metric, instead: instead))
    }
  }

  private func aims(
    of target: TuneFile.Target, level: Int, order: Int, count: Int
  ) throws(FileIssues) -> [(metric: String, aim: Double)] {
    switch target.aim {
    case .value(let metric, let aim): return [(metric, aim)]
    case .curve(let metric, let values):
      if values.count == count { return [(metric, values[order])] }
      guard values.count == 2 else {
        throw failure(
          target.line,
          "the curve has \(values.count) values for \(ReportNumber.plain(count, "level")); give one per level, or the"
            + " first and the last")
      }
      let share = count > 1 ? Double(order) / Double(count - 1) : 0
      let aim = values[0] + (values[1] - values[0]) * share
      return [(metric, (aim * 1e9).rounded() / 1e9)]
    case .balance:
      let names = try pointColours(of: level, target)
      return names.map { ("points_share(\($0))", 1 / Double(names.count)) }
    }
  }

  /// The colours of a bubble pop level that give points.
  private func pointColours(
    of level: Int, _ target: TuneFile.Target
  ) throws(FileIssues) -> [String] {
    guard let colours = levels[level].file.content.pointColours else {
      throw failure(
        target.line, "levels of \(entry.name) have no points by colour; choose another metric")
    }
    for colour in colours where !pointMetrics.contains("points_\(colour)") {
      throw failure(
        target.line,
        "the points of \(SafeText.named(colour)) are not a metric; known: "
          + NearestName.list(pointMetrics.map { String($0.dropFirst("points_".count)) }))
    }
    return colours
  }

  /// The metrics of points by colour.
  private var pointMetrics: [String] {
    let ratios = ["points_per_spawn", "points_per_pop"]
    return entry.metrics.map(\.name).filter { $0.hasPrefix("points_") && !ratios.contains($0) }
  }

  private func kind(
    of metric: String, _ target: TuneFile.Target, _ columns: inout [Int]
  ) throws(FileIssues) -> TuneFigure.Kind {
    func column(_ name: String) -> Int? {
      guard let place = entry.metrics.firstIndex(where: { $0.name == name }) else { return nil }
      if let kept = columns.firstIndex(of: place) { return kept }
      columns.append(place)
      return columns.count - 1
    }
    switch metric {
    case "pass_rate": return .passRate
    case "score", "score_mean": return .score
    case "moves", "moves_mean": return .moves
    default: break
    }
    if metric.hasPrefix("score_p"), let percent = Int(metric.dropFirst(7)),
      (1...99).contains(percent)
    {
      return .scoreQuantile(Double(percent) / 100)
    }
    if metric.hasPrefix("points_share("), metric.hasSuffix(")") {
      let colour = "points_" + metric.dropFirst(13).dropLast()
      guard pointMetrics.contains(colour), let own = column(colour) else {
        throw failure(
          target.line,
          NearestName.complaint(
            about: colour, called: "metric", known: pointMetrics))
      }
      return .share(own, of: pointMetrics.compactMap(column))
    }
    if let place = column(metric) {
      return .metric(place, isReal: entry.metrics[columns[place]].kind == .real)
    }
    guard Condition.metricNames(of: entry).contains(metric) else {
      let known = ["score", "moves"] + Condition.metricNames(of: entry)
      throw failure(
        target.line, NearestName.complaint(about: metric, called: "metric", known: known))
    }
    if let reason = Self.reasonNotToAim(at: metric) {
      throw failure(target.line, "\(metric) \(reason)")
    }
    return .cell(
      TuneFigure.CellFigure(
        metric: metric, agent: target.agent, isShare: Share.isMetric(metric, of: entry),
        seats: entry.metrics.filter { MetricDefinition.areForTwo([$0]) }))
  }

  /// Why a search cannot aim at a figure that every level has; nil if it can.
  static func reasonNotToAim(at metric: String) -> String? {
    if ["_min", "_max", "_sd"].contains(where: metric.hasSuffix) {
      return "is too uncertain to aim at; aim at a quantile, such as score_p95"
    }
    if metric == "fault_rate" {
      return "cannot be aimed at: a script that fails ends the tuning run"
    }
    let ofSome = ["attempts_per_pass", "best_moves_"]
    if ofSome.contains(where: metric.hasPrefix) || metric.contains("_on_wins")
      || metric.contains("_on_losses")
    {
      return "is undefined where no game is won, or none lost, so a search cannot aim at it; aim at"
        + " pass_rate, score or moves"
    }
    return nil
  }
}

extension TunePlanner {
  /// The levels as they are, where the start of the space plays differently.
  func unchanged(in space: TuneSpace) -> [LevelVariant]? {
    var variants: [LevelVariant] = []
    var differs = false
    for (index, level) in levels.enumerated() {
      // A changed level writes out numbers that its file leaves to their defaults.
      guard let plain = try? level.unchanged(), let same = try? level.variant([]),
        let start = try? level.variant(space.edits(at: space.start, level: index))
      else { return nil }
      if same.level.hash != start.level.hash { differs = true }
      variants.append(plain)
    }
    return differs ? variants : nil
  }
}

extension TunePlan {
  /// Makes a tune ready.
  ///
  /// - Parameters:
  ///   - file: The tune file.
  ///   - name: How messages call it.
  ///   - levels: Its levels, all of one game.
  ///   - players: The players of its targets, in the order of `TuneFile.agents`.
  ///   - modules: What scripts may require.
  ///   - jobs: How many workers play.
  /// - Throws: What the file asks for that its levels do not have.
  public init(
    _ file: TuneFile, name: String, levels: [LevelVariants], players: [RunPlayer],
    modules: [ScriptSource], jobs: Int
  ) throws(FileIssues) {
    precondition(!levels.isEmpty, "a tune has levels")
    let entry = levels[0].entry
    let planner = TunePlanner(file: file, name: name, levels: levels, entry: entry)
    let (figures, columns) = try planner.figures(players: players.map(\.name))
    title = file.name ?? levels[0].file.header.name
    seed = file.seed
    budget = file.budget
    verifyGames = file.verifyGames
    let key = StreamKey(rawValue: file.seed).derived("tune verify")
    verifySeed = file.verifySeed ?? key.rawValue
    self.levels = levels
    let space = try planner.space()
    self.space = space
    self.figures = figures
    unchanged = planner.unchanged(in: space)
    startsOutside = unchanged != nil && space.axes.contains(where: \.startsOutside)
    pool = GamePool(
      game: entry, players: players, maxMoves: entry.defaultMaxMoves, jobs: jobs,
      modules: modules, columns: columns)
  }
}

extension TuneFile {
  /// The players of the targets, each once.
  public var agents: [String] { targets.map(\.agent).uniqued(on: \.self) }
}
