import SimHarness
import TextFormats

extension HandStatus {
  /// The fields of a message about a game.
  var members: [(key: String, value: JSONTree)] {
    func list<Element>(_ all: [Element], _ tree: (Element) -> JSONTree) -> JSONTree {
      .array(all.map(tree))
    }
    var members: [(key: String, value: JSONTree)] = [
      (key: "stage", value: .string(stage.rawValue)), (key: "score", value: .int(score)),
      (key: "highest", value: highest.map { .int($0) } ?? .null),
      (key: "hints", value: .int(hints)), (key: "seconds", value: .double(seconds)),
      (key: "message", value: .string(message)),
      (key: "facts", value: list(facts.filter { !$0.isAim }) { $0.tree }),
      (key: "keys", value: list(keys) { [.string($0.key), .string($0.meaning)] }),
      (key: "offers", value: list(offers) { $0.tree }),
      (key: "labels", value: list(labels) { [.int($0.body), .string(String($0.key))] }),
      (key: "motion", value: motion?.tree ?? .null), (key: "preview", value: preview.tree),
      (key: "again", value: .bool(canDealAgain)),
    ]
    if let ending { members.append((key: "ending", value: ending.tree)) }
    if let picture { members.append((key: "picture", value: .string(picture))) }
    return members
  }
}

extension HandEnding {
  fileprivate var tree: JSONTree {
    ["outcome": .string(outcome.rawValue), "words": .string(words)]
  }
}

extension HandFact {
  fileprivate var tree: JSONTree {
    .members([
      "label": .string(label),
      "pieces": .array(
        pieces.map { piece in
          .members([
            "text": .string(piece.text), "colour": piece.colour.map { .string($0) },
            "bold": .present(true, if: piece.isBold), "dim": .present(true, if: piece.isDim),
          ])
        }), "end": end.map { .double($0) },
    ])
  }
}

extension HandOffer {
  fileprivate var tree: JSONTree {
    .members([
      "label": .string(label), "key": key.map { .string(String($0)) },
      "aims": .present(true, if: usesAim),
    ])
  }
}

extension HandMotion {
  fileprivate var tree: JSONTree {
    [
      "start": .double(start), "interval": .double(Self.interval),
      "distances": .array(distances.map { .double($0) }),
      "bodies": .array(bodies.map { [.int($0.id), .double($0.x), .double($0.y)] }),
    ]
  }
}

extension HandPreview {
  var tree: JSONTree {
    func list(_ points: [BoardPoint]) -> JSONTree {
      .array(points.flatMap { [.double($0.x), .double($0.y)] })
    }
    return .members([
      "paths": .present(.array(paths.map(list)), if: !paths.isEmpty),
      "ring": ring.map { [.double($0.middle.x), .double($0.middle.y), .double($0.radius)] },
      "cross": cross.map { list([$0]) },
      "marks": .present(.array(marks.map { .int($0) }), if: !marks.isEmpty),
      "meant": .present(.array(meant.map { .int($0) }), if: !meant.isEmpty),
      "words": .string(words),
    ])
  }
}
