import Lab
import SimHarness
import TextFormats

extension StudioEditor {
  // MARK: Who looks

  /// A tab wants figures of a level's players; of none, it leaves the level.
  func look(
    _ tab: Int, at document: Int, players: [String], games: Int
  ) throws -> JSONTree {
    _ = try level(document)
    guard !players.isEmpty, games > 0 else {
      stopLooking(tab, at: document)
      return [:]
    }
    guard Set(players).count == players.count else {
      throw StudioFailure(
        status: 422, code: "player.twice", message: "a player is named twice; name it once")
    }
    let isSame =
      levels[document]?.figures.players == players && levels[document]?.figures.games == games
    levels[document]?.tabs.insert(tab)
    if isSame, let last = levels[document]?.figures.last {
      send(last, about: document)
    } else if !isSame || levels[document]?.figures.estimate == nil {
      levels[document]?.figures.players = players
      levels[document]?.figures.games = games
      play(document)
    }
    if let known = levels[document]?.figures.confirmation,
      known.revision == levels[document]?.session.revision
    {
      tabs[tab]?.send(known.event)
    }
    return [:]
  }

  /// A tab shows a level no more; the games of a level that nobody looks at are stopped.
  func stopLooking(_ tab: Int, at document: Int) {
    levels[document]?.deals[tab] = nil
    guard levels[document]?.tabs.remove(tab) != nil else { return }
    levels[document]?.endStroke(of: tab)
    if levels[document]?.tabs.isEmpty == true { levels[document]?.figures.cancel() }
  }

  // MARK: Figures

  /// Plays the level as it is now once what changed it has been answered, as making it ready to be
  /// played takes longer than the change, and once its deals are shown.
  func playSoon(_ document: Int) {
    // Nothing that is played of the level as it was may be shown for the level as it is.
    levels[document]?.figures.cancel()
    levels[document]?.figures.isStale = true
    Task { [weak self] in
      await self?.showDeals(document)
      await self?.playIfStale(document)
    }
  }

  private func playIfStale(_ document: Int) {
    if levels[document]?.figures.isStale == true { play(document) }
  }

  /// Plays the level as it is now, in place of what was played of it.
  func play(_ document: Int) {
    levels[document]?.figures.cancel()
    levels[document]?.figures.isStale = false
    guard let level = levels[document], !level.tabs.isEmpty, !level.figures.players.isEmpty else {
      return
    }
    do {
      let plan = try plan(of: level.session.file, for: level)
      let estimate = start(plan, document) { editor, snapshot in
        await editor.came(snapshot, of: plan, document)
      }
      levels[document]?.figures.estimate = estimate
    } catch {
      let failure = StudioFailure(describing: error)
      tell(document, .init([(key: "problem", value: .string(failure.message))]))
    }
  }

  private func plan(of file: LevelFile, for level: OpenLevel) throws -> RunPlan {
    try workspace.plan(
      try workspace.ready(file), players: level.figures.players, games: level.figures.games,
      seed: StudioWorkspace.seed)
  }

  /// Starts an estimate; an editor that is slower than the games gets only the newest snapshot.
  private func start(
    _ plan: RunPlan, _ document: Int,
    _ came: @escaping @Sendable (StudioEditor, LiveEstimate.Snapshot) async -> Void
  ) -> LiveEstimate {
    let (snapshots, sink) = AsyncStream<LiveEstimate.Snapshot>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let estimate = LiveEstimate(plan, jobs: workspace.jobs, known: cache.games(of: plan)) {
      sink.yield($0)
    }
    Task { [weak self] in
      for await snapshot in snapshots {
        guard let self else { return }
        await came(self, snapshot)
      }
    }
    levels[document]?.figures.queue.run(estimate) { sink.finish() }
    return estimate
  }

  private func came(_ snapshot: LiveEstimate.Snapshot, of plan: RunPlan, _ document: Int) {
    cache.keep(snapshot.games, of: plan)
    // Those of an older version only fill the cache.
    guard let level = levels[document], level.figures.estimate?.plan.isSame(as: plan) == true
    else { return }
    levels[document]?.figures.snapshot = snapshot
    countVersion(document)
    show(snapshot, of: plan, document)
    if snapshot.isFinal { completeSaved(document) }
  }

  /// Counts the version whose figures are known, unless a stroke is still changing it.
  /// - Returns: Whether it was not counted before.
  @discardableResult
  func countVersion(_ document: Int) -> Bool {
    guard let level = levels[document], !level.isDrawing, level.figures.snapshot?.isFinal == true,
      let content = level.figures.estimate?.plan.levels.first?.hash
    else { return false }
    return levels[document]?.figures.seen.insert(content).inserted ?? false
  }

  private func show(_ snapshot: LiveEstimate.Snapshot, of plan: RunPlan, _ document: Int) {
    guard let level = levels[document] else { return }
    // With few games nothing is compared, as the first figures would wait until the other versions
    // are ready to be played.
    let isCompared = snapshot.isFinal || snapshot.games.common >= LiveFigures.fewGames
    let isModified = level.session.isModified
    let figures = LiveFigures(
      snapshot, of: plan,
      saved: isCompared && isModified ? known(of: level.session.savedFile, document) : nil,
      stroke: isCompared ? known(of: level.before, document) : nil)
    tell(document, figures.fields(versions: level.figures.seen.count))
  }

  /// Sends the figures that are known once more.
  func showAgain(_ document: Int) {
    guard let work = levels[document]?.figures, let estimate = work.estimate,
      let snapshot = work.snapshot
    else { return }
    show(snapshot, of: estimate.plan, document)
  }

  /// Sends figures to all tabs, and keeps them for tabs that come later.
  private func tell(_ document: Int, _ fields: LiveEvent.Fields) {
    guard let level = levels[document] else { return }
    let event = LiveEvent.figures(
      document: document, revision: level.session.revision, isFresh: false, fields)
    levels[document]?.figures.last = event
    send(event, about: document)
  }

  /// The games of a version that are known; nil if it cannot be played.
  private func known(of file: LevelFile, _ document: Int) -> LiveGames? {
    guard let level = levels[document] else { return nil }
    let plan = levels[document]?.figures.plan(of: file) { try? self.plan(of: file, for: level) }
    return plan.flatMap { cache.games(of: $0) }
  }

  /// Plays the saved level where its games are not known, and shows the change since then.
  private func completeSaved(_ document: Int) {
    guard let level = levels[document], level.session.isModified, level.figures.saved == nil,
      let plan = try? plan(of: level.session.savedFile, for: level),
      cache.games(of: plan).common < plan.games
    else { return }
    // Not while the level is being written to: starting notes something there.
    let saved = start(plan, document) { editor, snapshot in
      guard snapshot.isFinal else { return }
      await editor.savedCame(snapshot, of: plan, document)
    }
    levels[document]?.figures.saved = saved
  }

  private func savedCame(_ snapshot: LiveEstimate.Snapshot, of plan: RunPlan, _ document: Int) {
    cache.keep(snapshot.games, of: plan)
    if levels[document]?.figures.saved != nil { showAgain(document) }
  }

  // MARK: Confirming

  /// Plays games that no version was chosen on.
  func confirm(_ document: Int) throws -> JSONTree {
    let level = try level(document)
    guard !level.figures.players.isEmpty else { return [:] }
    var plan = try plan(of: level.session.file, for: level)
    plan.games = FigureWork.freshGames
    plan.seed = LiveEstimate.confirmationSeed(of: StudioWorkspace.seed)
    let revision = level.session.revision
    let fresh = plan
    levels[document]?.figures.fresh?.cancel()
    levels[document]?.figures.seen = []
    showAgain(document)
    let estimate = start(plan, document) { editor, snapshot in
      await editor.confirmed(snapshot, of: fresh, document, revision)
    }
    levels[document]?.figures.fresh = estimate
    return [:]
  }

  private func confirmed(
    _ snapshot: LiveEstimate.Snapshot, of plan: RunPlan, _ document: Int, _ revision: Int
  ) {
    cache.keep(snapshot.games, of: plan)
    guard let level = levels[document], level.figures.fresh != nil,
      level.session.revision == revision
    else { return }
    let fields = LiveFigures(snapshot, of: plan).fields(versions: level.figures.seen.count)
    let event = LiveEvent.figures(
      document: document, revision: revision, isFresh: true, fields)
    if snapshot.isFinal { levels[document]?.figures.confirmation = (revision, event) }
    send(event, about: document)
  }
}

extension RunPlan {
  /// Whether it plays the same games of one level.
  fileprivate func isSame(as other: RunPlan) -> Bool {
    seed == other.seed && games == other.games && players.map(\.name) == other.players.map(\.name)
      && levels.first?.hash == other.levels.first?.hash
      && levels.first?.id == other.levels.first?.id
  }
}
