import Lab
import SimHarness
import TextFormats

extension StudioEditor {
  /// What players are dealt in a game, as a film without turns; nothing is played for it.
  ///
  /// The tab is shown the deal of this game again whenever the level has changed.
  func deal(_ document: Int, _ index: Int, of tab: Int) async throws -> JSONTree {
    let level = try level(document)
    levels[document]?.deals[tab] = index
    return .object(await deal(level.session, index))
  }

  /// How long figures wait for a picture: a script may take its time for one.
  private static let dealPatience = Duration.milliseconds(25)

  /// Shows the deals of a level that has changed to the tabs that look at them.
  ///
  /// It returns when they are shown, or after a while: what is seen first has the cores for itself
  /// before the games are played that the figures need.
  func showDeals(_ document: Int) async {
    guard let level = levels[document], !level.deals.isEmpty else { return }
    let (end, sink) = AsyncStream<Never>.makeStream()
    let revision = level.session.revision
    Task(executorPreference: dealThread) { [weak self] in
      await self?.sendDeals(document, revision)
      sink.finish()
    }
    await end.waitForEnd(atMost: Self.dealPatience)
  }

  private func sendDeals(_ document: Int, _ revision: Int) async {
    for index in Set((levels[document]?.deals ?? [:]).values).sorted() {
      // Meanwhile the level has changed again, and is shown as it is then.
      guard let level = levels[document], level.session.revision == revision else { return }
      let event = LiveEvent.deal(document: document, .init(await deal(level.session, index)))
      for (tab, shown) in levels[document]?.deals ?? [:] where shown == index {
        tabs[tab]?.send(event)
      }
    }
  }

  private func deal(_ session: any DesignSession, _ index: Int) async -> [(
    key: String, value: JSONTree
  )] {
    let head: [(key: String, value: JSONTree)] = [
      (key: "rev", value: .int(session.revision)), (key: "index", value: .int(index)),
    ]
    do {
      let film = await gallery.film(of: try workspace.ready(session.file), index: index)
      return head + [(key: "film", value: film?.tree ?? .null)]
    } catch {
      return head + [
        (key: "problem", value: .string(StudioFailure(describing: error).message))
      ]
    }
  }
}
