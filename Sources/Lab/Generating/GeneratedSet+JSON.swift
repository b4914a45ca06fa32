import SimHarness

extension GeneratedSet {
  /// The set as `generate --json` prints it; `paths` are the levels' files.
  public func json(of plan: GeneratePlan, paths: [String]) -> JSONTree {
    .members([
      "format": "playtest-generated", "version": 1,
      plan.origin.key: .string(plan.origin.name), "game": .string(plan.game.name),
      "seed": .unsigned(plan.seed), "freshSeed": .unsigned(plan.freshSeed),
      "games": .int(plan.games), "candidates": .int(candidates),
      "dropped": .object(
        Drop.allCases.compactMap { drop in
          drops[drop].map { (key: drop.rawValue, value: .int($0)) }
        }),
      "conditions": .array(plan.conditions.map { .string($0.description) }),
      "solvableBy": plan.solver.map { ["agent": .string($0.agent), "games": .int($0.games)] },
      "archive": archive?.json, "interrupted": .bool(isInterrupted),
      "levels": .array(zip(levels, paths).map { level, path in level.json(path) }),
    ])
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
    .members([
      "file": .string(path), "name": .string(file.header.name),
      "generatorSeed": .unsigned(generatorSeed),
      "params": .object(values.map { (key: $0.name, value: .double($0.value)) }),
      "edited": .bool(isEdited),
      "figures": .array(
        figures.map { figure in
          [
            "figure": .string("\(figure.metric)(\(figure.agent))"), "chosen": figure.chosen.json,
            "fresh": figure.fresh?.json ?? .null,
            "holdsAfresh": figure.holdsOnFreshGames.map { .bool($0) } ?? .null,
          ]
        }),
      "solvedInGame": solvedIn.map { .int($0) },
    ])
  }
}

extension Interval {
  fileprivate var json: JSONTree {
    ["value": .double(value), "low": .double(low), "high": .double(high)]
  }
}
