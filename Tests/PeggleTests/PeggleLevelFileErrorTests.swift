import TestSupport
import Testing

@testable import PeggleGame
@testable import SimHarness
@testable import TextFormats

/// Every rule of the level file has an error that says what is wrong and what to do.
@Suite struct PeggleLevelFileErrorTests {
  @Test func reportsEverythingAtOnce() {
    let text = """
      {
        "format": "playtest-level",
        "version": 1,
        "game": "peggle",
        "name": " ",
        "bals": 30,
        "mode": "clasic",
        "master": "Rick",
        "scoring": {"blu": 1},
        "rules": {"gravitas": 1, "balls": 3},
        "params": {"scor": {}, "kaboom": {"radios": 1, "radius": 101}},
        "objects": [
          {"kind": "peg", "colour": "oragne", "x": 100, "y": 200},
          {"kind": "peg", "colour": "cracked", "x": 200, "y": 200},
          {"kind": "peg", "colour": "blue", "x": 300, "y": 200},
          {"kind": "peg", "colour": "red", "x": 330, "y": 200},
          {"kind": "block", "x": 790, "y": 300},
          {"kind": "blok", "x": 1, "y": 1}
        ]
      }
      """
    let pegs = "amber, blue, ghost, green, kaboom, orange, purple, red, spooky"
    let scripts = pegs + ", classic, dodge, score, morty, rick"
    #expect(
      lines(text) == [
        "a.json:5: $.name: this is only white space; write a name",
        "a.json:6: $.bals: unknown field 'bals'; did you mean 'balls'? known: format, version, "
          + "game, name, id, integrator, width, height, balls, bucket, mode, master, scoring, "
          + "overlaps, rules, params, objects",
        "a.json:7: $.mode: unknown mode 'clasic'; did you mean 'classic'? known: classic, dodge, "
          + "score",
        "a.json:8: $.master: unknown master 'Rick'; did you mean 'rick'? known: morty, rick",
        "a.json:9: $.scoring.blu: unknown field 'blu'; did you mean 'blue'? known: blue, orange, "
          + "purple, green, others, multiplier15, multiplier10, multiplier6, multiplier3, "
          + "multiplier0, left15, left10, left6, left3, timesHits, freeBall1, freeBall2, freeBall3",
        "a.json:10: $.rules.balls: the rule 'balls' has its own field; write it as 'balls', "
          + "not under rules",
        "a.json:10: $.rules.gravitas: unknown rule 'gravitas'; did you mean 'gravity'? known: "
          + "aims, gravity, step, substeps, restitution, friction, impactLimit, ballRadius, ballSpeed, cannonY, "
          + "bucketRise, bucketWidth, bucketHeight, bucketSpeed, stuckSpeed, stuckTime, "
          + "releaseTime, shotTime, kaboomRadius, throwRadius, chainRadius, chainDelay",
        "a.json:11: $.params.kaboom.radios: unknown parameter 'radios' of 'kaboom'; did you mean "
          + "'radius'? known: radius",
        "a.json:11: $.params.kaboom.radius: expected a number from 0 to 100, found 101",
        "a.json:11: $.params.scor: unknown script 'scor'; did you mean 'score'? known: \(scripts)",
        "a.json:13: $.objects[0].colour: unknown peg 'oragne'; did you mean 'orange'? known: "
          + pegs,
        "a.json:14: $.objects[1].colour: pegs/cracked.lua:2: unexpected symbol",
        "a.json:16: $.objects[3]: this overlaps $.objects[2] by 10 px; move one of them away or "
          + "set \"overlaps\" to true",
        "a.json:17: $.objects[4]: this extends beyond the right edge by 10 px; move it inside",
        "a.json:18: $.objects[5].kind: unknown kind 'blok'; did you mean 'block'? known: peg, "
          + "block, triangle, polygon",
      ])
  }

  @Test(arguments: [
    (#""integrator": "msks""#, "integrator: unknown name 'msks'; did you mean 'msk'?"),
    (#""width": 199"#, "width: expected a number from 200 to 10000, found 199"),
    (#""height": 1e9"#, "height: expected a number from 200 to 10000, found 1000000000"),
    (#""balls": -1"#, "balls: expected a whole number from 0 to 1000, found -1"),
    (#""balls": 1000000000"#, "balls: expected a whole number from 0 to 1000, found 1000000000"),
    (#""bucket": 1"#, "bucket: expected true or false, found 1"),
    (#""mode": 1"#, "mode: expected a string, found 1"),
    (#""overlaps": "yes""#, "overlaps: expected true or false, found \"yes\""),
    (#""scoring": "peggel""#, "scoring: unknown name 'peggel'; did you mean 'peggle'?"),
    (#""scoring": 3"#, "scoring: expected \"peggle\", \"msk\" or an object of numbers, found 3"),
    (
      #""scoring": {"blue": 1e6}"#,
      "scoring.blue: expected a whole number from -10000 to 10000, found 1000000"
    ),
    (
      #""scoring": {"timesHits": 2}"#,
      "scoring.timesHits: expected a whole number from 0 to 1, found 2"
    ),
    (#""rules": 3"#, "rules: expected an object, found a number"),
    (#""rules": {"step": 0}"#, "rules.step: expected a number from 0.0005 to 0.05, found 0"),
    (#""rules": {"aims": 2.5}"#, "rules.aims: expected a whole number from 3 to 1024, found 2.5"),
    (
      #""width": 800, "rules": {"width": 800}"#,
      "rules.width: the rule 'width' is set twice, here and in the field 'width'; remove it here"
    ),
  ])
  func complainsAboutFields(field: String, message: String) {
    let found = lines(PeggleLevelFileTests.text(field + ",", ""))
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("a.json:1: $.\(message)") == true, "\(found)")
  }

  @Test(arguments: [
    (#""rules": {"cannonY": 590}"#, "the ball in the cannon is below the bottom edge; "),
    (#""rules": {"bucketWidth": 900}"#, "the bucket must be narrower than the board; "),
    (#""rules": {"bucketRise": 601}"#, "the bucket is above the board; "),
  ])
  func complainsAboutWhatDoesNotFit(field: String, message: String) {
    let found = lines(PeggleLevelFileTests.text(field + ",", ""))
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("a.json:1: $: " + message) == true, "\(found)")
  }

  @Test(arguments: [
    ("3", ": expected an object, found a number"),
    (#"{"x": 1}"#, ": the field 'kind' is missing; add it"),
    (#"{"kind": 3}"#, ".kind: expected one of peg, block, triangle, polygon, found 3"),
    (#"{"kind": "peg", "x": 100, "y": 200}"#, ": the field 'colour' is missing; add it"),
    (#"{"kind": "peg", "colour": "blue", "x": 100}"#, ": the field 'y' is missing; add it"),
    (
      #"{"kind": "peg", "colour": "blue", "x": 801, "y": 200}"#,
      ".x: expected a number from 0 to 800, found 801"
    ),
    (
      #"{"kind": "peg", "colour": "blue", "x": 1e308, "y": 200}"#,
      ".x: expected a number from 0 to 800, found 1e+308"
    ),
    (
      #"{"kind": "peg", "colour": "blue", "x": 100, "y": 200, "radius": 7.9}"#,
      ".radius: expected a number from 8 to 60, found 7.9"
    ),
    (
      #"{"kind": "peg", "colour": "blue", "x": 100, "y": 200, "width": 7}"#,
      ".width: unknown field 'width'; known: kind, colour, x, y, radius, rotation, "
        + "categoryBits, maskBits"
    ),
    (
      #"{"kind": "block", "x": 300, "y": 200, "width": 201}"#,
      ".width: expected a number from 10 to 200, found 201"
    ),
    (
      #"{"kind": "block", "x": 300, "y": 200, "rotation": 1e9}"#,
      ".rotation: expected a number from -1000 to 1000, found 1000000000"
    ),
    (
      #"{"kind": "block", "x": 300, "y": 200, "categoryBits": 65536}"#,
      ".categoryBits: expected a whole number from 0 to 65535, found 65536"
    ),
    (
      #"{"kind": "peg", "colour": "blue", "x": 300, "y": 200, "maskBits": -1}"#,
      ".maskBits: expected a whole number from 0 to 65535, found -1"
    ),
    (
      #"{"kind": "block", "x": 300, "y": 200, "maskBits": 2.5}"#,
      ".maskBits: expected a whole number from 0 to 65535, found 2.5"
    ),
    (#"{"kind": "polygon", "x": 300, "y": 200}"#, ": the field 'vertices' is missing; add it"),
    (
      #"{"kind": "polygon", "x": 300, "y": 200, "vertices": [[0, 0], [9, 9]]}"#,
      ".vertices: expected an array of 3 to 16 vertices, found 2"
    ),
    (
      #"{"kind": "polygon", "x": 300, "y": 200, "vertices": [[0, 0], [9], [9, 0]]}"#,
      ".vertices[1]: expected an array of 2 numbers, found 1"
    ),
    (
      #"{"kind": "polygon", "x": 300, "y": 200, "vertices": [[0, 0], [30, 0], [0, 30], [30, 30]]}"#,
      ".vertices: the vertices are not in order around the polygon; sort them"
    ),
    (
      #"{"kind": "polygon", "x": 300, "y": 200, "vertices": [[0, -30], [30, 30], [0, 9], [-30, 30]]}"#,
      ".vertices: the polygon is not convex at vertex 2; divide it into convex polygons"
    ),
    (
      #"{"kind": "polygon", "x": 300, "y": 200, "vertices": [[0, 0], [15, 0], [30, 0], [0, 30]]}"#,
      ".vertices: vertex 1 is equal to another one or on a line with its neighbours; remove it"
    ),
    (
      #"{"kind": "polygon", "x": 300, "y": 200, "vertices": [[0, 0], [30, 0], [30, 5]]}"#,
      ".vertices: the polygon's height is 5; expected a number from 10 to 200"
    ),
  ])
  func complainsAboutObjects(object: String, message: String) {
    let found = lines(PeggleLevelFileTests.text("", object))
    #expect(found == ["a.json:3: $.objects[0]" + message])
  }

  @Test func knowsNoScriptsWithoutTheirFiles() {
    let peg = #"{"kind": "peg", "colour": "blue", "x": 100, "y": 200}"#
    #expect(
      lines(PeggleLevelFileTests.text("", peg), catalog: PeggleScriptList()) == [
        "a.json:3: $.objects[0].colour: unknown peg 'blue'; known: none"
      ])
  }

  @Test func refusesHostileTexts() {
    let peg = #"{"kind": "peg", "colour": "blue", "x": 1, "y": 1}"#
    let many = [String](repeating: peg, count: 2_001).joined(separator: ",")
    #expect(
      lines(PeggleLevelFileTests.text("", many)) == [
        "a.json:2: $.objects: expected an array of at most 2000 objects, found 2001"
      ])
    let heap = [String](
      repeating: #"{"kind": "peg", "colour": "blue", "x": 100, "y": 300}"#, count: 2_000
    ).joined(separator: ",")
    let found = lines(PeggleLevelFileTests.text("", heap))
    #expect(found.count == 21)
    #expect(found.last == "and 981 more")
    #expect(found.first?.hasPrefix("a.json:2: $.objects: more than 1000 pairs") == true)
    let deep = String(repeating: "[", count: 100_000)
    #expect(
      lines(PeggleLevelFileTests.text("", deep)).first?.contains("more than 64 nested arrays")
        == true)
    #expect(lines(PeggleLevelFileTests.text("", "NaN")).count == 1)
    #expect(lines(PeggleLevelFileTests.text(#""balls": Infinity,"#, "")).count == 1)
    #expect(lines(PeggleLevelFileTests.text(#""balls": 1e999,"#, "")).count >= 1)
    #expect(
      lines(PeggleLevelFileTests.text(#""balls": 3, "balls": 4,"#, "")).first?.contains("balls")
        == true)
  }

  @Test func measuresNothingWhereTheBoardIsUnknown() {
    let text = PeggleLevelFileTests.text(
      #""width": 9,"#, #"{"kind": "peg", "colour": "blue", "x": 3000, "y": 1}"#)
    #expect(
      lines(text) == ["a.json:1: $.width: expected a number from 200 to 10000, found 9"])
  }

  private func lines(
    _ text: String, catalog: any PeggleCatalog = TestKinds.all
  ) -> [String] {
    do throws(FileIssues) {
      _ = try PeggleLevelFile.reading(text, catalog: catalog)
      return []
    } catch {
      return error.lines
    }
  }
}
