import Foundation
import Testing

@testable import EngineGames
@testable import SimHarness
@testable import TextFormats

/// The transcript of the protocol's specification, byte for byte on the host's side.
@Suite struct EngineTranscriptTests {
  private static let fields = #"{"size":12,"monsters":9}"#

  /// What the host writes, and what the engine answers.
  private static let lines: [(host: String, engine: String)] = [
    (
      #"{"id":0,"hello":{"protocol":"playtest-engine","versions":[1],"playtest":"VERSION"}}"#,
      #"{"id":0,"version":1,"engine":{"name":"dungeon","version":"2.3.1"},"can":["copy","imagine","#
        + #""try","view","picture","save"],"game":{"name":"dungeon","summary":"Go down.","fields":"#
        + #"[{"name":"size","kind":"whole","min":4,"max":20,"default":12},{"name":"monsters","kind":"#
        + #""whole","min":0,"max":30,"default":9}],"move":[["kind",0,3],["cell",0,143]],"events":"#
        + #"{"hit":"hits taken"},"metrics":[{"name":"floor","unit":"floors","summary":"deepest "#
        + #"floor"}],"hidden":"imagine"}}"#
    ),
    (
      #"{"id":1,"do":[["level",1,{"size":12,"monsters":9}],["new",1,1,7316552938112]]}"#,
      #"{"id":1,"r":[null,{"score":0,"moves":[[0,3],[0,5],[1,17]]}]}"#
    ),
    (
      #"{"id":2,"do":[["imagine",1,2,991],["apply",2,[0,3]],["drop",2]]}"#,
      #"{"id":2,"r":[null,{"score":5,"moves":[[0,5]],"events":[["hit",2]]},null]}"#
    ),
    (
      #"{"id":3,"do":[["try",1,5521]]}"#,
      #"{"id":3,"r":[[[5,null],[0,"lost"],[7,null,12.5]]]}"#
    ),
    (
      #"{"id":4,"do":[["apply",1,[9,9]]]}"#,
      #"{"id":4,"r":[],"error":{"op":0,"kind":"illegal","message":"there is no move 9,9"}}"#
    ),
  ]

  /// An engine that knows the transcript: it answers each line that is the expected one.
  private static let engine = """
    import json, sys
    for expected, answer in json.load(open(sys.argv[1])):
        line = sys.stdin.readline()
        if line != expected + "\\n":
            print("unexpected:", line, file=sys.stderr)
            sys.exit(5)
        print(answer, flush=True)
    sys.stdin.read()
    """

  @Test func theTranscriptOfTheSpecification() throws {
    try SmallRuns.inFolder { path in
      let pairs = Self.lines.map { line in
        [line.host.replacing("VERSION", with: ProgramVersion.current), line.engine]
      }
      try JSONEncoder().encode(pairs).write(to: URL(filePath: "\(path)/lines.json"))
      var file = EngineFile(
        name: "dungeon", program: .command(["python3", "-c", Self.engine, "lines.json"]),
        path: "\(path)/engines/dungeon.json", folder: path)
      file.answer = 5
      let connection = try EngineConnection(starting: file)
      #expect(connection.spec.move.map(\.name) == ["kind", "cell"])
      #expect(connection.hello.can == ["copy", "imagine", "try", "view", "picture", "save"])

      var frame = EngineFrame()
      let level = connection.level(Self.fields, in: &frame)
      let state = connection.newState()
      frame.new(state, level: level, EngineSeed(number: 7_316_552_938_112))
      var answer = try connection.ask(frame, place: "")
      let start = try connection.look(answer.results[1], place: "")
      #expect(start.score == 0 && start.moves.count == 3)

      let other = connection.newState()
      connection.add { $0.imagine(state, to: other, EngineSeed(number: 991)) }
      frame = EngineFrame()
      frame.apply(other, move: connection.text(of: start.moves[0]))
      frame.drop(other)
      answer = try connection.ask(frame, place: "")
      let look = try connection.look(answer.results[0], place: "")
      #expect(look.score == 5 && look.events == [RulesCall.Event(name: 0, value: 2)])

      frame = EngineFrame()
      frame.try(state, EngineSeed(number: 5521))
      answer = try connection.ask(frame, place: "")
      let tries = try EngineLook.tries(answer.results[0], count: 3)
      #expect(tries.map(\.score) == [5, 0, 7] && tries.map(\.worth) == [5, 0, 12.5])
      #expect(tries[1].ending == .lost)

      frame = EngineFrame()
      frame.apply(state, move: "[9,9]")
      answer = try connection.ask(frame, place: "")
      #expect(answer.refusal?.kind == "illegal" && answer.refusal?.operation == 0)
      #expect(answer.refusal?.message == "there is no move 9,9")
      #expect(connection.close())
    }
  }

  /// A decision of a player who looks one move ahead is one frame, with `try` and without.
  @Test(arguments: ["none", "no-try"]) func aDecisionIsOneFrame(_ fault: String) async throws {
    try await EngineFixture.project(fault: fault) { engines, _ in
      let source = try #require(try engines.source(named: "steps"))
      let host = ScriptHost(interfaces: [])
      let level = OpenLevel(
        game: source.game, name: "L", id: nil, values: source.spec.fields.map(\.usual))
      var context = GameContext(
        streams: GameStreams(level: LevelStreams(seed: 1, levelID: "L"), index: 0), scripts: host)
      host.beginGame()
      let state = try OpenState(level: level, in: &context)
      let connection = try #require(state.position.remote as? EnginePosition).connection
      let before = connection.frames
      var imagination = GameContext.imagination(for: context.streams, scripts: host)
      var lookahead = OpenLookahead()
      lookahead.gameDidStart(remembering: 0)
      let turn = Turn(state: state)
      lookahead.begin(turn)
      let chosen = try lookahead.greedyMove(turn, in: &imagination)
      #expect((0..<3).contains(chosen))
      #expect(connection.frames == before + 1)
    }
  }
}
