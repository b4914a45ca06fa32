import SimHarness

/// Where a level's special bubbles come from, by name.
///
/// A scripts folder is one; tests use a list in memory.
public protocol BubbleKindCatalog: SpawnerCatalog {
  /// The kind of this name, or nil if there is none.
  /// - Throws: The fault of a kind that is there and cannot be loaded.
  func bubbleKind(named name: String) throws(ScriptFault) -> BubbleKind?

  /// The names to suggest for a mistyped one, sorted.
  var bubbleKindNames: [String] { get }
}

/// Kinds held in memory, without spawners.
public struct BubbleKindList: BubbleKindCatalog {
  private let kinds: [String: BubbleKind]

  public init(_ kinds: [BubbleKind]) {
    self.kinds = Dictionary(kinds.map { ($0.name, $0) }) { first, _ in first }
  }

  public func bubbleKind(named name: String) throws(ScriptFault) -> BubbleKind? { kinds[name] }

  public var bubbleKindNames: [String] { kinds.keys.sorted() }

  public func colourSpawner(named name: String) throws(ScriptFault) -> ColourSpawner? { nil }

  public var colourSpawnerNames: [String] { [] }
}
