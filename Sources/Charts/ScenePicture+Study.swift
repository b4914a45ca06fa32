import SimHarness

extension ScenePicture {
  /// The board with pegs darker the more often they were hit, and the share in a tooltip.
  package func heat(_ study: SceneStudy, player: String, series: Int) -> String {
    picture(
      kind: "heat \(Chart.series(series))", title: "Where \(player) hits pegs on \(name)",
      description: Self.description(of: study, in: scene)
    ) { svg in
      for (index, shape) in scene.shapes.enumerated() where study.hits.indices.contains(index) {
        draw(shape, at: index, study, in: &svg)
      }
    }
  }

  /// The board with the balls' paths over it, later shots stronger.
  package func flight(_ flight: SceneStudy.Flight, player: String, series: Int) -> String {
    let game = flight.game
    let shots = flight.paths.map(\.shot).max() ?? 0
    return picture(
      kind: "flight \(Chart.series(series))",
      title: "The paths of the balls in the \(game.label) game of \(player) on \(name)",
      description:
        "\(ReportNumber.plural(shots, "shot")), \(game.end.rawValue), score "
        + "\(ReportNumber.count(game.score))."
    ) { svg in
      svg.path("things", scene.shapes.map { Self.outline(of: $0.form, times: factor) }.joined())
      for shot in 1...max(1, shots) {
        let lines = flight.paths.filter { $0.shot == shot && $0.points.count > 1 }.map(line)
        guard !lines.isEmpty else { continue }
        let strength = Self.strengths * shot / max(1, shots)
        svg.path("way w\(strength)", lines.joined())
      }
    }
  }

  // MARK: Parts

  /// The number of strengths of paths, each a class of the style sheet.
  private static let strengths = 4

  private func picture(
    kind: String, title: String, description: String, draw: (inout SVG) -> Void
  ) -> String {
    SVG.picture(
      width: scene.width * factor, height: scene.height * factor, kind: "board scene \(kind)",
      title: title, description: description
    ) { svg in
      drawBucket(in: &svg)
      draw(&svg)
      drawCannon(in: &svg)
    }
  }

  private func draw(
    _ shape: LevelScene.Shape, at index: Int, _ study: SceneStudy, in svg: inout SVG
  ) {
    guard study.isTarget[index], let share = study.share(hit: index) else {
      svg.path("stone body", Self.outline(of: shape.form, times: factor))
      return
    }
    let level = Int(saturating: (share * 10).rounded())
    let kind = "peg h\(level)" + (study.isGoal[index] ? " goal" : "")
    var tip = "\(shape.colour) peg \(index + 1): hit in \(ReportNumber.percent(share)) of games"
    if study.isGoal[index], let left = study.share(left: index) {
      tip += ", left in \(ReportNumber.percent(left)) of games not won"
    }
    svg.raw(
      "<path class=\"\(kind)\" d=\"\(Self.outline(of: shape.form, times: factor))\">"
        + "<title>\(HTMLText.escaped(tip))</title></path>")
  }

  private func line(_ path: SceneReplay.Path) -> String {
    var data = ""
    for (place, point) in path.points.enumerated() {
      data += place == 0 ? "M" : (place == 1 ? "L" : " ")
      data += SVG.whole(point.x * factor) + " " + SVG.whole(point.y * factor)
    }
    return data
  }

  /// The pegs hit most and least, for people who do not see the picture.
  private static func description(of study: SceneStudy, in scene: LevelScene) -> String {
    let pegs = scene.shapes.indices.filter {
      study.isTarget.indices.contains($0) && study.isTarget[$0]
    }
    guard let coldest = pegs.min(by: { study.hits[$0] < study.hits[$1] }),
      let hottest = pegs.max(by: { study.hits[$0] < study.hits[$1] }),
      let low = study.share(hit: coldest), let high = study.share(hit: hottest)
    else { return "No pegs." }
    return "\(ReportNumber.plural(pegs.count, "peg")); most often hit: peg \(hottest + 1), "
      + "\(ReportNumber.percent(high)) of games; least often: peg \(coldest + 1), "
      + "\(ReportNumber.percent(low)). The table below lists all pegs."
  }
}

extension SVG {
  /// A coordinate to half a unit, which is enough for long lines.
  static func whole(_ value: Double) -> String { number((value * 2).rounded() / 2) }
}
