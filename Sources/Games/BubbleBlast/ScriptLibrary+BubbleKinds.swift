import SimHarness

extension ScriptLibrary: BubbleKindCatalog {
  /// The stems of the bubbles' files, which is what their kinds are usually called.
  public var bubbleKindNames: [String] { Set(names(in: ScriptKind.bubble.folder)).sorted() }

  /// The bubble kind of this name: the file of that name if it has it, else whichever file does.
  public func bubbleKind(named name: String) throws(ScriptFault) -> BubbleKind? {
    try definition(in: ScriptKind.bubble.folder, named: name, \.name) {
      source throws(ScriptFault) in try bubbleKind(source)
    }
  }

  /// The bubble kind of a script.
  package func bubbleKind(_ source: ScriptSource) throws(ScriptFault) -> BubbleKind {
    try loaded(source, as: ScriptKind.bubble.rawValue) { modules throws(ScriptFault) in
      try ScriptedBubble.kind(from: source, libraries: modules)
    }
  }
}
