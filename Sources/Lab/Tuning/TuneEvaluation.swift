import SimHarness

/// Plays points that another program's search asks for, with a tune's levels, players and figures.
///
/// A point is an object of numbers by name, those of `tune`'s tables; numbers it leaves out stay as
/// the level has them, shares need not sum to 1. All points play the same games (the tune's seed)
/// unless a request names a seed of its own.
public struct TuneEvaluation {
  private let plan: TunePlan

  /// Games of a level and player where a request does not say.
  public static let defaultGames = 200
  /// The maximum number of games of a request.
  public static let maxGames = 1_000_000

  public init(_ plan: TunePlan) { self.plan = plan }

  // MARK: What may be asked

  /// The numbers to choose, the figures to aim at, and what the tune file allows.
  public var space: JSONTree {
    [
      "format": "playtest-tune-space", "version": 1, "title": .string(plan.title),
      "digest": .string(plan.digest), "seed": .unsigned(plan.seed), "budget": .int(plan.budget),
      "gamesAPoint": .int(plan.cells.count),
      "verify": ["games": .int(plan.verifyGames), "seed": .unsigned(plan.verifySeed)],
      "numbers": .array(
        plan.space.axes.flatMap { axis in
          axis.paths.indices.map { number(axis, $0) }
        }),
      "figures": .array(
        plan.figures.map {
          [
            "name": .string($0.name), "aim": .double($0.aim), "tolerance": .double($0.tolerance),
            "weight": .double($0.weight),
          ]
        }),
    ]
  }

  private static func name(_ component: Int, of axis: TuneSpace.Axis) -> String {
    axis.labels[component].isEmpty ? axis.name : "\(axis.name) \(axis.labels[component])"
  }

  private func number(_ axis: TuneSpace.Axis, _ component: Int) -> JSONTree {
    let parts = Double(TuneSpace.simplexParts)
    let start = Double(axis.start[component])
    let name = JSONTree.string(Self.name(component, of: axis))
    switch axis.kind {
    case .whole(let range):
      return [
        "name": name, "kind": "int", "low": .int(range.lowerBound), "high": .int(range.upperBound),
        "step": 1, "start": .int(axis.start[component]),
      ]
    case .real(let low, let step, let count):
      return [
        "name": name, "kind": "real", "low": .double(low),
        "high": .double(TuneSpace.rounded(low + Double(count) * step)), "step": .double(step),
        "start": .double(TuneSpace.rounded(low + start * step)),
      ]
    case .simplex(let minimum, _):
      return [
        "name": name, "kind": "share", "of": .string(axis.name),
        "low": .double(Double(minimum) / parts), "high": 1, "step": .double(1 / parts),
        "start": .double(start / parts),
      ]
    }
  }

  // MARK: Answers

  /// Plays a line's request: `{"point": {...}, "games": N, "seed": S, "levels": true}`, all but the
  /// point optional.
  /// - Throws: `TuneError`: what is wrong with the request, or why its games cannot be played.
  public func answer(_ line: String) async throws -> JSONTree {
    let request = try Self.request(line)
    let point = try point(request.values)
    var files: [LevelFile] = []
    var levels: [PlayableLevel] = []
    for index in plan.levels.indices {
      do throws(LevelFieldProblem) {
        let variant = try plan.levels[index].variant(plan.space.edits(at: point, level: index))
        files.append(variant.file)
        levels.append(variant.level)
      } catch {
        throw TuneError.invalid(error.description)
      }
    }
    let archive = TuneArchive(pool: plan.pool)
    let seed = request.seed ?? plan.seed
    try await archive.play(
      plan.cells.map {
        GameRequest(
          level: levels[$0.level], player: $0.player, seed: seed, games: 0..<request.games)
      })
    var loss = 0.0
    var trees: [JSONTree] = []
    for figure in plan.figures {
      let games = archive.games(levels[figure.level], player: figure.player, seed: seed)
      guard let estimate = figure.estimate(games, of: levels[figure.level]) else {
        throw TuneError.invalid(
          "\(figure.name) cannot be measured with \(ReportNumber.plain(request.games, "game")): "
            + plan.reasonUnmeasured(figure, games[...], of: levels[figure.level]))
      }
      let miss = figure.miss(estimate.interval.value)
      loss += figure.weight * miss * miss
      trees.append(self.tree(figure, estimate.evidence, miss))
    }
    return .members([
      "point": self.tree(point), "games": .int(archive.gamesCounted), "seed": .unsigned(seed),
      "loss": .double(loss), "figures": .array(trees),
      "levels": .present(.array(files.map(\.tree)), if: request.wantsLevels),
    ])
  }

  private func tree(_ figure: TuneFigure, _ value: Interval, _ miss: Double) -> JSONTree {
    .object(
      [("name", .string(figure.name))] + value.members + [
        ("miss", .double(miss)), ("within", .bool(miss <= 1)),
      ])
  }

  /// The values that are played, which lie on the tune's lattice.
  private func tree(_ point: [Int]) -> JSONTree {
    var members: [(key: String, value: JSONTree)] = []
    for axis in plan.space.axes {
      for component in axis.paths.indices {
        members.append(
          (Self.name(component, of: axis), plan.space.value(component, of: axis, at: point)))
      }
    }
    return .object(members)
  }

  // MARK: Requests

  private struct Request {
    var values: [(name: String, value: Double)] = []
    var games = TuneEvaluation.defaultGames
    var seed: UInt64?
    var wantsLevels = false
  }

  private static func request(_ line: String) throws(TuneError) -> Request {
    let example = #"such as {"point": {"shots": 20}, "games": 400}"#
    guard
      case .object(let members)? = JSONParser.parse(Array(line.utf8)).value.map({ JSONTree($0) })
    else { throw .invalid("each line must be one JSON object, \(example)") }
    var request = Request()
    for (key, value) in members {
      switch (key, value) {
      case ("point", .object(let numbers)):
        for (name, value) in numbers {
          guard let number = value.number, number.isFinite else {
            throw .invalid("point: \(SafeText.quoted(name, limit: 60)) must be a number")
          }
          request.values.append((name, number))
        }
      case ("games", _):
        guard let games = value.number.flatMap({ Int(exactly: $0) }),
          (1...maxGames).contains(games)
        else { throw .invalid("games must be a whole number from 1 to \(maxGames)") }
        request.games = games
      case ("seed", .int(let seed)) where seed >= 0: request.seed = UInt64(seed)
      case ("seed", .unsigned(let seed)): request.seed = seed
      case ("levels", .bool(let wanted)): request.wantsLevels = wanted
      default:
        let known = ["point", "games", "seed", "levels"]
        throw .invalid(
          known.contains(key)
            ? "\(key): this value is not allowed; write a line \(example)"
            : NearestName.complaint(about: key, called: "member", known: known))
      }
    }
    return request
  }

  /// The place on the lattice that is nearest to the values.
  private func point(_ values: [(name: String, value: Double)]) throws(TuneError) -> [Int] {
    var point = plan.space.start
    var wanted: [String: Double] = [:]
    for (name, value) in values { wanted[name] = value }
    var known: [String] = []
    for axis in plan.space.axes {
      let names = axis.paths.indices.map { Self.name($0, of: axis) }
      known += names
      guard names.contains(where: { wanted[$0] != nil }) else { continue }
      switch axis.kind {
      case .whole(let range):
        if let value = wanted[names[0]], value != value.rounded() {
          throw .invalid(
            "\(SafeText.escaped(names[0], limit: 60)) must be a whole number in"
              + " \(range.lowerBound)...\(range.upperBound)")
        }
        point[axis.offset] = try Self.step(
          wanted[names[0]], named: names[0], low: 0, step: 1, in: range)
      case .real(let low, let step, let count):
        point[axis.offset] = try Self.step(
          wanted[names[0]], named: names[0], low: low, step: step, in: 0...count)
      case .simplex(let minimum, _):
        let shares = names.enumerated().map { index, name in
          wanted[name] ?? Double(axis.start[index]) / Double(TuneSpace.simplexParts)
        }
        guard shares.allSatisfy({ $0 >= 0 && $0 <= 1e9 }), shares.contains(where: { $0 > 0 }) else {
          throw .invalid(
            "\(axis.name): shares must be at least 0, and at least one of them above 0")
        }
        point.replaceSubrange(axis.numbers, with: TuneSpace.apportioned(shares, minimum: minimum))
      }
    }
    if let unknown = values.first(where: { !known.contains($0.name) }) {
      throw .invalid(
        NearestName.complaint(about: unknown.name, called: "number", known: known))
    }
    return point
  }

  private static func step(
    _ value: Double?, named name: String, low: Double, step: Double, in range: ClosedRange<Int>
  ) throws(TuneError) -> Int {
    let number = (((value ?? low) - low) / step).rounded()
    guard number >= Double(range.lowerBound), number <= Double(range.upperBound) else {
      let ends = [range.lowerBound, range.upperBound].map {
        JSONWriter.number(TuneSpace.rounded(low + Double($0) * step))
      }
      throw .invalid(
        "\(SafeText.escaped(name, limit: 60)) must be in \(ends[0])...\(ends[1])")
    }
    return Int(number)
  }
}
