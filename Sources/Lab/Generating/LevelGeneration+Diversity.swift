extension LevelGeneration {
  /// The number of first candidates, which are generated.
  private static let firstCandidates = 4 * batchSize
  /// Later shares of newly generated candidates, and of candidates from the archive's edge.
  private static let freshShare = 0.1
  private static let frontierShare = 0.7
  /// A candidate need not be played to the end for a cell that holds one as good as this.
  private static let enough = 0.8

  /// Fills an archive over the two features, then measures its levels on fresh games.
  func diversity() async throws -> GeneratedSet {
    var set = GeneratedSet()
    var maker = CandidateMaker(plan, printed: printed)
    var archive = LevelArchive<LevelCandidate>(plan.features)
    while maker.made < plan.tries, maker.failures < Self.maxFailures,
      archive.filled.count < plan.count ?? .max
    {
      var batch: [LevelCandidate] = []
      while batch.count < Self.batchSize, maker.made < plan.tries,
        maker.failures < Self.maxFailures
      {
        if let candidate = child(of: archive, &maker, &set) { batch.append(candidate) }
      }
      set.candidates = maker.made
      if batch.isEmpty { break }
      guard try await offer(batch, to: &archive, &set) else {
        set.isInterrupted = true
        break
      }
      var shown = set
      shown.archive = report(archive, fresh: archive)
      tried(shown)
    }
    try checkUsable(set)
    let elites = archive.filled.compactMap { archive.cells[$0]?.element }
    let chosen = Array(elites.prefix(plan.count ?? .max))
    if set.isInterrupted {
      _ = try await keep(chosen, &set)
    } else {
      guard try await keep(chosen, &set) else { return set }
    }
    set.archive = report(archive, fresh: freshArchive(set.levels))
    return set
  }

  private func child(
    of archive: LevelArchive<LevelCandidate>, _ maker: inout CandidateMaker,
    _ set: inout GeneratedSet
  ) -> LevelCandidate? {
    let filled = archive.filled
    guard !filled.isEmpty, maker.made >= Self.firstCandidates, !maker.chance(Self.freshShare)
    else { return maker.fresh(&set) }
    let frontier = archive.frontier
    let cells = !frontier.isEmpty && maker.chance(Self.frontierShare) ? frontier : filled
    guard let parent = archive.cells[cells[maker.below(cells.count)]]?.element else { return nil }
    switch maker.below(10) {
    case 0..<3: return maker.near(parent, keepingSeed: false, &set)
    case 3..<6: return maker.near(parent, keepingSeed: true, &set)
    default: return maker.edited(parent, &set)
    }
  }

  /// Plays a batch and puts into the archive what belongs there.
  /// - Returns: Whether all of it was done.
  private func offer(
    _ batch: [LevelCandidate], to archive: inout LevelArchive<LevelCandidate>,
    _ set: inout GeneratedSet
  ) async throws -> Bool {
    var running = batch
    for stage in [0.25, 1] {
      let count = max(2, Int(saturating: (stage * Double(plan.games)).rounded(.up)))
      guard
        let played = try await meter.play(
          running, upTo: count, players: plan.measured, seed: plan.seed)
      else { return false }
      running = played.filter { candidate in
        if meter.isFaulted(candidate) {
          set.drop(.faulted)
          return false
        }
        if stage == 1, let reason = meter.unmeasured(candidate) {
          set.drop(.unmeasured, because: reason)
          return false
        }
        if meter.isHopeless(candidate) || (stage == 1 && !meter.holds(candidate)) {
          set.drop(.condition)
          return false
        }
        guard isWanted(candidate, by: archive, isLast: stage == 1) else {
          set.drop(.surpassed)
          return false
        }
        return true
      }
    }
    guard let solved = try await meter.solved(running, &set) else { return false }
    for candidate in solved {
      guard let spot = spot(of: candidate, in: archive) else { continue }
      if holdsDuplicate(of: candidate, archive, besides: spot.cell) {
        set.drop(.duplicate)
      } else if !archive.offer(candidate, at: spot) {
        set.drop(.surpassed)
      }
    }
    return true
  }

  private func spot(
    of candidate: LevelCandidate, in archive: LevelArchive<LevelCandidate>
  ) -> LevelArchive<LevelCandidate>.Spot? {
    guard let first = meter.figure(plan.features[0].condition, of: candidate),
      let second = meter.figure(plan.features[1].condition, of: candidate)
    else { return nil }
    return archive.spot(first.value, second.value)
  }

  /// Whether a candidate may come to lie in a cell that is empty or holds a worse one.
  private func isWanted(
    _ candidate: LevelCandidate, by archive: LevelArchive<LevelCandidate>, isLast: Bool
  ) -> Bool {
    guard let spot = spot(of: candidate, in: archive) else { return false }
    guard let there = archive.cells[spot.cell] else { return true }
    return isLast ? spot.quality > there.quality : there.quality < Self.enough
  }

  private func holdsDuplicate(
    of candidate: LevelCandidate, _ archive: LevelArchive<LevelCandidate>, besides cell: Int
  ) -> Bool {
    let layout = candidate.layout
    return archive.filled.contains { other in
      other != cell && archive.cells[other]?.element.layout == layout
    }
  }

  // MARK: Fresh games

  /// The cells in which the kept levels lie by their fresh figures.
  private func freshArchive(_ levels: [GeneratedLevel]) -> LevelArchive<Int> {
    var archive = LevelArchive<Int>(plan.features)
    for (index, level) in levels.enumerated() {
      let values = plan.features.compactMap { feature in
        level.figures.first { $0.metric == feature.metric && $0.agent == feature.agent }?.fresh?
          .value
      }
      guard values.count == 2, let spot = archive.spot(values[0], values[1]) else { continue }
      archive.offer(index, at: spot)
    }
    return archive
  }

  private func report<Fresh>(
    _ archive: LevelArchive<LevelCandidate>, fresh: LevelArchive<Fresh>
  ) -> GeneratedSet.Archive {
    GeneratedSet.Archive(
      features: plan.features, filled: archive.filled.count, score: archive.score,
      freshFilled: fresh.filled.count, freshScore: fresh.score,
      freshCells: fresh.cells.map { $0 != nil })
  }
}
