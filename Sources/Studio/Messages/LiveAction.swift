import SimHarness

/// What a page asks for over its socket, after it has entered.
public enum LiveAction: Sendable, Equatable {
  // MARK: Documents

  case open(LiveOpening)
  case gesture(document: Int, LiveGesture)
  case undo(document: Int)
  case redo(document: Int)
  /// Gives the level another name; what is dealt stays the same.
  case rename(document: Int, name: String)
  /// Takes over the draft that was found when the level was opened.
  case restore(document: Int)
  /// Forgets that draft.
  case discard(document: Int)
  /// Writes the level to its file, or under another name; `replaces` a file that is there already.
  case save(document: Int, name: String?, replaces: Bool)
  /// Decides between the level and its file, which another program has changed.
  case settle(document: Int, keep: LiveSide)
  /// Puts a kept version in place of the level, as one step; nil: the level as it was saved.
  case revert(document: Int, number: Int?)
  /// The pass rate that the level is to have; nil for none.
  case target(document: Int, LiveTarget?)
  /// Moves a level's file to the trash.
  case delete(level: String)

  // MARK: Figures and films

  /// Whose figures are wanted; no players for none.
  case look(document: Int, players: [String], games: Int)
  /// Plays games that no version has been chosen on.
  case confirm(document: Int)
  case watch(LiveFilm)
  /// What players are dealt in a game of the level as it is.
  case deal(document: Int, index: Int)
  /// What a player's lost games leave on the board.
  case left(document: Int, player: String)

  // MARK: Playing

  /// Begins a game of a level that a person plays.
  case play(LivePlay)
  /// Points at a place, or presses there; without a place the aim is meant as it is.
  case point(session: Int, place: BoardPoint?, presses: Bool)
  case key(session: Int, HandInput)
  case hint(session: Int)
  /// Ends a game, over or not.
  case leave(session: Int)
}

/// A level to be opened.
public enum LiveOpening: Sendable, Equatable {
  /// One of the list, by its identifier.
  case level(String)
  /// A new one of a game, empty.
  case new(game: String, name: String)
}

/// What a page does to a board, with what the server needs to put it in its place.
public struct LiveGesture: Sendable, Equatable {
  public enum Effect: Sendable, Equatable {
    case design(DesignGesture)
    /// The stroke ends.
    case end
    /// The stroke ends, and all of it is undone.
    case cancel
  }

  /// The revision that the page shows.
  public let revision: Int
  /// Gestures of one stroke are one step.
  public let stroke: Int
  /// Whether the stroke ends with this gesture.
  public let isLast: Bool
  public let effect: Effect

  public init(revision: Int, stroke: Int, isLast: Bool, effect: Effect) {
    self.revision = revision
    self.stroke = stroke
    self.isLast = isLast
    self.effect = effect
  }

  /// Whether the form of the level's fields stays as it is: a board alone shows where a body is, how
  /// large and how turned.
  var keepsFields: Bool {
    switch effect {
    case .design(.move), .design(.resize), .design(.turn): true
    default: false
    }
  }
}

public enum LiveSide: String, Sendable, CaseIterable {
  case mine
  case theirs
}

/// A game to be watched.
public struct LiveFilm: Sendable, Equatable {
  public let document: Int
  public let version: LiveVersion
  public let player: String
  /// Of the player's games on the level, from 0.
  public let index: Int
  /// The version whose same game it is compared with.
  public let against: LiveVersion?

  public init(
    document: Int, version: LiveVersion, player: String, index: Int, against: LiveVersion? = nil
  ) {
    self.document = document
    self.version = version
    self.player = player
    self.index = index
    self.against = against
  }
}

/// A game that a person wants to play.
public struct LivePlay: Sendable, Equatable {
  public let document: Int
  public let seed: UInt64
  /// The game's index; nil for the next one that the person has not played.
  public let index: Int?
  /// The person's name; nil for the usual one.
  public let name: String?
  /// The simulated player at the same table; nil for none.
  public let against: String?

  public init(
    document: Int, seed: UInt64, index: Int?, name: String?, against: String? = nil
  ) {
    self.document = document
    self.seed = seed
    self.index = index
    self.name = name
    self.against = against
  }
}

/// A version of a level that is being designed.
public enum LiveVersion: String, Sendable, CaseIterable {
  case now
  case saved
  /// Before the last stroke.
  case before
}
