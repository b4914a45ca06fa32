import SimHarness
import Testing
import TextFormats

@testable import Studio

/// The pictures of a list of levels.
@Suite struct GalleryTests {
  /// What a game's picture costs, in time or in bytes, keeps neither the list nor the other answers.
  @Test func aListHasSoMuchForPictures() throws {
    let workspace = try DeskWorkspace()
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
