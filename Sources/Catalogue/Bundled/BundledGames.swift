import BubbleBlastGame
import BubblePopGame
import CardsGame
import PeggleGame
import SimHarness

/// The bundled games: a game is a line in `bundled`, and its types meet the agents' in its `entry`.
extension GameRegistry {
  public static let bundled = GameRegistry(
    [
      BubbleBlast.entry,
      Peggle.entry,
      BubblePop.entry,
      SetGame.entry,
      PlayingCards.entry,
      ScriptedCardGames.entry,
    ], scripted: .open)
}

extension ScriptedGames {
  /// Games of `scripts/games/`: all that they need beside their script is here.
  public static let open = ScriptedGames { source, modules throws(ScriptFault) in
    GameEntry(try OpenGame(from: source, modules: modules), like: OpenGames.entry)
  }
}

extension OpenGames {
  public static let entry = GameEntry(
    OpenGames.self,
    binding: Roster.GameBinding(State.self) {
      plan, name, request, level, host, isCancelled, row in
      guard let open = level.content(as: OpenLevel.self) else {
        preconditionFailure("a level of another game")
      }
      if case .seats(let first, let second, let isPair) = plan {
        Roster.play(
          (first, second), isPair: isPair, request, open, host, isCancelled, row)
      } else {
        Roster.play(Tally.self, plan, name, request, open, host, isCancelled, row)
      }
    })
}

extension ScriptLibrary {
  /// The scripts of one folder, or none, with the bundled games.
  public convenience init(folder: String?) { self.init(folder: folder, games: .bundled) }

  /// A library of scripts that were kept, with the bundled games.
  public convenience init(kept sources: [ScriptSource]) {
    self.init(kept: sources, games: .bundled)
  }
}

extension BubbleBlast {
  public static let entry = GameEntry(
    BubbleBlast.self,
    binding: Roster.GameBinding(State.self) { plan, name, request, level, host, isCancelled, row in
      guard let shared = level.content(as: BubbleLevel.self) else {
        preconditionFailure("a level of another game")
      }
      let bubbles = host.ownCopy(of: shared) { BubbleLevel(copying: $0) }
      if bubbles.fitsSmallMask {
        Roster.play(
          BubbleTally<SmallMask>.self, plan, name, request, bubbles, host, isCancelled, row)
      } else {
        Roster.play(
          BubbleTally<LargeMask>.self, plan, name, request, bubbles, host, isCancelled, row)
      }
    })
}

extension Peggle {
  public static let entry = GameEntry(Peggle.self)
}

extension BubblePop {
  public static let entry = GameEntry(
    BubblePop.self,
    binding: Roster.GameBinding(
      PopState.self,
      own: (
        name: "combo",
        summary: "the touch that scores most per second; continues combos if that pays"
      )
    ) { plan, name, request, level, host, isCancelled, row in
      guard let pop = level.content(as: PopLevel.self) else {
        preconditionFailure("a level of another game")
      }
      if case .own = plan {
        request.play(
          pop, with: ComboAgent(), named: name, tally: PopTally.self, scripts: host,
          isCancelled: isCancelled, row: row)
      } else {
        Roster.play(PopTally.self, plan, name, request, pop, host, isCancelled, row)
      }
    })
}

extension SetGame {
  public static let entry = GameEntry(
    SetGame.self,
    binding: Roster.GameBinding(CardsState.self, isForTwo: true) {
      plan, name, request, level, host, isCancelled, row in
      guard let cards = level.content(as: CardsLevel.self) else {
        preconditionFailure("a level of another game")
      }
      if case .pair(let first, let second) = plan {
        Roster.play(Tally.self, (first, second), request, cards, host, isCancelled, row)
      } else {
        Roster.play(Tally.self, plan, name, request, cards, host, isCancelled, row)
      }
    })
}

extension PlayingCards {
  public static let entry = GameEntry(PlayingCards.self)
}

extension ScriptedCardGames {
  public static let entry = GameEntry(ScriptedCardGames.self)
}
