/// A field of a level file: a row of its game's table.
public struct LevelField<Level: TabledContent>: Sendable {
  package let name: String
  package let schema: JSONTree
  /// The number, where the level keeps it itself.
  package var parameter: RuleParameter?
  /// Whether every file has it.
  package var isRequired = false
  /// Whether it counts for the hash at its default too.
  package var isHashed = false
  /// Whether each element of it has a line of its own.
  package var isList = false
  /// The value as it is written; nil if it is left out because the other level has the same.
  let written: @Sendable (Level, Level?) -> JSONTree?
  /// Takes the field's value into the level; everything wrong with it is recorded.
  package let read: @Sendable (JSONCursor, inout LevelReading<Level>) -> Void

  typealias Members = [(key: String, value: JSONTree)]

  package init(
    _ name: String, _ schema: JSONTree,
    written: @escaping @Sendable (Level, Level?) -> JSONTree?,
    read: @escaping @Sendable (JSONCursor, inout LevelReading<Level>) -> Void
  ) {
    self.name = name
    self.schema = schema
    self.written = written
    self.read = read
  }

  /// A field that is left out at its default, and where there is no value.
  package init(
    _ name: String, _ schema: JSONTree, value: @escaping @Sendable (Level) -> JSONTree?,
    read: @escaping @Sendable (JSONCursor, inout LevelReading<Level>) -> Void
  ) {
    self.init(
      name, schema,
      written: { level, usual in
        let now = value(level)
        return usual.map { value($0) == now } == true ? nil : now
      }, read: read)
  }

  /// The same field where each file has it.
  package var required: LevelField { with { $0.isRequired = true } }

  /// The same field where it counts for the hash at its default too.
  package var hashed: LevelField { with { $0.isHashed = true } }

  /// The same field with a line for each element.
  package var list: LevelField { with { $0.isList = true } }

  package func with(_ change: (inout LevelField) -> Void) -> LevelField {
    var field = self
    change(&field)
    return field
  }

  /// A number of the rules, or of another name; `orNull`: null stands for none.
  package static func number(
    _ parameter: RuleParameter, as name: String? = nil, orNull: Bool = false
  ) -> LevelField {
    let rule = parameter.name
    return LevelField(
      name ?? rule, SchemaPart.number(parameter, allowingNull: orNull),
      value: { level in
        let value = level.value(ofRule: rule).map(parameter.tree(of:))
        return orNull ? value ?? .null : value
      },
      read: { cursor, reading in
        if orNull && cursor.isNull {
          reading.level.setRule(rule, to: nil)
        } else if let value = parameter.value(at: cursor) {
          reading.level.setRule(rule, to: value)
        } else {
          reading.unread.insert(rule)
        }
      })
  }

  /// Yes or no.
  package static func flag(
    _ name: String, _ place: any WritableKeyPath<Level, Bool> & Sendable, default usual: Bool,
    _ summary: String
  ) -> LevelField {
    LevelField(
      name,
      ["description": .string(summary), "type": "boolean", "default": .bool(usual)],
      value: { .bool($0[keyPath: place]) },
      read: { cursor, reading in
        if let value = cursor.bool() { reading.level[keyPath: place] = value }
      })
  }

  /// An object of fields: those that are not at their defaults, or `isWhole`.
  package static func object(
    _ name: String, _ summary: String, _ fields: [LevelField], isWhole: Bool = false
  ) -> LevelField {
    let names = fields.map(\.name)
    @Sendable func members(_ level: Level, _ usual: Level?) -> Members {
      fields.compactMap { field in field.written(level, usual).map { (field.name, $0) } }
    }
    return LevelField(
      name, SchemaPart.object(summary, fields.map { ($0.name, $0.schema) }),
      written: { level, usual in
        let found = members(level, usual)
        if found.isEmpty && usual != nil { return nil }
        return .object(isWhole ? members(level, nil) : found)
      },
      read: { cursor, reading in
        guard let inner = cursor.object(fields: names) else { return }
        for field in fields {
          if let cursor = inner.optional(field.name) { field.read(cursor, &reading) }
        }
      })
  }

  /// Points: the name of a table, of which the first is the default, or the numbers that are not
  /// those of the first.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of a table.
  ///   - summary: What they are.
  ///   - place: Where the level keeps its table.
  ///   - tables: Those with a name.
  /// - Returns: The field.
  package static func points<Points: Equatable & Sendable>(
    _ numbers: [RuleParameter], _ summary: String,
    _ place: any WritableKeyPath<Level, Points> & Sendable, tables: [(name: String, points: Points)]
  ) -> LevelField {
    let names = tables.map(\.name)
    let object = object("scoring", summary, numbers.map { .number($0) })
    return LevelField(
      "scoring",
      [
        "anyOf": [["enum": .array(names.map { .string($0) })], object.schema],
        "default": .string(names[0]),
      ],
      written: { level, usual in
        let name = tables.dropFirst().first { $0.points == level[keyPath: place] }?.name
        return name.map { .string($0) } ?? object.written(level, usual)
      },
      read: { cursor, reading in
        switch cursor.value.kind {
        case .object: object.read(cursor, &reading)
        case .string:
          let name = cursor.name(among: names)
          if let table = tables.first(where: { $0.name == name }) {
            reading.level[keyPath: place] = table.points
          }
        default:
          let known = names.map { "\"\($0)\"" }.joined(separator: ", ")
          cursor.report(expected: "\(known) or an object of numbers")
        }
      })
  }

  /// The numbers without a field of their own.
  ///
  /// - Parameters:
  ///   - numbers: Those of the game.
  ///   - all: All numbers, for those that have a field.
  ///   - reportsDuplicates: Whether a number that its own field sets too has a message of its own.
  /// - Returns: The field.
  package static func rules(
    _ numbers: [RuleParameter], among all: [RuleParameter], reportsDuplicates: Bool = true
  ) -> LevelField {
    let fields = numbers.filter { $0.field == nil }.map { LevelField.number($0) }
    let known = fields.map(\.name)
    let object = object("rules", "Numbers of the rules that have no field here.", fields)
    return LevelField("rules", object.schema, written: object.written) { cursor, reading in
      let present = reportsDuplicates ? Set(reading.fields.keys) : []
      let given = cursor.dictionary(of: "rules", count: 0...1_000) { name, field in (name, field) }
      for (_, (name, field)) in given ?? [] {
        if let own = fields.first(where: { $0.name == name }) {
          own.read(field, &reading)
        } else if let own = all.first(where: { $0.name == name })?.field {
          field.report(
            present.contains(String(own.prefix { $0 != "." }))
              ? "the rule '\(name)' is set twice, here and in the field '\(own)'; remove it here"
              : "the rule '\(name)' has its own field; write it as '\(own)', not under rules")
        } else {
          field.report(NearestName.complaint(about: name, called: "rule", known: known))
        }
      }
    }
  }

  /// The name of a script; null, or left out: none.
  ///
  /// - Parameters:
  ///   - name: The field's name.
  ///   - summary: What the script does.
  ///   - place: Where the level keeps it.
  ///   - check: Whether the level may have the script of this name; what is wrong is recorded.
  /// - Returns: The field.
  package static func script(
    _ name: String, _ summary: String,
    _ place: any WritableKeyPath<Level, String?> & Sendable,
    check: @escaping @Sendable (String, JSONCursor, inout LevelReading<Level>) -> Bool
  ) -> LevelField {
    LevelField(
      name,
      ["description": .string(summary), "type": ["string", "null"], "minLength": 1],
      value: { $0[keyPath: place].map { .string($0) } },
      read: { cursor, reading in
        guard !cursor.isNull, let name = cursor.string(), check(name, cursor, &reading) else {
          return
        }
        reading.level[keyPath: place] = name
      })
  }

  /// Values of the scripts' parameters, by script and parameter.
  ///
  /// - Parameters:
  ///   - place: Where the level keeps them.
  ///   - noun: What the scripts are called.
  ///   - summary: What the values are.
  ///   - declared: What a script declares; nil after recording that the level has no such script.
  /// - Returns: The field.
  package static func parameters(
    _ place: any WritableKeyPath<Level, [String: [String: Double]]> & Sendable,
    of noun: String = "scripts",
    summary: String = "Values of the scripts' parameters, by script and parameter.",
    declared:
      @escaping @Sendable (String, JSONCursor, LevelReading<Level>) -> [ScriptParameter]?
  ) -> LevelField {
    LevelField(
      "params",
      [
        "description": .string(summary), "type": "object",
        "additionalProperties": ["type": "object", "additionalProperties": ["type": "number"]],
      ],
      value: { level in
        let given = level[keyPath: place].filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
        return .object(
          given.map { script, values in
            (script, .object(values.sorted { $0.key < $1.key }.map { ($0.key, .double($0.value)) }))
          } as Members)
      },
      read: { cursor, reading in
        let given = cursor.dictionary(of: noun, count: 0...1_000) { script, values in
          declared(script, values, reading).flatMap { values.numbers(of: script, $0) }
        }
        for (script, values) in given ?? [] where !values.isEmpty {
          reading.level[keyPath: place][script] = values
        }
      })
  }
}

extension RuleParameter {
  package func tree(of value: Double) -> JSONTree {
    isWhole ? .int(Int(saturating: value)) : .double(value)
  }

  /// A field's number, or nil after recording what is wrong with it.
  func value(at cursor: JSONCursor) -> Double? {
    isWhole ? cursor.int(in: wholeRange).map { Double($0) } : cursor.double(in: range)
  }
}

extension JSONCursor {
  /// The values of a script's parameters.
  fileprivate func numbers(of script: String, _ declared: [ScriptParameter]) -> [String: Double]? {
    let values = dictionary(of: "parameters", count: 0...1_000) { name, value -> Double? in
      guard let parameter = declared.first(where: { $0.name == name }) else {
        value.report(
          NearestName.complaint(
            about: name, called: "parameter", of: SafeText.named(script),
            known: declared.map(\.name)))
        return nil
      }
      return value.double(in: parameter.minimum...parameter.maximum)
    }
    return values.map { Dictionary($0.map { ($0.key, $0.value) }) { first, _ in first } }
  }
}
