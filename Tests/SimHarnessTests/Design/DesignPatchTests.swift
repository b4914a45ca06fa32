import TestSupport
import Testing

@testable import Agents
@testable import BubbleBlastGame
@testable import Catalogue
@testable import Lab
@testable import SimHarness

@Suite struct DesignPatchTests {
  /// From any level to any other on the same board: the patch brings the page's board there, and
  /// the kinds that the page knows keep their numbers.
  @Test(arguments: 0..<6) func patchesLeadFromBoardToBoard(seed: Int) throws {
    var random = SeededRandom(key: StreamKey(rawValue: UInt64(seed)))
    func level() -> BubbleLevelFile {
      var level = BubbleLevelFile(name: "A")
      for _ in 0..<random.below(30) {
        let token: BubbleToken =
          random.below(4) == 0 ? .kind("bomb") : .colour(BubbleColour.allCases[random.below(8)])
        level.place(token, at: Cell(row: random.below(5), column: random.below(11)))
      }
      return level
    }
    var page = level().board(catalog: Bubbles.library)
    for _ in 0..<20 {
      let next = level().board(catalog: Bubbles.library)
      let kinds = page.picture.kinds
      let patch = try #require(page.patch(to: next))
      page.apply(patch)
      #expect(page.looks(like: next))
      #expect(page.picture.kinds.starts(with: kinds))
      var nothing = DesignPatch()
      nothing.notes = next.notes
      #expect(page.patch(to: next) == nothing)
    }
  }

  @Test func aChangeIsNoticed() throws {
    let board = Designing.pegs.board(catalog: Bubbles.library)
    #expect(board.looks(like: board))
    var level = Designing.pegs
    level.objects[2].rotation = 0.6
    // The block's outline is another, and so are its numbers.
    #expect(!board.looks(like: level.board(catalog: Bubbles.library)))
    level = Designing.pegs
    level.objects[0].x = 200.25
    let near = level.board(catalog: Bubbles.library)
    #expect(near.picture == board.picture && !board.looks(like: near))
    level.rules.width += 10
    #expect(board.patch(to: level.board(catalog: Bubbles.library)) == nil)
  }

  @Test func treesHoldWhatAPageNeeds() throws {
    let board = Designing.pegs.board(catalog: Bubbles.library)
    let tree = board.tree
    #expect(tree["w"] == .int(board.picture.width) && tree["t"] == .null)
    #expect(tree["b"].elements.count == 12)
    #expect(
      JSONWriter.compact(tree["grips"]["0"])
        == #"{"words":"orange peg at 200, 200","x":200,"y":200,"width":40,"height":40,"turn":0,"#
        + #""move":true,"sizes":"one","turns":false,"remove":true}"#)
    let cells = Designing.bubbles.board(catalog: Bubbles.library).tree
    #expect(
      JSONWriter.compact(cells["places"].elements[2])
        == #"["0,2",100,20,19,0,2,"row 0, column 2, bomb"]"#)
    let tools = BubbleLevelFile.tools(for: Designing.bubbles, catalog: Bubbles.library)
    #expect(
      JSONWriter.compact(tools[1].tree)
        == #"{"name":"red","use":"paint","look":["ball-R","R",19]}"#)
    #expect(
      JSONWriter.compact(DesignTool("hand", .hand).tree)
        == #"{"name":"hand","use":"hand","look":null}"#)
    let session = try Designing.session(LevelFile(Designing.pegs))
    let master = try #require(session.fields.first { $0.path == "master" })
    #expect(
      JSONWriter.compact(master.tree)
        == #"{"path":"master","kind":"choice","choices":["morty","rick","twin"],"null":true,"#
        + #""summary":"The script that gives green pegs their power; null: no power.","unit":""}"#)
  }
}
