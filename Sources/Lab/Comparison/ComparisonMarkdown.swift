import SimHarness

/// A comparison as Markdown, for a pull request.
enum ComparisonMarkdown {
  static func render(_ comparison: RunComparison) -> String {
    let moved = comparison.moved
    var text = "## Playtest comparison\n\n"
    for sentence in comparison.sentences { text += MarkdownText.escaped(sentence) + "\n" }
    if !moved.isEmpty { text += "\n" + table(moved) }
    if comparison.cells.count > moved.count {
      text += "\n<details><summary>All \(ReportNumber.count(comparison.cells.count)) cells"
      text += "</summary>\n\n" + table(comparison.cells) + "\n</details>\n"
    }
    let replays = comparison.replays()
    if !replays.isEmpty {
      text += "\nGames that ended differently:\n\n" + MarkdownText.code(replays)
    }
    return text + "\n_" + MarkdownText.escaped(RunComparison.legend) + "._\n"
  }

  private static func table(_ cells: [CellComparison]) -> String {
    var text = "| Level | Agent | Base | New | Change | p | Width | Games |\n"
    text += "| :--- | :--- | ---: | ---: | ---: | ---: | ---: | ---: |\n"
    for cell in cells {
      let name = MarkdownText.escaped(cell.level) + (cell.isEdited ? " (edited)" : "")
      let change = MarkdownText.escaped(ComparisonText.change(cell))
      text += "| \(name) | \(MarkdownText.escaped(cell.agent)) "
      text += "| \(ComparisonText.figure(cell.base, of: cell)) "
      text += "| \(ComparisonText.figure(cell.new, of: cell)) "
      text += "| \(cell.hasMoved ? "**\(change)**" : change) "
      text += "| \(MarkdownText.escaped(ComparisonText.probability(cell.correctedP))) "
      let base = cell.baseGames == cell.newGames ? "" : "\(ReportNumber.count(cell.baseGames)) / "
      text += "| \(ComparisonText.ratio(cell)) | \(base)\(ReportNumber.count(cell.newGames)) |\n"
    }
    return text
  }
}
