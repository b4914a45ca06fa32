import TestSupport
import Testing

@testable import PeggleGame
@testable import SimHarness
@testable import TextFormats

/// Records, traces and frames.
@Suite struct PeggleReplayTests {
  @Test func movesKeepEveryBit() throws {
    let level = try Pegs.level([Pegs.peg("blue", 400, 300)])
    let moves = [
      PeggleMove(angle: level.setup.angles[0]), PeggleMove(angle: level.setup.angles[63]),
      PeggleMove(angle: 1.2345), PeggleMove(angle: 0.1, seconds: 2.5),
      PeggleMove(tapX: 12.5, y: 590), PeggleMove(tapX: 1, y: 99, seconds: 0),
    ]
    var bytes: [UInt8] = []
    for move in moves { PeggleState.encode(move, level: level, into: &bytes) }
    #expect(PeggleState.decodeMoves(bytes, level: level) == moves)
    #expect(PeggleState.decodeMoves([UInt8](bytes.dropLast()), level: level) == nil)
    #expect(PeggleState.decodeMoves([3], level: level) == nil)
    #expect(PeggleState.decodeMoves([1, 64, 0], level: level) == nil)
    #expect(PeggleState.decodeMoves([8, 0, 0, 0, 0, 0, 0, 0, 0], level: level) == nil)
    #expect(
      moves.suffix(3).map { JSONWriter.compact(PeggleTrace.tree(of: $0)) } == [
        #"{"angle":0.1,"seconds":2.5}"#, #"{"tap":[12.5,590]}"#,
        #"{"tap":[1,99],"seconds":0}"#,
      ])
  }

  private func playable(_ level: PeggleLevel) throws -> PlayableLevel {
    try Peggle.entry.ready(LevelFile(level.file), try Pegs.library(), .none)
  }

  private func decoded(_ text: String) throws -> [PeggleMove]? {
    let level = try Pegs.level([Pegs.peg("blue", 400, 300)])
    let playable = try playable(level)
    let bytes = try JSONReader.read(Array(text.utf8), file: "r") { cursor in
      Peggle.entry.decodeMoves(playable, cursor)
    }
    return PeggleState.decodeMoves(bytes, level: level)
  }

  @Test func recordsAreRead() throws {
    #expect(
      try decoded(#"[{"angle":1.5},{"tap":[3,99]},{"angle":2,"seconds":1.5}]"#) == [
        PeggleMove(angle: 1.5), PeggleMove(tapX: 3, y: 99), PeggleMove(angle: 2, seconds: 1.5),
      ])
    for text in [
      "[{}]", #"[{"tap":[1]}]"#, #"[{"angle":1,"tap":[1,2]}]"#, #"[{"angle":1,"seconds":-1}]"#,
      #"[{"angle":"x"}]"#, #"[{"angel":1}]"#,
    ] {
      #expect(throws: FileIssues.self, "\(text)") { try decoded(text) }
    }
  }

  @Test func runsOfPegsAreGathered() {
    let events: [PeggleEvent] = [
      .pegHit(peg: 4, points: 20), .thrown(peg: 1), .thrown(peg: 2), .pegRemoved(peg: 4),
      .pegRemoved(peg: 5), .bucket(ball: 0), .pegRemoved(peg: 6), .lost(.mode),
    ]
    #expect(
      PeggleTrace.trees(of: events).map { JSONWriter.compact($0) } == [
        #"{"type":"peg_hit","id":4,"points":20}"#, #"{"type":"thrown","ids":[1,2]}"#,
        #"{"type":"pegs_removed","ids":[4,5]}"#, #"{"type":"bucket","ball":0}"#,
        #"{"type":"pegs_removed","ids":[6]}"#, #"{"type":"lost","reason":"mode"}"#,
      ])
  }

  // MARK: Frames

  private func frames(_ level: PeggleLevel, _ moves: [PeggleMove]) throws -> (
    lines: [String], replay: Replay
  ) {
    var bytes: [UInt8] = []
    for move in moves { PeggleState.encode(move, level: level, into: &bytes) }
    var lines: [String] = []
    let replay = try Peggle.entry.replay(
      ReplayRequest(
        level: try playable(level), seed: 1, index: 0, moves: bytes, scripts: Pegs.host(),
        frame: { lines.append(JSONWriter.compact($0)) }, step: { _ in }))
    return (lines, replay)
  }

  /// A shot replayed step by step is the same shot.
  @Test func framesChangeNothing() throws {
    let level = try Pegs.builtIn("02-quarry")
    var game = try PegglePlay(level)
    let moves = [1.57, 0.9, 2.2].map { PeggleMove(angle: $0) }
    var played: [PeggleMove] = []
    for move in moves where game.state.outcome == nil {
      try game.shoot(move)
      played.append(move)
    }
    let shown = try frames(level, played)
    var context = GameContext(
      streams: GameStreams(level: LevelStreams(seed: 1, levelID: level.id), index: 0),
      scripts: Pegs.host())
    var plain = try PeggleState(level: level, in: &context)
    for move in played { try plain.apply(move, in: &context) { _ in } }
    #expect(shown.replay.hash == plain.stableHash)
    #expect(shown.replay.score == plain.score)
    #expect(shown.lines.count { $0.hasPrefix(#"{"frame":0,"#) } == played.count)
    #expect(shown.lines[0] == #"{"frame":0,"balls":[[400,50]],"bucket":400}"#)
  }

  private static let scenes: [(name: String, tap: (Double, Double), objects: [PeggleObject])] = [
    ("free_fall", (400, 500), []),
    ("peg_offset_5", (400, 500), [Pegs.peg("blue", 405, 400)]),
    (
      "block_rot45", (400, 500),
      [Pegs.block(400, 400, width: 60, height: 60, rotation: Double.pi / 4)]
    ),
    ("wall_bounce", (700, 200), []),
  ]

  /// The original engine's positions, to the last bit, through the game and its replay.
  @Test func framesAreThoseOfTheOriginalEngine() throws {
    guard let lines = try Oracle.lines("msk/traces.tsv") else { return }
    var rows = 0
    for scene in Self.scenes {
      let level = try Pegs.level(scene.objects) { rules in
        rules = .msk
        rules.bucket = false
        rules.releaseTime = 1000
      }
      let shown = try frames(level, [PeggleMove(tapX: scene.tap.0, y: scene.tap.1)]).lines
      for line in lines where line.hasPrefix(scene.name + "\t") {
        let fields = line.split(separator: "\t")
        let step = try #require(Int(fields[1]))
        let x = try #require(Double(fields[2]))
        let y = try #require(Double(fields[3]))
        let place = "[\(JSONWriter.number(x)),\(JSONWriter.number(y))]"
        // A frame with lit pegs goes on.
        let start = "{\"frame\":\(step),\"balls\":[\(place)]"
        try #require(shown[step] == start + "}" || shown[step].hasPrefix(start + ",\"lit\":"))
        rows += 1
      }
    }
    #expect(rows == 29 + 183 + 601 + 54)
  }
}
