import SimHarness
import StableNumerics
import Testing
import TextFormats

@testable import Studio

/// The pictures of a list of levels.
@Suite struct GalleryTests {
  /// A card has little room: the file's name stands above, and a long path loses its middle.
  @Test func aProblemOnACardIsShort() {
    func words(_ path: String) -> String {
      let issue = FileIssue(line: 3, path: path, message: "found 'x'; write a number")
      return Gallery.words(for: .invalid(FileIssues(file: "/a/long/way/bad.json", issues: [issue])))
    }
    #expect(words("") == "Line 3: found 'x'; write a number")
    #expect(words("$.shots") == "Line 3: $.shots: found 'x'; write a number")
    let deep = "$" + String(repeating: "[0]", count: 60)
    #expect(
      words(deep) == "Line 3: $[0][0][0][0][0][0][…0][0][0][0][0][0][0]: found 'x'; write a number")
    let problem = LevelProblem.unreadable(path: "/a/bad.json", reason: "too large")
    #expect(Gallery.words(for: problem) == "too large")
  }

  /// The page knows by it whether a pass rate is still that of the level.
  @Test func aCardSaysWhatItsLevelHolds() async throws {
    let workspace = try EditorWorkspace()
    let gallery = Gallery(workspace.workspace)
    var levels = WorkspaceLevels(workspace.workspace)
    levels.list()
    let entries = levels.entries
    func content() async -> JSONTree? {
      await gallery.cards(of: entries, drafts: []) { _ in nil }.first?["content"]
    }
    let before = await content()
    #expect(before == .string(StableDigest.hex(of: workspace.text)))
    #expect(await content() == before)
    try workspace.write(shots: 12)
    #expect(await content() != before)
  }

  /// What a game's picture costs, in time or in bytes, keeps neither the list nor the other answers.
  @Test func aListHasSoMuchForPictures() throws {
    let workspace = try EditorWorkspace()
    let gallery = Gallery(workspace.workspace)
    let store = LevelStore(folder: workspace.folder + "/levels", catalog: workspace.library)
    let file = try store.load(at: workspace.file)
    var late = Gallery.Budget(time: .zero)
    #expect(gallery.picture(of: file, &late) == .null)
    var small = Gallery.Budget(bytes: 1)
    let picture = gallery.picture(of: file, &small)
    #expect(picture != .null && small.isSpent)
    #expect(gallery.picture(of: file, &small) == .null)
    // What is known costs its bytes too, as it is sent again.
    var exact = Gallery.Budget(bytes: JSONWriter.compact(picture).utf8.count + 1)
    #expect(gallery.picture(of: file, &exact) == picture && !exact.isSpent)
    #expect(gallery.picture(of: file, &exact) == picture && exact.isSpent)
    withExtendedLifetime(workspace) {}
  }
}
