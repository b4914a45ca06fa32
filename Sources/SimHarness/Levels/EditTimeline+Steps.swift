extension EditTimeline {
  /// What going back or forward in a level file's timeline did.
  public struct Step: Equatable, Sendable {
    public let isUndo: Bool
    /// Whether another program had changed the file since the last edit.
    public let wasChangedElsewhere: Bool
    public let undoCount: Int
    public let redoCount: Int
    /// What the edit did that was undone or redone, such as `4 cells red`; nil if nobody says.
    public var edit: String?

    /// What was done, in one line.
    public var words: String {
      let what =
        switch (isUndo, wasChangedElsewhere) {
        case (true, true):
          "undid changes that another program made to the file since the last edit; --redo brings"
            + " them back"
        case (true, false): "undone" + (edit.map { ": \($0)" } ?? "")
        case (false, _): "redone" + (edit.map { ": \($0)" } ?? "")
        }
      return "\(what) (\(undoCount) more to undo, \(redoCount) to redo)"
    }
  }

  /// The text of a level file.
  public static func text(ofLevelAt path: String) throws(LevelEditorError) -> String {
    do throws(LevelProblem) {
      let bytes = try LevelFileReader.bytes(at: path, shownAs: path, limit: LevelFile.maxBytes)
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw .unreadable(path: path, reason: "this is not a text file; name a level file")
      }
      return text
    } catch {
      throw .store(.unreadable(error))
    }
  }

  /// Records that an edit of a level file was saved.
  ///
  /// - Parameters:
  ///   - path: The file, which holds the edited level now.
  ///   - before: The file's text before the edit.
  /// - Returns: Why the edit cannot be undone later, or nil.
  public static func didEdit(levelAt path: String, from before: String) -> String? {
    // A file in the timeline's place that cannot be read is useless and is replaced.
    var timeline = (try? read(ofLevelAt: path)) ?? EditTimeline()
    do throws(LevelEditorError) {
      let after = try text(ofLevelAt: path)
      timeline.meet(before)
      timeline.record(after)
    } catch {
      return error.description
    }
    do throws(FileWriteError) {
      try timeline.write(ofLevelAt: path)
      return nil
    } catch {
      return "\(error.description); the level is saved, but --undo cannot undo this edit"
    }
  }

  /// Puts the text before or behind the current one into a level file.
  public static func step(levelAt path: String, back: Bool) throws(LevelEditorError) -> Step {
    var timeline: EditTimeline
    do throws(LevelProblem) {
      timeline = try read(ofLevelAt: path)
    } catch {
      throw .store(.unreadable(error))
    }
    let wasChanged = timeline.meet(try text(ofLevelAt: path))
    guard let text = back ? timeline.undo() : timeline.redo() else {
      throw back ? .nothingToUndo : .nothingToRedo
    }
    // The level first: a timeline that lags behind takes the file's text for another state.
    for (text, place) in [(text, path), (timeline.fileText, Self.path(ofLevelAt: path))] {
      do throws(FileWriteError) {
        try AtomicFile.write(text, to: place)
      } catch {
        throw .store(
          .cannotWrite(path: place, reason: error.reason, isBroken: error.isBroken))
      }
    }
    return Step(
      isUndo: back, wasChangedElsewhere: wasChanged, undoCount: timeline.undoCount,
      redoCount: timeline.redoCount)
  }
}
