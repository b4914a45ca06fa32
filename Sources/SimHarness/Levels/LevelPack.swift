/// The order of a folder's levels, from its file `pack.json`.
public struct LevelPack: Equatable, Sendable {
  public static let format = "playtest-pack"
  public static let version = 1
  /// The file's name in the folder.
  public static let fileName = "pack.json"
  /// The maximum number of levels of a pack.
  public static let maxLevels = 10_000
  static let fields = ["format", "version", "name", "levels"]

  /// The pack's title.
  public var name: String
  /// The level files by their paths in the folder, in order.
  public var levels: [String]

  // MARK: Writing

  /// The file's text.
  public var text: String {
    JSONWriter.pretty([
      "format": .string(Self.format), "version": .int(Self.version), "name": .string(name),
      "levels": .array(levels.map { .string($0) }),
    ])
  }

  // MARK: Reading

  /// The pack of a folder; nil if there is none.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - files: The level files below it, by their paths in the folder.
  /// - Returns: The pack.
  /// - Throws: What is wrong with the file; a level that is not in the folder is named.
  static func read(in folder: String, files: [String]) throws(LevelProblem) -> LevelPack? {
    let path = folder.hasSuffix("/") ? folder + fileName : "\(folder)/\(fileName)"
    guard case .file = LevelFileReader.kind(of: path) else { return nil }
    let bytes = try LevelFileReader.bytes(at: path, shownAs: path, limit: LevelFile.maxBytes)
    guard try isPack(bytes, at: path) else { return nil }
    do throws(FileIssues) {
      return try JSONReader.read(bytes, file: path) { decode($0, files: files) }
    } catch {
      throw .invalid(error)
    }
  }

  /// Whether a file of the name is a pack or cannot be read, and not a level.
  /// - Throws: That it is neither, as an order that is not followed goes unnoticed.
  private static func isPack(_ bytes: [UInt8], at path: String) throws(LevelProblem) -> Bool {
    guard let root = JSONParser.parse(bytes, limits: .standard).value else { return true }
    func refusal(_ found: String) -> LevelProblem {
      .unreadable(
        path: path,
        reason: "this is not a pack: expected \"format\": \"\(format)\", found \(found); correct"
          + " it, or give another program's file another name")
    }
    guard case .object(let members) = root.kind else { throw refusal(root.summary) }
    func value(_ name: String) -> JSONValue? { members.first { $0.key == name }?.value }
    guard let found = value("format") else {
      if value("levels") != nil { return true }
      if value("game") != nil { return false }
      throw refusal("none")
    }
    if found.kind == .string(LevelHeader.format) { return false }
    guard found.kind == .string(format) else { throw refusal(found.summary) }
    return true
  }

  private static func decode(_ root: JSONCursor, files: [String]) -> LevelPack? {
    guard let fields = root.object(fields: Self.fields) else { return nil }
    if let found = fields.required("format"), found.value.kind != .string(format) {
      found.report("expected \"\(format)\", found \(found.value.summary)")
    }
    if let found = fields.required("version"), let number = found.int(in: 1...Int.max),
      number > version
    {
      found.report(
        "version \(number) was written by a newer playtest, and this one reads \(version); "
          + "update playtest")
    }
    let name = fields.required("name").flatMap { LevelHeader.name($0) }
    var seen: Set<String> = []
    let known = Set(files)
    let levels = fields.required("levels")?.array(of: "levels", count: 0...maxLevels) { item in
      level(item, &seen, known: known, files: files)
    }
    guard let name, let levels else { return nil }
    return LevelPack(name: name, levels: levels)
  }

  private static func level(
    _ item: JSONCursor, _ seen: inout Set<String>, known: Set<String>, files: [String]
  ) -> String? {
    guard let file = item.string() else { return nil }
    guard known.contains(file) else {
      let nearest = item.reader.suggestion(for: file, among: files)
      item.report(
        "there is no file \(SafeText.named(file)) in the pack's folder; "
          + (nearest.map { "did you mean \(SafeText.named($0))?" }
            ?? "add the level, or remove it from the pack"))
      return nil
    }
    guard seen.insert(file).inserted else {
      item.report("the level \(SafeText.named(file)) is in the pack twice; remove one of them")
      return nil
    }
    return file
  }
}

extension LevelPack {
  /// The JSON Schema of pack files; `schemas/pack.schema.json` is its text, and a test shows that
  /// they agree.
  public static var schema: String {
    var members: [(key: String, value: JSONTree)] = [
      ("$schema", "https://json-schema.org/draft/2020-12/schema"), ("title", "playtest pack"),
    ]
    let pack = SchemaPart.object(
      "The order of a folder's levels.",
      [
        "format": ["const": .string(format)], "version": ["const": .int(version)],
        "name": [
          "description": "The name of the whole set of levels.", "type": "string",
          "minLength": 1, "maxLength": .int(LevelHeader.maxNameLength),
        ],
        "levels": [
          "description": "Paths of the level files in the folder, in order.",
          "type": "array", "items": ["type": "string", "minLength": 1],
          "maxItems": .int(maxLevels), "uniqueItems": true,
        ],
      ], required: fields)
    if case .object(let rest) = pack { members += rest }
    return JSONWriter.pretty(.object(members))
  }
}
