import SimHarness

extension RunComparison {
  /// The comparison for other programs.
  public var json: String { JSONWriter.pretty(tree) }

  /// The comparison for a pull request.
  public var markdown: String { ComparisonMarkdown.render(self) }

  private var tree: JSONTree {
    [
      "format": "playtest-comparison", "version": 1, "tolerance": .double(tolerance),
      "moved": .int(moved.count), "base": Self.tree(of: base), "new": Self.tree(of: new),
      "remarks": .array(remarks.map { .string($0) }),
      "cells": .array(cells.map(Self.tree(of:))),
    ]
  }

  private static func tree(of side: Side) -> JSONTree {
    [
      "path": .string(side.path), "seed": .unsigned(side.seed),
      "ownLevels": .array(side.ownLevels.map { .string($0) }),
      "ownAgents": .array(side.ownAgents.map { .string($0) }),
    ]
  }

  private static func tree(of cell: CellComparison) -> JSONTree {
    func number(_ value: Double?) -> JSONTree { value.map { .double($0) } ?? .null }
    return .members([
      "level": .string(cell.level), "agent": .string(cell.agent),
      "figure": .string(cell.figure.rawValue), "edited": .bool(cell.isEdited),
      "paired": .bool(cell.isPaired), "baseGames": .int(cell.baseGames),
      "newGames": .int(cell.newGames), "base": number(cell.base), "new": number(cell.new),
      "difference": cell.difference?.tree ?? .null, "p": number(cell.p),
      "correctedP": number(cell.correctedP),
      "widthRatio": number(cell.widthRatio), "differing": .int(cell.differing),
      "example": cell.example.map { .int($0) } ?? .null, "moved": .bool(cell.hasMoved),
      "baseFaults": .present(.int(cell.baseFaults), if: cell.baseFaults > 0),
      "newFaults": .present(.int(cell.newFaults), if: cell.newFaults > 0),
      "decidedOnOneSide": .present(.int(cell.oneSided), if: cell.oneSided > 0),
    ])
  }
}
