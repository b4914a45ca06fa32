extension StudyResults {
  /// The text of `study.json`.
  public var text: String {
    let effort = JSONTree.object(
      zip(Effort.names, self.effort.numbers).map { (key: $0, value: .int($1)) })
    return JSONWriter.pretty(
      [
        "format": .string(Self.format), "version": .int(Self.version), "run": .string(run),
        "effort": effort, "cells": .array(cells.map(Self.tree(of:))),
      ])
  }

  private static func tree(of cell: StudyResults.Cell) -> JSONTree {
    [
      "level": .string(cell.level), "agent": .string(cell.agent), "rollouts": .int(cell.rollouts),
      "games": .array(cell.games.map { .array($0.map { $0.map { .int(Int($0)) } ?? .null }) }),
      "takes": .array(cell.repetitions.map { .array($0.map { .int($0) }) }),
      "restricted": .array(
        cell.restricted.map {
          [
            "name": .string($0.name), "both": .int($0.outcomes.both),
            "lost": .int($0.outcomes.lost), "gained": .int($0.outcomes.gained),
            "neither": .int($0.outcomes.neither),
          ]
        }),
    ]
  }

  /// Reads `study.json`.
  public init(reading bytes: [UInt8], file: String) throws(FileIssues) {
    self = try JSONReader.read(bytes, file: file, limits: Self.limits, decode: Self.decode)
  }

  private static let limits = JSONLimits(bytes: 64 << 20, values: 10_000_000)

  private static func decode(_ cursor: JSONCursor) -> StudyResults? {
    guard let fields = cursor.object(fields: ["format", "version", "run", "effort", "cells"]) else {
      return nil
    }
    if let format = fields.required("format"), format.string() != Self.format {
      format.report("expected \"\(Self.format)\": this is not a study; remove the file")
      return nil
    }
    if let version = fields.required("version"), version.int() != Self.version {
      version.report("this study was made by another version of playtest; study the run again")
      return nil
    }
    guard let run = fields.required("run")?.string(),
      let numbers = fields.required("effort")?.object(fields: Effort.names),
      let cells = fields.required("cells")?.array(
        of: "cells", count: 0...1_000_000, decode: Self.cell)
    else { return nil }
    var effort = Effort()
    effort.numbers = Effort.names.compactMap { numbers.required($0)?.int(in: 0...Int.max) }
    return StudyResults(run: run, effort: effort, cells: cells)
  }

  private static func cell(_ cursor: JSONCursor) -> StudyResults.Cell? {
    let known = ["level", "agent", "rollouts", "games", "takes", "restricted"]
    guard let fields = cursor.object(fields: known),
      let level = fields.required("level")?.string(),
      let agent = fields.required("agent")?.string(),
      let rollouts = fields.required("rollouts")?.int(in: 0...Int.max),
      let games = fields.required("games")?.array(
        of: "games", count: 0...1_000_000,
        decode: { $0.array(of: "figures", count: 0...100, decode: Self.figure) }),
      let repetitions = fields.required("takes")?.array(
        of: "games", count: 0...1_000_000,
        decode: { $0.array(of: "scores", count: 0...1000) { $0.int() } }),
      let restricted = fields.required("restricted")?.array(
        of: "restrictions", count: 0...1000, decode: Self.restricted)
    else { return nil }
    var cell = StudyResults.Cell(level: level, agent: agent)
    cell.rollouts = rollouts
    cell.games = games
    cell.repetitions = repetitions
    cell.restricted = restricted
    return cell
  }

  /// A figure, which may be null.
  private static func figure(_ cursor: JSONCursor) -> Int64?? {
    if cursor.isNull { return .some(nil) }
    return cursor.int().map { Int64($0) }
  }

  private static func restricted(_ cursor: JSONCursor) -> Restricted? {
    guard let fields = cursor.object(fields: ["name", "both", "lost", "gained", "neither"]),
      let name = fields.required("name")?.string(),
      let both = fields.required("both")?.int(in: 0...1_000_000_000),
      let lost = fields.required("lost")?.int(in: 0...1_000_000_000),
      let gained = fields.required("gained")?.int(in: 0...1_000_000_000),
      let neither = fields.required("neither")?.int(in: 0...1_000_000_000)
    else { return nil }
    return Restricted(
      name: name,
      outcomes: PairedOutcomes(both: both, lost: lost, gained: gained, neither: neither))
  }
}
