import SimHarness

/// A run's Vega-Lite charts on one page that needs no network.
///
/// The page holds the charts' specifications and the library that draws them, which is not part of
/// this project: vl-convert supplies it (`ChartLibrary`).
public enum InteractivePage {
  /// The page of a run.
  ///
  /// `library` is JavaScript that sets `window.vegaEmbed`.
  public static func render(_ summary: RunSummary, library: String) -> String {
    let title = HTMLText.escaped(ReportFacts(summary).title)
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; img-src data:">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title): charts</title>
      <style>
      body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; \
      padding: 0 1rem; color: #1b1b1b; background: #fff }
      section { overflow-x: auto }
      </style>
      </head><body>
      <h1>\(title)</h1>
      <p>Point at a mark to see its figures. The run's report has all of them in tables.</p>
      \(charts(summary).map(section).joined(separator: "\n"))
      <script>\(inScript(library))</script>
      <script>
      for (const place of document.querySelectorAll("div[data-chart]")) {
        const chart = document.getElementById(place.dataset.chart).textContent;
        window.vegaEmbed(place, JSON.parse(chart), {
          renderer: "svg", mode: "vega-lite",
          actions: { export: true, source: false, compiled: false, editor: false },
        });
      }
      </script>
      </body></html>

      """
  }

  /// The charts that have something to show, by name.
  static func charts(_ summary: RunSummary) -> [(name: String, text: String)] {
    var charts: [(name: String, text: String)] = []
    if summary.cells.contains(where: { $0.passRate != nil }) {
      charts.append(("Difficulty", VegaCharts.difficulty(summary)))
    }
    charts.append(("Scores", VegaCharts.histograms(summary, of: "score", \.score)))
    charts.append(("Moves", VegaCharts.histograms(summary, of: "moves", \.moves)))
    return charts
  }

  private static func section(_ name: String, _ text: String) -> String {
    """
    <section><h2>\(name)</h2><div data-chart="\(name)"></div>
    <script type="application/json" id="\(name)">
    \(inData(text))</script></section>
    """
  }

  /// JSON that cannot close its own tag: in JSON, `<` occurs only inside strings.
  private static func inData(_ json: String) -> String {
    json.split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\u003c")
  }

  /// A script that cannot close its own tag: a closing tag occurs only inside strings.
  private static func inScript(_ script: String) -> String {
    script.split(separator: "</script", omittingEmptySubsequences: false)
      .joined(separator: "<\\/script")
  }
}
