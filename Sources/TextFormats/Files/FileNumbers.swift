/// The numbers in the names of files that are counted from 1, such as the 7 of `Ann-7.json`.
///
/// A folder may come from an untrusted source, so a name counts only if a number of ours makes
/// exactly that name, and there is always a next number.
package struct FileNumbers {
  private static let all = 1...Int(Int32.max)

  /// The numbers that are taken, rising.
  package let taken: [Int]

  /// - Parameters:
  ///   - names: The names of the files of a folder.
  ///   - start: What names have before the number.
  ///   - end: What they have after it.
  package init(in names: [String], start: String, end: String) {
    taken = names.compactMap { name -> Int? in
      guard name.hasPrefix(start), name.hasSuffix(end),
        let number = Int(name.dropFirst(start.count).dropLast(end.count)),
        Self.all.contains(number), "\(start)\(number)\(end)" == name
      else { return nil }
      return number
    }.sorted()
  }

  /// The number above all others; where that does not exist, the highest one that is free.
  package var next: Int {
    guard let last = taken.last else { return Self.all.lowerBound }
    if last < Self.all.upperBound { return last + 1 }
    let taken = Set(taken)
    return Self.all.reversed().first { !taken.contains($0) } ?? Self.all.upperBound
  }
}
