import FoundationEssentials
import TestSupport
import Testing

@testable import SimHarness

@Suite struct EditTimelineTests {
  @Test func goesBackAndForward() {
    var timeline = EditTimeline()
    let isStrange = timeline.meet("a")
    #expect(!isStrange)
    timeline.record("b")
    timeline.record("c")
    let steps = [
      timeline.redo(), timeline.undo(), timeline.undo(), timeline.undo(), timeline.redo(),
    ]
    #expect(steps == [nil, "b", "a", nil, "b"])
    timeline.record("d")
    #expect(timeline.states == ["a", "b", "d"])
    #expect(timeline.redoCount == 0 && timeline.undoCount == 2)
  }

  @Test func whatAnotherProgramWroteIsAState() {
    var timeline = EditTimeline()
    timeline.meet("a")
    timeline.record("b")
    let isStrange = [timeline.meet("other"), timeline.meet("other")]
    #expect(isStrange == [true, false])
    let steps = [timeline.undo(), timeline.redo()]
    #expect(steps == ["b", "other"])
  }

  @Test func keepsABoundedNumberOfStates() {
    var timeline = EditTimeline()
    for index in 0...EditTimeline.maxStates { timeline.record("\(index)") }
    #expect(timeline.states.count == EditTimeline.maxStates)
    #expect(timeline.states.first == "1")
    let large = String(repeating: "x", count: EditTimeline.maxBytes / 2)
    timeline.record(large)
    #expect(timeline.states.count == EditTimeline.maxStates)
    timeline.record(large)
    #expect(timeline.states == [large, large])
    timeline.record(large + "y")
    #expect(timeline.states == [large + "y"])
  }

  @Test func isKeptInAHiddenFolderBesideTheLevel() throws {
    #expect(EditTimeline.path(ofLevelAt: "a.json") == ".level-history/a.json")
    #expect(EditTimeline.path(ofLevelAt: "/x/y/a.json") == "/x/y/.level-history/a.json")
    let folder = try ScratchFolder()
    let level = try folder.write("text", to: "levels/a.json")
    #expect(EditTimeline.didEdit(levelAt: level, from: "\"quoted\"\n\u{0}") == nil)
    let timeline = try EditTimeline.read(ofLevelAt: level)
    #expect(timeline.states == ["\"quoted\"\n\u{0}", "text"])
    let step = try EditTimeline.step(levelAt: level, back: true)
    #expect(folder.text(of: "levels/a.json") == "\"quoted\"\n\u{0}")
    #expect(step.words == "undone (0 more to undo, 1 to redo)")
    #expect(
      try EditTimeline.step(levelAt: level, back: false).words
        == "redone (1 more to undo, 0 to redo)")
    #expect(LevelFileReader.levelFiles(below: folder.path) == [level])
  }

  @Test func aTimelineThatCannotBeReadIsNeverFollowed() throws {
    let folder = try ScratchFolder()
    let level = try folder.write("now", to: "a.json")
    for text in [
      "", "{}", #"{"format":"playtest-level-history","version":1,"current":2,"states":["a"]}"#,
    ] {
      try folder.write(text, to: ".level-history/a.json")
      #expect(throws: LevelEditorError.self) { try EditTimeline.step(levelAt: level, back: true) }
      #expect(folder.text(of: "a.json") == "now")
    }
    // An edit begins a new one.
    #expect(EditTimeline.didEdit(levelAt: level, from: "before") == nil)
    #expect(try EditTimeline.read(ofLevelAt: level).states == ["before", "now"])
  }

  /// Levels from elsewhere may bring a link along that leads to a file of the same name.
  @Test func aLinkInTheTimelinesPlaceIsNeverFollowed() throws {
    let folder = try ScratchFolder()
    let level = try folder.write("now", to: "levels/a.json")
    try folder.write("precious", to: "elsewhere/a.json")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/levels/\(EditTimeline.folder)", withDestinationPath: "../elsewhere")
    let problem = EditTimeline.didEdit(levelAt: level, from: "before")
    #expect(problem?.contains("is a link; remove the link; the level is saved") == true)
    #expect(throws: LevelEditorError.self) { try EditTimeline.step(levelAt: level, back: true) }
    EditTimeline.remove(ofLevelAt: level)
    #expect(folder.text(of: "elsewhere/a.json") == "precious")
    #expect(folder.text(of: "levels/a.json") == "now")
  }
}
