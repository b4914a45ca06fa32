/// `report.html` of a tune: one file that needs no network.
public enum TunePage {
  public static func render(_ outcome: TuneOutcome) -> String {
    let title = HTMLText.escaped(outcome.plan.title)
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(title) – playtest tune</title>
      <style>\(ReportTemplates.style)
      \(oneColumn)</style>
      </head>
      <body>
      <a class="skip" href="#main">Skip to the report</a>
      <header class="top">
      <p class="product">playtest tune</p>
      <h1><bdi>\(title)</bdi></h1>
      <dl class="tiles">
      \(tiles(outcome))
      </dl>
      </header>
      \(outcome.isReached ? "" : banner(outcome))
      <div class="columns"><main id="main" tabindex="-1">
      <section><h2>Result</h2>
      \(figures(outcome))
      <p class="note">Fresh games: \(ReportNumber.games(outcome.plan.verifyGames)) of each level \
      and player, seed \(outcome.verifySeed), that the search did not see: the result, with its \
      95% interval. The model estimate is what the search's straight lines held the figure to be \
      where it stopped; it has no interval.</p></section>
      <section><h2>Values</h2>
      \(values(outcome))</section>
      \(sensitivity(outcome))
      <section><h2>Trade-off</h2>
      <div class="scroll-x" tabindex="0" role="region" aria-label="Trade-off">\
      \(TuneChart(outcome).render())</div>
      \(points(outcome))</section>
      </main></div>
      </body>
      </html>

      """
  }

  /// There is no table of contents beside the page.
  private static let oneColumn = ".columns{grid-template-columns:minmax(0,1fr)}"

  private static func tiles(_ outcome: TuneOutcome) -> String {
    let stop =
      switch outcome.stop {
      case .reached: "by its model the aims were reached"
      case .budget: "no games were left"
      case .exhausted: "nothing nearer was found"
      }
    let facts = [
      ("Game", outcome.plan.crew.game.name),
      ("Levels", ReportNumber.count(outcome.plan.levels.count)),
      ("Games spent", ReportNumber.count(outcome.gamesSpent)),
      ("Budget", ReportNumber.count(outcome.plan.budget)),
      ("Points played", ReportNumber.count(outcome.points.count)),
      ("The search ended as", stop), ("Seed", outcome.plan.seed.description),
    ]
    return facts.map { label, value in
      "<div><dt>\(label)</dt><dd>\(HTMLText.isolated(value))</dd></div>"
    }.joined(separator: "\n")
  }

  private static func banner(_ outcome: TuneOutcome) -> String {
    let missed = outcome.reached.filter { !$0.isWithin }
    return """
      <p class="banner" role="note"><strong>Not reached.</strong> \
      \(ReportNumber.plural(missed.count, "figure")) of \(outcome.reached.count) missed the \
      tolerance on fresh games; this is the nearest that was found.</p>
      """
  }

  // MARK: Tables

  /// A table whose first column is text and whose others are figures; cells are made safe here.
  private static func table(
    _ caption: String, _ head: [String], _ rows: [[String]]
  ) -> String {
    var text = "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"\(caption)\">"
    text += "<table><caption class=\"aloud\">\(caption)</caption><thead><tr>"
    for (index, cell) in head.enumerated() {
      text +=
        "<th scope=\"col\"\(index == 0 ? "" : " class=\"num\"")>\(HTMLText.escaped(cell))</th>"
    }
    text += "</tr></thead><tbody>\n"
    for row in rows {
      text += "<tr>"
      for (index, cell) in row.enumerated() {
        text +=
          index == 0
          ? "<th scope=\"row\">\(HTMLText.isolated(cell))</th>"
          : "<td class=\"num\">\(HTMLText.escaped(cell))</td>"
      }
      text += "</tr>\n"
    }
    return text + "</tbody></table></div>"
  }

  private static func figures(_ outcome: TuneOutcome) -> String {
    table(
      "Figures",
      ["Figure", "Aim", "Before", "Fresh games", "Within the tolerance", "Model estimate"],
      outcome.reached.map { reached in
        let figure = reached.figure
        return [
          figure.name,
          "\(TuneText.value(figure.aim, of: figure)) ± \(TuneText.size(figure.tolerance, of: figure))",
          TuneText.interval(reached.start, of: figure),
          TuneText.interval(reached.verified, of: figure), reached.isWithin ? "yes" : "no",
          TuneText.value(reached.modelEstimate, of: figure),
        ]
      })
  }

  private static func values(_ outcome: TuneOutcome) -> String {
    table(
      "Values", ["Number", "Before", "After"],
      outcome.changes.map {
        [$0.name, JSONWriter.compact($0.before), JSONWriter.compact($0.after)]
      })
  }

  private static func sensitivity(_ outcome: TuneOutcome) -> String {
    guard let first = outcome.sensitivities.first else { return "" }
    let rows = outcome.sensitivities.map { row in
      [row.name, row.step]
        + zip(outcome.plan.figures, row.effects).map { figure, effect in
          effect.map { TuneText.change($0, of: figure) } ?? ReportNumber.missing
        }
    }
    return """
      <section><h2>What one step does</h2>
      \(table("Sensitivity", ["Number", "Step"] + outcome.plan.figures.map(\.name), rows))
      <p class="note">The change of each figure from the values found, on the same \
      \(ReportNumber.games(first.games)) each.</p></section>
      """
  }

  private static func points(_ outcome: TuneOutcome) -> String {
    let front = outcome.points.filter(\.isUndominated)
    let shown = front.prefix(50)
    let rows = shown.map { point in
      [point.values.map(JSONWriter.compact).joined(separator: ", ")]
        + point.misses.map { ReportNumber.short($0) } + [ReportNumber.count(point.games)]
    }
    return """
      <details class="figures"><summary>The points that no other is better than: \
      \(ReportNumber.count(front.count))</summary>
      \(table("Pareto set", ["Values"] + outcome.plan.targets.map { "Miss: \($0)" } + ["Games"], Array(rows)))
      <p class="note">A miss is counted in tolerances; the points were played different numbers of \
      games.</p></details>
      """
  }
}

/// A tune's figures in words.
public enum TuneText {
  /// A figure's value: a share in percent with a decimal.
  public static func value(_ value: Double, of figure: TuneFigure) -> String {
    figure.isShare
      ? ReportNumber.fixed(value * 100, decimals: 1) + "%" : ReportNumber.short(value)
  }

  /// A size without a sign, such as a tolerance: percentage points of a share.
  public static func size(_ value: Double, of figure: TuneFigure) -> String {
    figure.isShare
      ? ReportNumber.trimmed(ReportNumber.fixed(value * 100, decimals: 2))
      : ReportNumber.short(value)
  }

  public static func interval(_ interval: Interval, of figure: TuneFigure) -> String {
    guard figure.isShare else { return ReportNumber.interval(interval) }
    guard interval.isKnown else { return value(interval.value, of: figure) }
    func points(_ share: Double) -> String { ReportNumber.fixed(share * 100, decimals: 1) }
    return "\(points(interval.value))% [\(points(interval.low)), \(points(interval.high))]"
  }

  /// A change with its sign: `+4.2 [+1.0, +7.4]`, percentage points of a share.
  public static func change(_ interval: Interval, of figure: TuneFigure) -> String {
    func signed(_ value: Double) -> String {
      let text =
        figure.isShare
        ? ReportNumber.fixed(value * 100, decimals: 1)
        : (value < 0 ? "-" : "") + ReportNumber.short(abs(value))
      return value > 0 && text.contains(where: { "123456789".contains($0) }) ? "+" + text : text
    }
    guard interval.isKnown else { return signed(interval.value) }
    return "\(signed(interval.value)) [\(signed(interval.low)), \(signed(interval.high))]"
  }
}
