/// Levels in which something is forbidden that the level allows: what it is worth shows in the pass
/// rate that is lost.
package enum RestrictedPlay {
  /// What it costs; a special is forbidden by its own name.
  static func cost(_ name: String) -> MetricDefinition {
    MetricDefinition(
      "cost_no_\(name)", unit: "share", kind: .real,
      summary: "pass rate lost without \(words[name] ?? name)", source: .study,
      interval: "Newcombe, paired")
  }

  private static let words = [
    "swap": "swaps", "walls": "shots off the walls", "KIND": "specials of that kind",
  ]
}
