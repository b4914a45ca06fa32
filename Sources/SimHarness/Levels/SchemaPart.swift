/// Words for parts of a schema.
enum SchemaPart {
  /// A number of the rules, with its range and default.
  static func number(_ parameter: RuleParameter, allowingNull: Bool = false) -> JSONTree {
    let type: JSONTree = parameter.isWhole ? "integer" : "number"
    return .members([
      "description": .string("\(parameter.summary), in \(parameter.unit)"),
      "type": allowingNull ? [type, "null"] : type, "minimum": .double(parameter.minimum),
      "maximum": .double(parameter.maximum), "default": parameter.defaultValue.map { .double($0) },
    ])
  }

  /// An object with these properties and no others.
  static func object(
    _ description: String, _ properties: KeyValuePairs<String, JSONTree>, required: [String] = []
  ) -> JSONTree {
    object(description, properties.map { ($0.key, $0.value) }, required: required)
  }

  /// An object with these properties and no others.
  static func object(
    _ description: String, _ properties: [(key: String, value: JSONTree)], required: [String] = []
  ) -> JSONTree {
    .members([
      "description": .string(description), "type": "object",
      "required": .present(.array(required.map { .string($0) }), if: !required.isEmpty),
      "properties": .object(properties), "additionalProperties": false,
    ])
  }
}
