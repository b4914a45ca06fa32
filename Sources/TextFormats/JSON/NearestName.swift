/// Finds the known name that a mistyped one most likely means.
public enum NearestName {
  /// The nearest candidate, or nil if none is near.
  ///
  /// Case does not count. A candidate is near when it is at most a third of the longer name away,
  /// and never more than 3 edits; failing that, when the name is the beginning of one candidate.
  /// The name itself is no suggestion. Of equally near candidates the first in alphabetical order is taken.
  /// - Complexity: O(candidates x length) for names that are not alike; names over 64 characters
  ///   have no suggestion.
  public static func suggestion(for name: String, among candidates: [String]) -> String? {
    guard !name.isEmpty, name.utf8.count <= maxNameLength else { return nil }
    let wanted = Array(name.lowercased().unicodeScalars)
    var best: (distance: Int, name: String)?
    for candidate in candidates where candidate.utf8.count <= maxNameLength && candidate != name {
      let known = Array(candidate.lowercased().unicodeScalars)
      let allowed = min(maxEdits, max(wanted.count, known.count) / 3)
      guard let distance = distance(wanted, known, atMost: allowed) else { continue }
      if let best, best <= (distance, candidate) { continue }
      best = (distance, candidate)
    }
    return best?.name ?? completion(of: name, among: candidates)
  }

  /// The sentence about an unknown name: what it might mean and which names are known.
  ///
  /// For example `unknown field 'shotz'; did you mean 'shots'? known: rows, shots`. What the name
  /// would belong to follows it: `unknown parameter 'hitz' of 'crate'`.
  public static func complaint(
    about name: String, called noun: String, of owner: String? = nil, known candidates: [String]
  ) -> String {
    var text = "unknown \(noun) \(SafeText.named(name))\(owner.map { " of \($0)" } ?? ""); "
    if let suggestion = suggestion(for: name, among: candidates) {
      text += "did you mean \(SafeText.named(suggestion))? "
    }
    return text + "known: " + list(candidates)
  }

  /// The names separated by commas, 40 at most.
  public static func list(_ names: [String]) -> String {
    guard !names.isEmpty else { return "none" }
    let shown = names.prefix(maxListed).map { SafeText.escaped($0) }.joined(separator: ", ")
    return names.count > maxListed ? shown + " and \(names.count - maxListed) more" : shown
  }

  /// The number of insertions, deletions, substitutions and swaps of neighbours between two names;
  /// nil if it is more than `limit`.
  ///
  /// This is the Damerau-Levenshtein distance in its optimal string alignment form, which edits no
  /// part of a name twice.
  static func distance(
    _ left: [Unicode.Scalar], _ right: [Unicode.Scalar], atMost limit: Int = .max
  ) -> Int? {
    guard (left.count - right.count).magnitude <= limit else { return nil }
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    var nearestBefore = 0
    for row in left.indices {
      var current = [row + 1]
      var nearest = row + 1
      for column in right.indices {
        let substitution = previous[column] + (left[row] == right[column] ? 0 : 1)
        var cost = min(substitution, previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, beforePrevious[column - 1] + 1)
        }
        current.append(cost)
        nearest = min(nearest, cost)
      }
      // Each later entry is at least the least of two rows that follow each other.
      if min(nearest, nearestBefore) > limit { return nil }
      nearestBefore = nearest
      beforePrevious = previous
      previous = current
    }
    return previous[right.count] <= limit ? previous[right.count] : nil
  }

  private static let maxNameLength = 64
  private static let maxEdits = 3
  private static let maxListed = 40
  private static let shortestBeginning = 3

  private static func completion(of name: String, among candidates: [String]) -> String? {
    let beginning = name.lowercased()
    guard beginning.count >= shortestBeginning else { return nil }
    let matches = candidates.filter { $0.lowercased().hasPrefix(beginning) && $0 != name }
    return matches.count == 1 ? matches.first : nil
  }
}
