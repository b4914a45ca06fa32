extension GameSpecReader {
  /// Reads what players get who see numbers alone.
  mutating func readObservation() {
    let example = "observation = { { \"board\", 16, 0, 11 }, { \"score\", 1, 0, 100000 } }"
    let members = tables(
      "observation", maximum: OpenObservation.maxFields, example: example)
    for table in members {
      let entry = table.sequence ?? []
      guard case .table(let pairs) = table, pairs.count == 4, entry.count == 4,
        let name = entry[0].string, case .integer(let length) = entry[1],
        case .integer(let low) = entry[2], case .integer(let high) = entry[3]
      else {
        fields.report(
          "`observation`: each field is { name, length, min, max }, such as \(example)",
          at: "observation")
        continue
      }
      guard check(name, in: "observation", among: spec.observation.map(\.field)) else { continue }
      let line = line(of: name, in: "observation")
      if spec.hidden.contains(where: { $0.contains(name) }) {
        fields.report(
          "`observation`: '\(name)' is hidden, so no player may observe it; remove it", line: line)
      } else if !(1...OpenObservation.maxLength).contains(length) {
        fields.report(
          "`observation`: \(name): the length must be from 1 to \(OpenObservation.maxLength)",
          line: line)
      } else if low > high || !OpenObservation.usualRange.contains(low)
        || !OpenObservation.usualRange.contains(high)
      {
        fields.report(
          "`observation`: \(name): min and max must be whole numbers of 32 bits, min <= max",
          line: line)
      } else {
        spec.observation.append(OpenObservation(field: name, length: length, range: low...high))
      }
    }
  }
}
