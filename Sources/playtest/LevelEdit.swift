import ArgumentParser
import SimHarness

struct LevelEdit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Edit a level file; saved whole or not at all.",
    discussion: """
      Operations on levels of bubble-blast, done in order; rows and columns count
      from 0, KIND is a colour, a special or empty:
        fill R,C=KIND          drag R,C..R,C=KIND
        tap R,C                erase R,C

      On levels of peggle; objects (I) count from 0, or are the selected one;
      ANGLE is in radians, or in degrees with deg behind it:
        add peg:COLOUR X,Y     add block X,Y          add triangle X,Y
        select X,Y             move I X,Y             rotate I ANGLE
        resize I RADIUS        resize I W,H           delete I       erase X,Y

      On all, and nothing else on levels of bubble-pop and card games:
        reset    set FIELD=VALUE    undo    redo    status

      Examples:
        playtest level edit a.json fill 0,3=red drag 1,0..1,8=blue set shots=30
        playtest level edit b.json add peg:orange 100,200 rotate selected 45deg
      """)

  @Argument(help: "The level file.")
  var file: String
  @Argument(help: ArgumentHelp("Operations.", valueName: "op"))
  var operations: [String]
  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    let library = try Workspace.scripts(workspace.scripts)
    let store = LevelStore(folder: Workspace.parent(of: file), catalog: library)
    do throws(LevelEditorError) {
      let game: LevelGame
      do throws(LevelStoreError) {
        game = try store.load(at: file).header.game
      } catch {
        throw .store(error)
      }
      switch game {
      case .bubbleBlast: try edit(BubbleLevelFile.self, store, library)
      case .peggle: try edit(PeggleLevelFile.self, store, library)
      case .bubblePop: try edit(PopLevelFile.self, store, library)
      case .set: try edit(DesignedCards<SetDesign>.self, store, library)
      case .playingCards: try edit(DesignedCards<PlayingCardsDesign>.self, store, library)
      case .cards: try edit(DesignedCards<CardsDesign>.self, store, library)
      }
    } catch {
      throw CommandFailure(
        ExitStatus(rawValue: error.exitCode) ?? .badInput,
        "\(SafeText.escaped(file, limit: 1000)): \(error.description)")
    }
  }

  private func edit<Level: DesignedLevel>(
    _ type: Level.Type, _ store: LevelStore, _ library: ScriptLibrary
  ) throws(LevelEditorError) {
    var editor = LevelEditor<Level>(store: store, catalog: library)
    try editor.load(at: file)
    for operation in LevelOperationText<Level.Operation>.joined(operations) {
      Console.line(try editor.perform(operation))
    }
    if editor.active?.isModified == true { Console.line("saved \(try editor.save())") }
  }
}
