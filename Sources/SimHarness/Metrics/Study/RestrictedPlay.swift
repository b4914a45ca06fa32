/// Levels in which something is forbidden that the level allows: its worth is the loss of pass
/// rate.
package enum RestrictedPlay {
  /// What it costs; a special is forbidden by its own name.
  static func cost(_ name: String) -> MetricDefinition {
    MetricDefinition(
      "cost_no_\(name)", unit: "share", kind: .real,
      summary: "pass rate lost without \(words[name] ?? name)", source: .study,
      interval: "Newcombe, paired"
    ).about(.choice)
  }

  private static let words = [
    "swap": "swaps", "walls": "shots off the walls", "KIND": "specials of that kind",
  ]
}
