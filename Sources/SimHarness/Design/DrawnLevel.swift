/// A level that a page can draw, and edit by pointing.
///
/// A conformance must keep what `DrawnLevelConformance` checks.
public protocol DrawnLevel: DesignedLevel {
  /// The fields that the board shows, such as `grid`, which need no form beside it.
  var drawnFields: Set<String> { get }

  /// Fields that the level's schema does not have and a form sets, such as the size of the board;
  /// none unless a level says so.
  var boardFields: [DesignField] { get }

  /// The level on its board.
  func board(catalog: any LevelCatalog) -> DesignBoard

  /// The tools that the level offers.
  static func tools(for level: Self, catalog: any LevelCatalog) -> [DesignTool]

  /// The operations of `level edit` that a gesture comes to; none where it means nothing here.
  func operations(for gesture: DesignGesture) -> [String]
}

extension DrawnLevel {
  public var boardFields: [DesignField] { [] }
}

extension GameModule where Content: DrawnLevel {
  public static var isDrawn: Bool { true }
}
