import FoundationEssentials
import TestSupport
import Testing

@testable import Agents
@testable import BubbleBlastGame
@testable import Catalogue
@testable import Lab
@testable import SimHarness

@Suite struct DesignSessionTests {
  private static func bubbles() throws -> any DesignSession {
    try Designing.session(LevelFile(Designing.bubbles))
  }

  private static func pegs() throws -> any DesignSession {
    try Designing.session(LevelFile(Designing.pegs))
  }

  @Test func aDragOverElevenCellsIsOneStep() throws {
    var session = try Self.bubbles()
    for column in 0..<11 {
      let step = try session.handle(
        .paint(tool: "green", places: ["2,\(column)"]), stroke: 5)
      #expect(step.operations == ["fill 2,\(column)=green"])
      #expect(step.words == ["green in 1 cell"])
      #expect(step.revision == column + 1)
    }
    session.endStroke()
    #expect(session.undoCount == 1)
    #expect(session.undoName == "11 cells green")
    #expect(session.isModified)
    let step = try session.undo()
    #expect(step.words == ["undone: 11 cells green"])
    #expect(session.file == LevelFile(Designing.bubbles) && !session.isModified)
    #expect(session.redoName == "11 cells green")
    #expect(try session.redo().revision == 13)
  }

  @Test func aPatchSaysWhatChanged() throws {
    var session = try Self.bubbles()
    let step = try session.handle(.paint(tool: "blue", places: ["0,1", "0,3"]), stroke: 1)
    guard case .patch(let patch) = step.drawing else {
      Issue.record("\(step.drawing)")
      return
    }
    #expect(patch.gone == [])
    #expect(patch.kinds.map(\.label) == ["B"])
    #expect(patch.settled.map(\.id) == [1, 3] && patch.settled.map(\.kind) == [2, 2])
    #expect(
      patch.words == ["0,1": "row 0, column 1, blue", "0,3": "row 0, column 3, blue"])
    #expect(
      JSONWriter.compact(patch.tree)
        == #"{"k":[["ball-B","B",19]],"z":[1,2,60,20,3,2,140,20],"#
        + #""words":{"0,1":"row 0, column 1, blue","0,3":"row 0, column 3, blue"},"notes":[]}"#)
    guard case .patch(let back) = try session.undo().drawing else {
      Issue.record("no patch")
      return
    }
    #expect(back.gone == [3] && back.kinds == [] && back.settled.map(\.kind) == [0])
  }

  @Test func anotherSizeIsAnotherBoard() throws {
    var session = try Self.bubbles()
    let step = try session.handle(.set(field: "columns", value: "8"), stroke: 1)
    guard case .board(let board) = step.drawing else {
      Issue.record("\(step.drawing)")
      return
    }
    #expect(board.picture.width == 320)
    #expect(session.board == board)
    // What the board does not show changes nothing of it.
    guard
      case .patch(let patch) = try session.handle(
        .set(field: "shots", value: "3"), stroke: 2
      ).drawing
    else {
      Issue.record("no patch")
      return
    }
    #expect(patch == DesignPatch())
  }

  @Test func aGestureThatMeansNothingDoesNothing() throws {
    var session = try Self.bubbles()
    let step = try session.handle(.put(tool: "red", x: 10, y: 10), stroke: 1)
    #expect(step == DesignStep(revision: 0, operations: [], words: [], drawing: .nothing))
    // A tap on an empty cell.
    #expect(try session.handle(.tap(place: "5,5"), stroke: 2).drawing == .nothing)
    #expect(session.undoCount == 0 && session.revision == 0)
  }

  @Test func aRefusedPlaceChangesNothing() throws {
    var session = try Self.pegs()
    let text = session.file.text
    #expect(
      Designing.refusal { _ = try session.handle(.put(tool: "block", x: 210, y: 200), stroke: 1) }?
        .hasPrefix("block would overlap object 0 (orange peg at 200,200) by ") == true)
    #expect(session.file.text == text && session.revision == 0 && session.undoCount == 0)
  }

  /// An object that is taken away shifts the others: a gesture made before may mean another one.
  @Test func shiftedBodiesAreReported() throws {
    var session = try Self.pegs()
    #expect(session.bodiesRevision == 0)
    _ = try session.handle(.move(body: 0, x: 200, y: 260), stroke: 1)
    #expect(session.revision == 1 && session.bodiesRevision == 0)
    let step = try session.handle(.remove(body: 0), stroke: 2)
    #expect(session.revision == 2 && session.bodiesRevision == 2)
    guard case .patch(let patch) = step.drawing else {
      Issue.record("\(step.drawing)")
      return
    }
    #expect(patch.gone == [2] && patch.settled.map(\.id) == [0, 1])
    #expect(patch.grips[1]?.words == "block at 400, 300")
    #expect(session.board?.grips.count == 2)
    _ = try session.undo()
    #expect(session.bodiesRevision == 3)
  }

  /// What the page shows as the command does the same in the shell.
  @Test func theShownOperationsDoTheSame() throws {
    var session = try Self.bubbles()
    var operations: [String] = []
    for (number, gesture) in [
      DesignGesture.paint(tool: "star", places: ["1,0", "1,1"]), .tap(place: "0,0"),
      .hold(place: "0,1"), .set(field: "spawn.weights.red", value: "2"),
      .set(field: "shots", value: "9"),
    ].enumerated() {
      operations += try session.handle(gesture, stroke: number).operations
    }
    var editor = LevelEditor<BubbleLevelFile>(
      store: LevelStore(folder: "/nowhere", catalog: Bubbles.library), catalog: Bubbles.library)
    try editor.open(Designing.bubbles)
    for operation in operations { try editor.perform(operation) }
    #expect(try editor.level.text == session.file.text)
  }

  // MARK: Games without a board

  @Test(arguments: [
    "levels/bubble-pop/classic.json", "levels/set/01-official.json",
    "levels/playing-cards/01-pairs.json", "levels/cards/01-tens.json",
  ])
  func withoutABoardThereAreFields(_ path: String) throws {
    var session = try Designing.session(at: path)
    #expect(session.board == nil && session.tools == [])
    #expect(!session.fields.isEmpty)
    let step = try session.handle(.set(field: "name", value: "Other"), stroke: 1)
    #expect(step.drawing == .nothing && step.revision == 1)
    #expect(session.file.header.name == "Other")
    #expect(session.undoName == "set name=Other")
    #expect(try session.handle(.tap(place: "0,0"), stroke: 2).operations == [])
    _ = try session.undo()
    #expect(!session.isModified)
  }

  // MARK: Files

  @Test func savesOnlyWhatItRead() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(Designing.bubbles.text, to: "three.json")
    let stamp = FileStamp(of: path)
    var session = try Designing.session(
      LevelFile(Designing.bubbles), folder: folder.path, path: path)
    _ = try session.handle(.paint(tool: "red", places: ["3,3"]), stroke: 1)
    #expect(session.savedFile == LevelFile(Designing.bubbles))
    #expect(try session.save(overwrite: false, unlessChangedSince: stamp) == path)
    #expect(folder.text(of: "three.json") == session.file.text)
    #expect(!session.isModified && session.undoCount == 1)
    _ = try session.handle(.paint(tool: "red", places: ["3,4"]), stroke: 2)
    #expect(
      Designing.refusal { _ = try session.save(overwrite: false, unlessChangedSince: stamp) }?
        .contains("has been changed by another program") == true)
    #expect(try session.save(as: "Four", overwrite: false) == "\(folder.path)/four.json")
    #expect(session.path == "\(folder.path)/four.json")
    #expect(session.file.header.name == "Four" && session.revision == 3)
    #expect(folder.files == ["four.json", "three.json"])
  }

  @Test func takesOverWhatChangedOnDisk() throws {
    var session = try Self.bubbles()
    var theirs = Designing.bubbles
    theirs[Cell(row: 0, column: 0)] = nil
    let step = try session.rebase(to: LevelFile(theirs), keepingEdits: false)
    #expect(step.revision == 1 && !session.isModified)
    #expect(session.undoName == "changed on disk")
    guard case .patch(let patch) = step.drawing else {
      Issue.record("\(step.drawing)")
      return
    }
    #expect(patch.gone == [0])
    _ = try session.undo()
    #expect(session.file == LevelFile(Designing.bubbles) && session.isModified)
    #expect(
      Designing.refusal {
        _ = try session.rebase(to: LevelFile(Designing.pegs), keepingEdits: false)
      } == "'Three' belongs to another game; choose another level")
  }

  @Test func aTunedLevelIsOneStep() throws {
    var session = try Self.bubbles()
    var tuned = Designing.bubbles
    tuned.rules.shots = 17
    tuned.spawn.weights = [1, 2, 0, 0, 0, 0, 0, 0]
    _ = try session.replace(by: LevelFile(tuned), named: "tuned")
    #expect(session.undoName == "tuned" && session.undoCount == 1)
    #expect(session.file == LevelFile(tuned))
  }

  @Test func anotherGamesLevelIsRefused() throws {
    let game = try #require(GameRegistry.bundled.game(named: "peggle"))
    #expect(
      Designing.refusal {
        _ = try game.design(
          LevelFile(Designing.bubbles),
          store: LevelStore(folder: "/nowhere", catalog: Bubbles.library),
          library: Bubbles.library)
      } == "'Three' belongs to another game; choose another level")
  }
}
