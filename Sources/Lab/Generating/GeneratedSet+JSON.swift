import SimHarness

extension GeneratedSet {
  /// The set as `generate --json` prints it; `paths` are the levels' files.
  public func json(of plan: GeneratePlan, paths: [String]) -> JSONTree {
    var members: [(key: String, value: JSONTree)] = [
      ("format", "playtest-generated"), ("version", 1),
      (plan.origin.key, .string(plan.origin.name)), ("game", .string(plan.game.name)),
      ("seed", .unsigned(plan.seed)), ("freshSeed", .unsigned(plan.freshSeed)),
      ("games", .int(plan.games)), ("candidates", .int(candidates)),
      (
        "dropped",
        .object(
          Drop.allCases.compactMap { drop in
            drops[drop].map { (key: drop.rawValue, value: .int($0)) }
          })
      ),
      ("conditions", .array(plan.conditions.map { .string($0.description) })),
    ]
    if let solver = plan.solver {
      members.append(
        ("solvableBy", ["agent": .string(solver.agent), "games": .int(solver.games)]))
    }
    if let archive { members.append(("archive", archive.json)) }
    members.append(("interrupted", .bool(isInterrupted)))
    members.append(
      ("levels", .array(zip(levels, paths).map { level, path in level.json(path) })))
    return .object(members)
  }
}

extension LevelOrigin {
  /// What the origin is called in files.
  fileprivate var key: String {
    switch self {
    case .generator: "generator"
    case .like: "like"
    }
  }
}

extension GeneratedSet.Archive {
  fileprivate var json: JSONTree {
    [
      "features": .array(
        features.map { feature in
          [
            "figure": .string(feature.name), "low": .double(feature.range.lowerBound),
            "high": .double(feature.range.upperBound), "bins": .int(feature.bins),
          ]
        }),
      "cells": .int(cells), "filled": .int(filled), "qdScore": .double(score),
      "freshFilled": .int(freshFilled), "freshQdScore": .double(freshScore),
    ]
  }
}

extension GeneratedLevel {
  fileprivate func json(_ path: String) -> JSONTree {
    var members: [(key: String, value: JSONTree)] = [
      ("file", .string(path)), ("name", .string(file.header.name)),
      ("generatorSeed", .unsigned(generatorSeed)),
      ("params", .object(values.map { (key: $0.name, value: JSONTree.double($0.value)) })),
      ("edited", .bool(isEdited)),
      (
        "figures",
        .array(
          figures.map { figure in
            [
              "figure": .string("\(figure.metric)(\(figure.agent))"), "chosen": figure.chosen.json,
              "fresh": figure.fresh?.json ?? .null,
              "holdsAfresh": figure.holdsAfresh.map { .bool($0) } ?? .null,
            ]
          })
      ),
    ]
    if let solvedIn { members.append(("solvedInGame", .int(solvedIn))) }
    return .object(members)
  }
}

extension Interval {
  fileprivate var json: JSONTree {
    ["value": .double(value), "low": .double(low), "high": .double(high)]
  }
}
