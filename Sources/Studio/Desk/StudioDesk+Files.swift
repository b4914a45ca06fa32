import SimHarness
import TextFormats

/// The files of levels: what is saved and deleted, and what other programs write.
extension StudioDesk {
  // MARK: Saving and deleting

  func save(
    _ document: Int, _ tab: Int, as name: String?, replaces: Bool
  ) throws -> JSONTree {
    guard !workspace.isReadOnly else { throw StudioFailure.readOnly }
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
    let path = store.list().first { $0.name == name }?.path ?? file(named: name)
    guard FileStamp(of: path) != nil else { return }
    if let old = try? store.load(at: path) {
      try workspaceLevels.versions(of: workspaceLevels.id(ofLevelAt: path))?.add(old.text)
    } else {
      try workspaceLevels.copyToTrash(path)
    }
  }

  func delete(_ id: String) throws(StudioFailure) -> JSONTree {
    guard let entry = workspaceLevels.entry(id), !entry.isReadOnly, !workspace.isReadOnly else {
      throw StudioFailure.readOnly
    }
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

  func takeOver(_ document: Int) {
    guard let path = levels[document]?.session.path else { return }
    let wasGone = levels[document]?.isGone == true
    let state: String
    do {
      let file = try store.load(at: path)
      try change(document, nil) { try $0.take(file) }
      guard wasGone || levels[document]?.conflict != nil else { return }
      state = levels[document]?.conflict != nil ? "conflict" : "back"
    } catch {
      _ = try? change(document, nil) { level in
        level.passOver()
        return nil
      }
      state = levels[document]?.isGone == true ? "gone" : "unreadable"
    }
    let fields = LiveEvent.Fields([
      (key: "doc", value: .int(document)), (key: "state", value: .string(state)),
    ])
    send(.file(fields), about: document)
  }
}
