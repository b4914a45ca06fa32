import Foundation
import SimHarnessTesting
import Studio
import TestSupport
import Testing

@testable import Catalogue
@testable import PlaytestCommands
@testable import SimHarness

/// Games that people play in the studio are kept as those of `playtest play`.
@Suite struct StudioPeopleTests {
  private static let level = """
    {"format":"playtest-level","version":1,"game":"bubble-blast","name":"Tiny","shots":3,
     "grid":["RRBB........","RRB........"]}
    """

  private static func seat(name: String = "Ann") throws -> PersonSeat {
    let level = try Terminals.level(text: Self.level)
    return PersonSeat(
      game: try #require(GameRegistry.bundled.game(named: level.game)), level: level, seed: 1,
      name: name)
  }

  private static func played(_ seat: PersonSeat, index: Int) throws -> PlayedGame {
    let session = try #require(
      try seat.game.hand(
        HandRequest(
          level: seat.level, seed: seat.seed, index: index, scripts: nil, hintScripts: nil,
          highest: nil)))
    #expect(KeyPlayer().play(session))
    return session.played
  }

  @Test func recordsVerifyAndCount() throws {
    try Program.inFolder { folder in
      let people = StudioPeople(
        root: folder.path, scores: "\(folder.path)/scores.sqlite", usualName: "Ann")
      let seat = try Self.seat()
      let first = try people.next(of: seat)
      #expect(first.index == 0 && first.highest == nil)
      let played = try Self.played(seat, index: 0)
      let kept = try people.keep(played, of: seat, index: 0)
      let path = "Reports/played/bubble-blast/Tiny/Ann-1.json"
      #expect(kept.words.contains("record: \(path)"))
      #expect(kept.standings == [Standing(player: "Ann", score: played.score, isNew: true)])
      let record = try RecordedGameFile(
        file: folder.appending(path: path).path, library: Bubbles.library)
      #expect(try record.verified().differences.isEmpty)
      let next = try people.next(of: seat)
      #expect(next.index == 1 && next.highest == played.score)
      try Program.write(Self.level, to: "tiny.json", in: folder)
      let result = try Program.shell(
        "playtest run tiny.json --agents random --games 2 --people Reports/played --quiet --json"
          + " --out run", in: folder)
      #expect(result.code == 0 && result.output.contains(#""Ann""#), "\(result)")
    }
  }

  /// A workspace of an untrusted source: nothing is made or written through a link, from the first
  /// question on.
  @Test(arguments: [
    "Reports", "Reports/played", "Reports/played/bubble-blast", "Reports/played/bubble-blast/Tiny",
    "Reports/played/scores.sqlite", "Reports/played/scores.sqlite-journal",
  ])
  func nothingIsKeptThroughALink(place: String) throws {
    let folder = try ScratchFolder()
    let outside = "\(folder.path)/outside"
    try folder.write("mine", to: "outside/file")
    try OddFiles.link(
      at: "\(folder.path)/project/\(place)",
      to: place.contains("scores") ? "\(outside)/file" : outside)
    let root = "\(folder.path)/project"
    let people = StudioPeople(
      root: root, scores: "\(root)/Reports/played/scores.sqlite", usualName: "Ann")
    let seat = try Self.seat()
    let played = try Self.played(seat, index: 0)
    for ask in [
      { _ = try people.next(of: seat) }, { _ = try people.keep(played, of: seat, index: 0) },
    ] {
      let failure = #expect(throws: StudioFailure.self) { try ask() }
      #expect(failure?.code == "file.link")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside) == ["file"])
    #expect(folder.text(of: "outside/file") == "mine")
  }

  /// The workspace itself is the user's.
  @Test func theWorkspaceMayBeALink() throws {
    let folder = try ScratchFolder()
    try folder.write("", to: "real/file")
    try OddFiles.link(at: "\(folder.path)/project", to: "\(folder.path)/real")
    let root = "\(folder.path)/project"
    let people = StudioPeople(root: root, scores: "\(root)/scores.sqlite", usualName: "Ann")
    #expect(try people.next(of: try Self.seat()).index == 0)
  }

  @Test func strangeNumbersOfRecordsAreNoRecords() throws {
    let folder = try ScratchFolder()
    let place = "Reports/played/bubble-blast/Tiny"
    for number in ["9223372036854775807", "2147483647", "+3", "0"] {
      try folder.write("{}", to: "\(place)/Ann-\(number).json")
    }
    let people = StudioPeople(
      root: folder.path, scores: "\(folder.path)/scores.sqlite", usualName: "Ann")
    let seat = try Self.seat()
    let index = try people.next(of: seat).index
    let kept = try people.keep(try Self.played(seat, index: 0), of: seat, index: index)
    #expect(kept.words.contains("record: \(place)/Ann-2147483646.json"))
  }

  @Test func aFolderThatCannotBeMadeIsReported() throws {
    try Program.inFolder { folder in
      try Program.write("a file", to: "Reports", in: folder)
      let people = StudioPeople(
        root: folder.path, scores: "\(folder.path)/scores.sqlite", usualName: "Ann")
      let seat = try Self.seat()
      // The game can be played, as nothing is written before its end.
      #expect(try people.next(of: seat).index == 0)
      let failure = try #require(throws: StudioFailure.self) {
        try people.keep(try Self.played(seat, index: 0), of: seat, index: 0)
      }
      #expect(failure.code == "game.unkept" && failure.message.contains("cannot create"))
      #expect(failure.message.hasSuffix("; check the folder's permissions and the free space"))
    }
  }
}
