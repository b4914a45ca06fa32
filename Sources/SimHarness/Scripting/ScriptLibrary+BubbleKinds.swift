extension ScriptLibrary: BubbleKindCatalog {
  /// The stems of the bubbles' files, which is what their kinds are usually called.
  public var bubbleKindNames: [String] {
    let kept = ((try? sources(of: .bubble)) ?? []).map(\.name)
    let stems = (files(of: .bubble) + kept).compactMap { path in
      path.split(separator: "/").last.map { String($0.dropLast(".lua".count)) }
    }
    return Set(stems).sorted()
  }
}
