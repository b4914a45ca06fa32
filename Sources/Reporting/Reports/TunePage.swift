import Charts
import Lab
import SimHarness

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
      \(sentences(outcome))
      \(figures(outcome))
      <p class="note">Fresh games: \(ReportNumber.games(outcome.plan.verifyGames)) of each level \
      and player, seed \(outcome.verifySeed), that the search did not use. Each figure has its \
      95% interval. The model estimate is what the search's linear model predicted for the figure \
      when it stopped; it has no interval.</p></section>
      \(sensitivity(outcome))
      <section><h2>What was tried</h2>
      \(legend)
      <div class="tunes">
      \(TuneChart.all(outcome).joined(separator: "\n"))
      </div>
      \(points(outcome))</section>
      </main></div>
      </body>
      </html>

      """
  }

  /// There is no table of contents beside the page.
  private static let oneColumn =
    ".columns{grid-template-columns:minmax(0,1fr)}.top,.banner,.columns{max-width:1080px}"
    + "@media (min-width:1088px){.banner{max-width:1032px;padding-inline:1rem;border-radius:8px}}"

  private static func tiles(_ outcome: TuneOutcome) -> String {
    let stop =
      switch outcome.stop {
      case .reached: "its model predicts that the targets are met"
      case .budget: "the budget of games was used up"
      case .exhausted: "nothing closer to the targets was found"
      }
    let facts = [
      ("Game", outcome.plan.pool.game.name),
      ("Levels", ReportNumber.count(outcome.plan.levels.count)),
      ("Games spent", ReportNumber.count(outcome.gamesSpent)),
      ("Budget", ReportNumber.count(outcome.plan.budget)),
      ("Points played", ReportNumber.count(outcome.points.count)),
      ("Why the search ended", stop), ("Seed", outcome.plan.seed.description),
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

  /// What was changed, and the effect.
  private static func sentences(_ outcome: TuneOutcome) -> String {
    let changed = outcome.changes.filter { $0.before != $0.after }
    let shown = changed.prefix(6).map { change in
      "<strong>\(HTMLText.isolated(change.name))</strong> from"
        + " \(HTMLText.escaped(TuneText.number(change.before))) to"
        + " <strong>\(HTMLText.escaped(TuneText.number(change.after)))</strong>"
    }
    var text =
      outcome.isReached
      ? "Nothing was changed: the level already meets the targets."
      : "Nothing was changed: the search found nothing closer to the targets."
    if !shown.isEmpty {
      let rest = changed.count - shown.count
      text = "Change " + shown.joined(separator: ", ")
      text += (rest > 0 ? " and \(ReportNumber.plural(rest, "number")) more" : "") + "."
    }
    let effects = outcome.reached.prefix(3).map { reached in
      let figure = reached.figure
      return "<strong>\(HTMLText.isolated(figure.name))</strong> is now"
        + " \(TuneText.interval(reached.verified, of: figure)); it was"
        + " \(TuneText.interval(reached.start, of: figure)), the target is"
        + " \(TuneText.value(figure.aim, of: figure)) ±"
        + " \(TuneText.size(figure.tolerance, of: figure))."
    }
    return "<p class=\"lead\">\(text) \(effects.joined(separator: " "))</p>"
  }

  private static let legend = """
    <ul class="legend"><li>\(Chart.key(3)) before</li><li>\(Chart.key(1)) chosen</li>\
    <li>\(Chart.key(0)) tried</li><li><span class="swatch wanted"></span> target</li>\
    <li class="soft">The line is the path of the search; bars are 95% intervals.</li></ul>
    """

  // MARK: Tables

  /// A table whose first column is text and whose others are figures; cells are made safe here.
  private static func table(
    _ caption: String, _ head: [String], _ rows: [[String]]
  ) -> String {
    var text = "<div class=\"scroll-x\" tabindex=\"0\" role=\"region\" aria-label=\"\(caption)\">"
    text += "<table class=\"plain-table\"><caption class=\"aloud\">\(caption)</caption><thead><tr>"
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
          : "<td class=\"num\" data-label=\"\(HTMLText.escaped(head[index]))\">"
            + "\(HTMLText.escaped(cell))</td>"
      }
      text += "</tr>\n"
    }
    return text + "</tbody></table></div>"
  }

  private static func figures(_ outcome: TuneOutcome) -> String {
    table(
      "Figures",
      ["Figure", "Target", "Before", "Fresh games", "Within the tolerance", "Model estimate"],
      outcome.reached.map { reached in
        let figure = reached.figure
        return [
          figure.name,
          "\(TuneText.value(figure.aim, of: figure)) ±"
            + " \(TuneText.size(figure.tolerance, of: figure))",
          TuneText.interval(reached.start, of: figure),
          TuneText.interval(reached.verified, of: figure), reached.isWithin ? "yes" : "no",
          TuneText.value(reached.modelEstimate, of: figure),
        ]
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
      <p class="note">The change of each figure if one number of the result changes by one step, on \
      the same \(ReportNumber.games(first.games)) each.</p></section>
      """
  }

  /// The best trade-offs between targets; nothing for one target, which has none.
  private static func points(_ outcome: TuneOutcome) -> String {
    guard outcome.plan.targets.count > 1 else { return "" }
    let front = outcome.points.filter(\.isUndominated)
    let shown = front.prefix(50)
    let rows = shown.map { point in
      [point.values.map(JSONWriter.compact).joined(separator: ", ")]
        + point.misses.map { ReportNumber.short($0) } + [ReportNumber.count(point.games)]
    }
    let names = outcome.changes.map { HTMLText.isolated($0.name) }.joined(separator: ", ")
    let head = ["Values"] + outcome.plan.targets.map { "Miss: \($0)" } + ["Games"]
    return """
      <details class="figures"><summary>Pareto front (the best trade-offs between targets): \
      \(ReportNumber.count(front.count))</summary>
      \(table("Pareto front", head, Array(rows)))
      <p class="note">The values are those of \(names). Each miss is the distance from the target, \
      in tolerances. The points were played different numbers of games.</p></details>
      """
  }
}
