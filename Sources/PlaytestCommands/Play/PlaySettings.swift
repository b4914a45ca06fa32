import ArgumentParser
import SimHarness

/// What `play` changes of a level before a game: options for what most people change, and `--set`
/// for every other field.
struct PlaySettings: ParsableArguments {
  @Option(help: ArgumentHelp("The mode (peggle).", valueName: "name"))
  var mode: String?

  @Option(help: ArgumentHelp("The master, or none (peggle).", valueName: "name"))
  var master: String?

  @Option(
    help: ArgumentHelp("Seconds to play (bubble-pop).", valueName: "s"),
    transform: DecimalOption.read)
  var time: Double?

  @Option(help: ArgumentHelp("Cards on the table (card games).", valueName: "n"))
  var cards: Int?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Any field of the level, as level edit sets it; may be repeated.", valueName: "field=value"))
  var fields: [String] = []

  /// The level file with the settings, and the settings in words; empty if nothing changes.
  func applied(
    to file: LevelFile, library: ScriptLibrary
  ) throws -> (file: LevelFile, setting: String) {
    var changed = file
    var changes: [String] = []
    try all(of: file, library).inAnyOrder { setting throws(CommandFailure) in
      do throws(LevelFieldProblem) {
        let before = changed
        try changed.set(setting.path, to: setting.text, catalog: library)
        if changed != before { changes.append("\(setting.path)=\(setting.text)") }
      } catch {
        throw CommandFailure(
          .usage, Self.complaint(error, about: setting.path, of: setting.option))
      }
    }
    guard changed.contentHash != file.contentHash else { return (file, "") }
    return (changed, changes.sorted().joined(separator: ", "))
  }

  /// The sentence about a field's value, in which the field is named once.
  private static func complaint(
    _ problem: LevelFieldProblem, about path: String, of option: String
  ) -> String {
    guard problem.field == path else { return "\(option): \(problem.description)" }
    let isNamed = option != "--set" || problem.message.contains(SafeText.named(path))
    return "\(option)\(isNamed ? "" : " \(path)"): \(problem.message)"
  }

  /// A number as people write it: whole ones without a point.
  private static func text(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  /// Each setting's option, field and text, in the order in which they are set.
  private func all(
    of file: LevelFile, _ library: ScriptLibrary
  ) throws -> [(option: String, path: String, text: String)] {
    let known = library.games.game(named: file.header.game)?.levelFields
    let named: [(option: String, path: String, text: String?)] = [
      ("--mode", "mode", mode),
      ("--master", "master", master.map { $0 == "none" ? "null" : $0 }),
      ("--time", "duration", time.map(Self.text)), ("--cards", "deal", cards.map { "\($0)" }),
    ]
    var settings: [(option: String, path: String, text: String)] = []
    for setting in named {
      guard let text = setting.text else { continue }
      guard known?.contains(setting.path) == true else {
        throw CommandFailure(
          .usage,
          "\(setting.option): levels of \(file.header.game) do not have this; leave it"
            + " out, or use --set FIELD=VALUE")
      }
      settings.append((setting.option, setting.path, text))
    }
    for field in fields {
      guard let equals = field.firstIndex(of: "="), equals > field.startIndex else {
        throw CommandFailure(
          .usage, "--set \(SafeText.escaped(field, limit: 100)): write FIELD=VALUE")
      }
      let path = String(field[..<equals])
      if LevelHeader.fields.contains(path) {
        throw CommandFailure(
          .usage, "--set \(path): this cannot be changed here; edit the file instead")
      }
      settings.append(("--set", path, String(field[field.index(after: equals)...])))
    }
    return settings
  }
}
