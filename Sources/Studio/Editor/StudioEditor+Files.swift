import SimHarness
import TextFormats

/// The files of levels: what is saved and deleted, and what other programs write.
extension StudioEditor {
  // MARK: Saving and deleting

  func save(
    _ document: Int, _ tab: Int, as name: String?, replaces: Bool
  ) throws -> JSONTree {
    guard !workspace.isReadOnly else { throw StudioFailure.readOnly }
    // What is to be chosen may have changed since it was looked at last, or be gone.
    if let level = levels[document], level.conflict != nil, level.hasChangedOnDisk {
      takeOver(document)
    }
    let current = try self.level(document)
    try workspaceLevels.refuseLinks(to: target(of: current, as: name))
    let versions = workspaceLevels.versions(of: current.id)
    try keepReplaced(by: current, as: name, replaces: replaces)
    try change(document, tab) { level in
      try level.save(as: name, replaces: replaces, keeping: versions)
      return nil
    }
    if let path = levels[document]?.session.path, let old = levels[document]?.id {
      let id = workspaceLevels.id(ofLevelAt: path)
      if id != old {
        levels[document]?.moved(to: id, draft: workspaceLevels.draft(of: id))
        if let target = targets[old] { try targets.set(target, of: id) }
      }
    }
    workspaceLevels.list()
    let level = try level(document)
    // Under the same name the same games are played; a confirmation goes on.
    if level.session.revision == current.session.revision { showAgain(document) }
    let fields = level.changes(nil) + [(key: "level", value: .string(level.id)), level.shown]
    send(.board(document: document, .init(fields)), about: document, except: tab)
    return .object(fields)
  }

  /// The file that a save writes.
  private func target(of level: OpenLevel, as name: String?) -> String {
    if let name, !level.isOwnName(name) { return file(named: name) }
    return level.session.path ?? file(named: level.session.file.header.name)
  }

  /// Keeps what a save is about to replace and what no version holds: a level of the name, as a
  /// version of it, or a file that cannot be read, in the trash.
  private func keepReplaced(
    by level: OpenLevel, as name: String?, replaces: Bool
  ) throws {
    guard let name, !level.isOwnName(name) else {
      if let path = level.unreadablePath { try workspaceLevels.copyToTrash(path) }
      return
    }
    guard replaces else { return }
    let path = store.path(ofLevelNamed: name, besides: nil) ?? file(named: name)
    guard FileStamp(of: path) != nil else { return }
    if let old = try? store.load(at: path) {
      try workspaceLevels.versions(of: workspaceLevels.id(ofLevelAt: path))?.add(old.text)
    } else {
      try workspaceLevels.copyToTrash(path)
    }
  }

  func delete(_ id: String) throws(StudioFailure) -> JSONTree {
    guard !workspace.isReadOnly else { throw StudioFailure.readOnly }
    guard let entry = workspaceLevels.entry(id) else { throw StudioFailure.missing }
    guard !entry.isReadOnly else { throw StudioFailure.builtIn }
    guard !levels.values.contains(where: { $0.id == id && !$0.tabs.isEmpty }) else {
      throw StudioFailure(
        status: 409, code: "level.open", message: "another tab shows this level; close it there")
    }
    try workspaceLevels.delete(entry)
    for level in levels.values where level.id == id { levels[level.document] = nil }
    workspaceLevels.list()
    return [:]
  }

  // MARK: Changes on the disk

  /// Looks at the files until the task is cancelled.
  public func watchFiles() async {
    while !Task.isCancelled {
      try? await Task.sleep(for: FileWatch.interval)
      await lookAtFiles()
    }
  }

  /// Takes over what other programs wrote to open levels, and tells of levels that came and went.
  func lookAtFiles() async {
    for (document, level) in levels where level.hasChangedOnDisk { takeOver(document) }
    if await watch.hasChanged() { sendToAll(.file(.init([(key: "state", value: "levels")]))) }
  }

  /// Looks at a level's file, and tells its tabs what has become of it.
  func takeOver(_ document: Int) {
    guard let before = levels[document], let path = before.session.path else { return }
    let state: String
    let stamp = FileStamp(of: path)
    do {
      let file = try store.load(at: path)
      var isTaken = false
      try change(document, nil) { level in
        let step = try level.take(file, stamped: stamp)
        isTaken = step != nil
        return step
      }
      if levels[document]?.conflict != nil {
        state = "conflict"
      } else if isTaken {
        state = "taken"
      } else if before.isGone || before.unreadablePath != nil || before.conflict != nil {
        state = "back"
      } else {
        return
      }
    } catch {
      _ = try? change(document, nil) { level in
        level.passOver(stamped: stamp)
        return nil
      }
      state = levels[document]?.isGone == true ? "gone" : "unreadable"
    }
    let fields = LiveEvent.Fields([
      (key: "doc", value: .int(document)), (key: "state", value: .string(state)),
    ])
    send(.file(fields), about: document)
  }

  /// Does what was chosen where another program has changed the file.
  func settle(_ document: Int, _ tab: Int, _ side: LiveSide) throws -> JSONTree {
    let level = try level(document)
    let wasAsked = level.conflict != nil
    // The file may have changed after the question was asked; what is used is what it holds now.
    if level.hasChangedOnDisk || wasAsked && side == .theirs { takeOver(document) }
    return try change(document, tab) { try $0.settle(side, wasAsked: wasAsked) }
  }
}
