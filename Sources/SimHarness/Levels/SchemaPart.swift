/// Words for parts of a schema.
package enum SchemaPart {
  /// A number of the rules, with its range and default.
  package static func number(_ parameter: RuleParameter, allowingNull: Bool = false) -> JSONTree {
    let type: JSONTree = parameter.isWhole ? "integer" : "number"
    return .members([
      // Where nothing is said of a field, its unit may be all that its name says.
      "description": .string(
        parameter.summary == parameter.unit
          ? parameter.summary : "\(parameter.summary), in \(parameter.unit)"),
      "type": allowingNull ? [type, "null"] : type, "minimum": .double(parameter.minimum),
      "maximum": .double(parameter.maximum), "default": parameter.defaultValue.map { .double($0) },
    ])
  }

  /// An object with these properties and no others.
  package static func object(
    _ description: String, _ properties: KeyValuePairs<String, JSONTree>, required: [String] = []
  ) -> JSONTree {
    object(description, properties.map { ($0.key, $0.value) }, required: required)
  }

  /// An object with these properties and no others.
  package static func object(
    _ description: String, _ properties: [(key: String, value: JSONTree)], required: [String] = []
  ) -> JSONTree {
    .members([
      "description": .string(description), "type": "object",
      "required": .present(.array(required.map { .string($0) }), if: !required.isEmpty),
      "properties": .object(properties), "additionalProperties": false,
    ])
  }

  /// The highest score of a goal.
  package static let highestGoal = 1_000_000_000

  /// A score as a goal.
  package static var goal: JSONTree {
    object("A score to reach.", [("score", goalScore)], required: ["score"])
  }

  /// The score of a goal.
  package static var goalScore: JSONTree {
    ["type": "integer", "minimum": 1, "maximum": .int(highestGoal)]
  }
}

extension JSONCursor {
  /// The score of a goal that is written as `{"score": N}`.
  package func goalScore() -> Int? {
    object(fields: ["score"])?.required("score")?.int(in: 1...SchemaPart.highestGoal)
  }
}
