import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import SimHarness
@testable import TextFormats

/// The rules against records and traces of an independent implementation.
@Suite struct BubbleCasesTests {
  /// One case of the oracle.
  private struct Case {
    let name: String
    let record: JSONValue
    let trace: [JSONValue]

    init?(_ line: String) {
      guard let root = JSONParser.parse(Array(line.utf8)).value,
        case .object(let members) = root.kind
      else { return nil }
      func member(_ key: String) -> JSONValue? { members.first { $0.key == key }?.value }
      guard case .string(let name)? = member("case")?.kind, let record = member("record"),
        case .array(let trace)? = member("trace")?.kind
      else { return nil }
      self.name = name
      self.record = record
      self.trace = trace
    }
  }

  @Test func everyCaseAgreesInEveryField() throws {
    guard let lines = try Oracle.lines("bubble-blast/cases.ndjson") else { return }
    #expect(lines.count >= 60)
    for line in lines {
      let item = try #require(Case(line))
      let got = try trace(of: item.record)
      #expect(got.count == item.trace.count, "\(item.name): number of lines")
      for (index, (got, wanted)) in zip(got, item.trace).enumerated() {
        let left = JSONWriter.compact(Self.normal(got))
        let right = JSONWriter.compact(Self.normal(JSONTree(wanted)))
        #expect(left == right, "\(item.name), line \(index)")
        if left != right { break }
      }
    }
  }

  /// The large representation plays the same games as the one the level's size asks for.
  @Test func bothRepresentationsAgree() throws {
    guard let lines = try Oracle.lines("bubble-blast/cases.ndjson") else { return }
    for line in lines {
      let item = try #require(Case(line))
      let level = try level(of: item.record)
      guard level.fitsSmallMask else { continue }
      let moves = try moves(of: item.record)
      var small = try BubbleGame<SmallMask>(level)
      var large = try BubbleGame<LargeMask>(level)
      #expect(small.rows == large.rows)
      for move in moves {
        try small.shoot(move.angle, swap: move.swap)
        try large.shoot(move.angle, swap: move.swap)
        #expect(small.rows == large.rows, "\(item.name)")
        #expect(small.names() == large.names(), "\(item.name)")
        #expect(small.state.stableHash == large.state.stableHash, "\(item.name)")
      }
    }
  }

  // MARK: Reading

  private func trace(of record: JSONValue) throws -> [JSONTree] {
    let level = try playable(of: record)
    let moves = try #require(
      BubbleBlast.entry.decodeMoves(level, JSONReader().cursor(at: try field("moves", of: record))))
    var lines: [JSONTree] = []
    let seed = try #require(JSONReader().cursor(at: try field("seed", of: record)).uint64())
    _ = try BubbleBlast.entry.replay(
      ReplayRequest(
        level: level, seed: seed, index: 0, moves: moves, scripts: Bubbles.host(),
        step: { lines.append($0.trace()) }))
    return lines
  }

  private func playable(of record: JSONValue) throws -> PlayableLevel {
    let reader = JSONReader()
    let file = LevelFile.decode(
      reader.cursor(at: try field("level", of: record)), catalog: Bubbles.library)
    #expect(reader.issues == [])
    return try BubbleBlast.entry.ready(try #require(file), Bubbles.library, .none)
  }

  private func level(of record: JSONValue) throws -> BubbleLevel {
    try #require(try playable(of: record).content(as: BubbleLevel.self))
  }

  private func moves(of record: JSONValue) throws -> [BubbleMove] {
    let level = try playable(of: record)
    let bytes = try #require(
      BubbleBlast.entry.decodeMoves(level, JSONReader().cursor(at: try field("moves", of: record))))
    let content = try #require(level.content(as: BubbleLevel.self))
    return try #require(BubbleState<SmallMask>.decodeMoves(bytes, level: content))
  }

  private func field(_ name: String, of value: JSONValue) throws -> JSONValue {
    guard case .object(let members) = value.kind else { throw MissingField(name: name) }
    guard let member = members.first(where: { $0.key == name }) else {
      throw MissingField(name: name)
    }
    return member.value
  }

  private struct MissingField: Error { let name: String }

  /// Without the hash, which the oracle does not give.
  private static func normal(_ tree: JSONTree) -> JSONTree {
    guard case .object(let members) = tree else { return tree }
    return .object(members.filter { $0.key != "hash" })
  }
}
