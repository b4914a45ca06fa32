/// Which of the card games a designer's levels are of.
public protocol CardsDesignGame: Sendable {
  static var game: LevelGame { get }
}

public enum SetDesign: CardsDesignGame {
  public static var game: LevelGame { .set }
}

public enum PlayingCardsDesign: CardsDesignGame {
  public static var game: LevelGame { .playingCards }
}

public enum CardsDesign: CardsDesignGame {
  public static var game: LevelGame { .cards }
}

/// A level of a card game in the designer.
public struct DesignedCards<Game: CardsDesignGame>: DesignedLevel {
  public var file: CardsLevelFile

  public struct Change: Sendable {
    let before: CardsLevelFile
    let after: CardsLevelFile
  }

  /// A level of cards has nothing that a tool could touch.
  public enum Tool: Hashable, Sendable { case hand }

  public typealias Operation = CardsOperation

  public static var game: LevelGame { Game.game }
  public static var initialTool: Tool { .hand }

  public var name: String {
    get { file.name }
    set { file.name = newValue }
  }

  public init(file: CardsLevelFile) { self.file = file }

  public static func empty(named name: String) -> Self {
    DesignedCards(file: CardsLevelFile(game: game, name: name))
  }

  public init?(_ file: LevelFile) {
    guard case .cards(let level) = file, level.game == Self.game else { return nil }
    self.file = level
  }

  public var levelFile: LevelFile { .cards(file) }

  public func change(to other: Self) -> Change? {
    file == other.file ? nil : Change(before: file, after: other.file)
  }

  public mutating func apply(_ change: Change) { file = change.after }

  public mutating func revert(_ change: Change) { file = change.before }

  public static func perform(
    _ operation: LevelOperationText<CardsOperation>, in editor: inout LevelEditor<Self>
  ) throws(LevelEditorError) -> String {
    switch operation.verb {
    case .set:
      let (name, value) = try operation.assignment()
      let catalog = editor.catalog
      let changed = try editor.edit { level throws(LevelEditorError) in
        do throws(LevelFieldProblem) {
          try level.file.set(name, to: value, catalog: catalog)
        } catch {
          throw .field(error)
        }
      }
      return LevelEditor<Self>.outcome(changed, "set \(SafeText.escaped(name)) to \(value)")
    case .reset:
      try operation.requireNothing()
      let changed = try editor.edit { level throws(LevelEditorError) in
        var fresh = CardsLevelFile(game: game, name: level.name, script: level.file.script)
        fresh.id = level.file.id
        level.file = fresh
      }
      return LevelEditor<Self>.outcome(changed, "reset to the script's rules")
    case .undo:
      try operation.requireNothing()
      try editor.undo()
      return "undone"
    case .redo:
      try operation.requireNothing()
      try editor.redo()
      return "redone"
    case .status:
      try operation.requireNothing()
      guard let document = editor.active else { throw .noLevel }
      let file = document.level.file
      return "\(SafeText.escaped(file.name)): \(file.script), \(editor.historyWords(document))"
    }
  }
}

/// The operations of `playtest level edit` on the levels of card games.
public enum CardsOperation: String, LevelOperation {
  case set, reset, undo, redo, status

  public var usage: String { self == .set ? "set FIELD=VALUE, such as set deal=15" : rawValue }

  public var wordCount: Int { self == .set ? 1 : 0 }
}
