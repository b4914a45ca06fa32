/// A Lua value written out as plain data: what a script's table or result holds.
public indirect enum LuaValue: Sendable, Equatable {
  case none
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case function
  /// Keys and values in sorted order: integers, then strings.
  case table([Pair])

  /// One key and its value.
  public struct Pair: Sendable, Equatable {
    public let key: LuaValue
    public let value: LuaValue
  }

  /// The value under a string key of a table.
  public subscript(key: String) -> LuaValue {
    guard case .table(let pairs) = self else { return .none }
    return pairs.first { $0.key == .string(key) }?.value ?? .none
  }

  /// The members of a table from 1 on, up to the first gap.
  public var sequence: [LuaValue]? {
    guard case .table(let pairs) = self else { return nil }
    var members: [LuaValue] = []
    for pair in pairs {
      guard pair.key == .integer(members.count + 1) else { break }
      members.append(pair.value)
    }
    return members
  }

  /// The pairs with string keys, in order of the keys.
  public var fields: [(name: String, value: LuaValue)] {
    guard case .table(let pairs) = self else { return [] }
    return pairs.compactMap { pair in
      guard case .string(let name) = pair.key else { return nil }
      return (name, pair.value)
    }
  }

  public var string: String? {
    if case .string(let text) = self { return text }
    return nil
  }

  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  public var boolean: Bool? {
    if case .boolean(let value) = self { return value }
    return nil
  }

  /// The value's type in a script writer's words.
  public var typeName: String {
    switch self {
    case .none: "nil"
    case .boolean: "a boolean"
    case .integer, .number: "a number"
    case .string: "a string"
    case .function: "a function"
    case .table: "a table"
    }
  }
}
