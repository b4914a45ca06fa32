extension JSONCursor {
  /// The fields of an object; unknown ones are recorded with the nearest known name.
  public func object(fields known: [String]) -> JSONFields? {
    guard let members = members() else { return nil }
    for member in members where !known.contains(member.key) {
      report(
        reader.complaint(about: member.key, called: "field", known: known),
        at: member.keyPosition, path: path.key(member.key))
    }
    return JSONFields(self, members: members, known: known)
  }

  /// Decodes each element of an array.
  ///
  /// - Parameters:
  ///   - noun: What the elements are called in messages, in the plural: `strings`.
  ///   - range: How many there may be; beyond it nothing is decoded.
  ///   - decode: Makes an element, or records an issue and returns nil.
  /// - Returns: The elements, or nil if one of them is wrong.
  public func array<Element>(
    of noun: String, count range: ClosedRange<Int>, decode: (JSONCursor) -> Element?
  ) -> [Element]? {
    guard let elements = elements() else {
      report("expected an array of \(noun), found \(value.typeName)")
      return nil
    }
    guard range.contains(elements.count) else {
      let wanted = JSONExpectation.count(range, of: noun)
      report("expected an array of \(wanted), found \(elements.count)")
      return nil
    }
    let decoded = elements.indices.compactMap { index in
      decode(cursor(at: elements[index], path: path.index(index)))
    }
    return decoded.count == elements.count ? decoded : nil
  }

  /// Decodes each member of an object with free keys.
  ///
  /// - Parameters:
  ///   - noun: What the values are called in messages, in the plural: `weights`.
  ///   - range: How many there may be; beyond it nothing is decoded.
  ///   - decode: Makes a value from a key and a cursor, or records an issue and returns nil.
  /// - Returns: The keys and values in the order of the text, or nil if one of them is wrong.
  public func dictionary<Element>(
    of noun: String, count range: ClosedRange<Int>, decode: (String, JSONCursor) -> Element?
  ) -> [(key: String, value: Element)]? {
    guard let members = members() else { return nil }
    guard range.contains(members.count) else {
      let wanted = JSONExpectation.count(range, of: noun)
      report("expected an object of \(wanted), found \(members.count)")
      return nil
    }
    let decoded = members.compactMap { member in
      decode(member.key, cursor(at: member)).map { (key: member.key, value: $0) }
    }
    return decoded.count == members.count ? decoded : nil
  }

  /// The cursor at the value of a member.
  package func cursor(at member: JSONMember) -> JSONCursor {
    cursor(at: member.value, path: path.key(member.key))
  }

  private func cursor(at value: JSONValue, path: JSONPath) -> JSONCursor {
    JSONCursor(value: value, path: path, reader: reader, tellsColumns: tellsColumns)
  }

  private func elements() -> [JSONValue]? {
    switch value.kind {
    case .array(let elements): elements
    case .object(let members): reader.takesTables && members.isEmpty ? [] : nil
    default: nil
    }
  }

  private func members() -> [JSONMember]? {
    if case .object(let members) = value.kind { return members }
    report("expected an object, found \(value.typeName)")
    return nil
  }
}
