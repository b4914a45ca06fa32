/// What tables with a header line have in common.
extension CSVReader {
  /// What is wrong with the number of fields of the record; nil if it has as many as the header
  /// line has columns.
  ///
  /// Further fields that are empty do not count, because spreadsheets write them.
  public func problem(withColumns wanted: Int) -> String? {
    let count = fields.count
    if count == wanted || (count > wanted && fields[wanted...].allSatisfy(\.isEmpty)) { return nil }
    return "\(ReportNumber.plural(count, "column")), and the header line has \(wanted); "
      + (count < wanted ? "add the missing ones" : "put texts that hold separators in quotes")
  }

  /// The columns of a header line, by their places, that have the name of an earlier one.
  ///
  /// Case does not count, and neither do columns without a name.
  public static func repeated(in heading: [String]) -> [(column: Int, message: String)] {
    var seen: [String: Int] = [:]
    return heading.enumerated().compactMap { place, name in
      guard !name.isEmpty, let duplicate = seen.updateValue(place, forKey: name.lowercased()) else {
        return nil
      }
      return (
        place,
        "columns \(duplicate + 1) and \(place + 1) have the same name; rename or remove one of them"
      )
    }
  }
}
