extension LevelFile {
  /// What leads to this level from another one, such as `4 cells red, set shots=30`; nil if they
  /// are equal, or levels of different games.
  public func words(forChangeFrom other: LevelFile) -> String? {
    func words<Content: DesignedLevel>(_ content: Content) -> String? {
      guard let before = other.content as? Content, let change = before.change(to: content) else {
        return nil
      }
      let drawn = content.words(for: change)
      let hidden = drawn == nil ? [] : (content as? any DrawnLevel)?.drawnFields ?? []
      let settings = settings(since: other).filter { !hidden.contains($0.field) }
      let words = [drawn].compactMap(\.self) + settings.map(\.words)
      return words.isEmpty ? nil : words.joined(separator: ", ")
    }
    return words(content)
  }

  /// The fields that differ from another level's, as `level edit` sets them.
  private func settings(since other: LevelFile) -> [(field: String, words: String)] {
    guard case .object(let now) = completeTree, case .object(let before) = other.completeTree else {
      return []
    }
    let names = (now + before).map(\.key).uniqued(on: \.self)
    return names.compactMap { name in
      let value = now.first { $0.key == name }?.value
      guard value != before.first(where: { $0.key == name })?.value else { return nil }
      let text =
        if case .string(let text)? = value { text } else {
          value.map { JSONWriter.compact($0) } ?? ""
        }
      let isShown = text.count <= Self.maxShown
      return (name, isShown ? "set \(name)=\(SafeText.escaped(text))" : "\(name) changed")
    }
  }

  /// Characters of a value that is shown.
  private static let maxShown = 40
}
