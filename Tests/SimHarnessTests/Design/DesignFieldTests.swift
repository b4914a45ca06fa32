import TestSupport
import Testing

@testable import Agents
@testable import BubbleBlastGame
@testable import Catalogue
@testable import Lab
@testable import SimHarness

@Suite struct DesignFieldTests {
  static let levels = [
    "levels/bubble-blast/01-first-steps.json", "levels/bubble-blast/07-crate-yard.json",
    "levels/bubble-blast/11-tick-tock.json", "levels/peggle/03-between-the-drops.json",
    "levels/peggle/12-topsy-turvy.json", "levels/bubble-pop/classic.json",
    "levels/bubble-pop/demolition.json", "levels/set/01-official.json",
    "levels/playing-cards/01-pairs.json", "levels/cards/01-tens.json",
  ]

  private static func field(
    _ path: String, of level: String
  ) throws -> DesignField {
    try #require(try Designing.session(at: level).fields.first { $0.path == path })
  }

  @Test func fieldsSayWhatTheyHold() throws {
    let yard = "levels/bubble-blast/07-crate-yard.json"
    let shots = try Self.field("shots", of: yard)
    let rule = BubbleRules.parameter("shots")
    #expect(shots.kind == .number(rule.range, isWhole: true))
    #expect(shots.allowsNull && shots.unit == "shots")
    #expect(try Self.field("swap", of: yard).kind == .flag)
    #expect(try Self.field("swap", of: yard).usual == false)
    #expect(try Self.field("ruleset", of: yard).kind == .choice(["saga", "frozen-bubble"]))
    #expect(try Self.field("name", of: yard).value == "Crate Yard")
    #expect(try Self.field("descent.every", of: yard).kind.isNumber)
    // What is dealt where the file does not say.
    #expect(try Self.field("spawn.weights.red", of: yard).value?.number ?? 0 > 0)
    let hits = try Self.field("params.crate.hits", of: yard)
    #expect(hits.kind == .number(1...9, isWhole: true))
    #expect(hits.summary == "hits of crate")
  }

  /// A designer chooses among the scripts that there are.
  @Test func fieldsThatNameScriptsAreChoices() throws {
    let gate = "levels/peggle/01-garden-gate.json"
    #expect(
      try Self.field("mode", of: gate).kind == .choice(["classic", "dodge", "score", "streak"]))
    let master = try Self.field("master", of: gate)
    #expect(master.kind == .choice(["morty", "rick", "twin"]) && master.allowsNull)
    let spawners = DesignField.Kind.choice(["bag", "helpful", "streaks", "uniform", "weighted"])
    #expect(try Self.field("spawner", of: Self.levels[0]).kind == spawners)
    // Only those that draw for the game.
    #expect(
      try Self.field("spawner", of: "levels/bubble-pop/classic.json").kind
        == .choice(["streaks", "uniform", "weighted"]))
  }

  @Test func listsOfKindsAreTables() throws {
    let paths = try Designing.session(at: "levels/bubble-pop/classic.json").fields.map(\.path)
    #expect(paths.contains("bubbles[0].probability") && paths.contains("bubbles[0].points"))
    #expect(paths.contains("movement.speed") && paths.contains("area.width"))
    #expect(paths.contains("goal.score"))
  }

  /// What the board shows needs no form.
  @Test func theBoardIsNoField() throws {
    for path in Self.levels {
      let paths = try Designing.session(at: path).fields.map(\.path)
      #expect(Set(paths).count == paths.count, "\(path)")
      for hidden in ["grid", "legend", "objects", "format", "version", "game", "params"] {
        #expect(!paths.contains { $0.hasPrefix(hidden) && !$0.hasPrefix("params.") }, "\(path)")
      }
    }
  }

  /// `set` takes every field with the value that it shows, and the level stays what it is.
  @Test(arguments: levels) func everyFieldCanBeSetToWhatItShows(_ path: String) throws {
    let file = try Tuning.variants(at: path).variant([]).file
    for field in try Designing.session(file).fields {
      guard let value = field.value else { continue }
      var changed = file
      try changed.set(field.path, to: value, catalog: Bubbles.library)
      #expect(changed.contentHash == file.contentHash, "\(field.path)")
      #expect(field.kind.holds(value) || field.allowsNull && value == .null, "\(field.path)")
    }
  }

  /// What a level leaves out can be set to what it usually is, and reads as that then.
  @Test(arguments: levels) func whatIsLeftOutCanBeSet(_ path: String) throws {
    let session = try Designing.session(at: path)
    for field in session.fields where field.value == nil {
      guard let usual = field.usual else { continue }
      #expect(field.kind.holds(usual), "\(field.path)")
      var trial = session
      // As the page sends it.
      let text = usual.text ?? JSONWriter.compact(usual)
      _ = try trial.handle(.set(field: field.path, value: text), stroke: 1)
      let value = trial.fields.first { $0.path == field.path }?.value
      #expect(value == nil || value == usual, "\(field.path)")
    }
  }

  /// Every number can be set to another one of its range, or is refused in words.
  @Test(arguments: levels) func numbersCanBeChanged(_ path: String) throws {
    let session = try Designing.session(at: path)
    var count = 0
    for field in session.fields {
      guard case .number(let range, let isWhole) = field.kind else { continue }
      for value in [range.lowerBound, range.upperBound] {
        let text = JSONWriter.number(isWhole ? value.rounded() : value)
        var trial = session
        do throws(LevelEditorError) {
          _ = try trial.handle(.set(field: field.path, value: text), stroke: 1)
          if trial.file != session.file { count += 1 }
        } catch {
          #expect(!error.description.isEmpty && !error.description.contains("unknown field"))
        }
      }
    }
    #expect(count > 3)
  }
}

extension DesignField.Kind {
  var isNumber: Bool {
    if case .number = self { true } else { false }
  }

  func holds(_ value: JSONTree) -> Bool {
    switch self {
    case .number(let range, let isWhole):
      value.number.map { range.contains($0) && (!isWhole || $0 == $0.rounded()) } ?? false
    case .flag: value == true || value == false
    case .choice(let choices): value.text.map { choices.contains($0) } ?? false
    case .text: value.text != nil
    case .json: true
    }
  }
}
