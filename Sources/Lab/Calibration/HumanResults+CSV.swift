extension HumanResults {
  /// The fields of a line, without spaces around them; nil where a quote is not closed.
  ///
  /// Quoted ones may hold commas and doubled quotes.
  static func fields(_ line: Substring) -> [String]? {
    var fields: [String] = []
    var field = ""
    var isQuoted = false
    var wasQuoted = false
    func end() {
      while !wasQuoted, field.last?.isWhitespace == true { field.removeLast() }
      fields.append(field)
      field = ""
      wasQuoted = false
    }
    var next = line.startIndex
    while next < line.endIndex {
      let character = line[next]
      next = line.index(after: next)
      if isQuoted {
        if character != "\"" {
          field.append(character)
        } else if next < line.endIndex, line[next] == "\"" {
          field.append(character)
          next = line.index(after: next)
        } else {
          isQuoted = false
        }
      } else if character == "\"", field.isEmpty {
        isQuoted = true
        wasQuoted = true
      } else if character == "," {
        end()
      } else if !(field.isEmpty && character.isWhitespace), character != "\u{FEFF}" {
        if !(wasQuoted && character.isWhitespace) { field.append(character) }
      }
    }
    guard !isQuoted else { return nil }
    end()
    return fields
  }
}
