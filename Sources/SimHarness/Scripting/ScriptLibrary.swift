import FoundationEssentials
import Glibc
import Synchronization

/// The kinds of scripts, each in a folder of its own below the scripts folder.
public enum ScriptKind: String, CaseIterable, Sendable {
  case bubble
  case agent
  case generator
  case peg
  case mode
  case master
  /// A bubble of bubble pop.
  case pop
  /// Draws the colours of new bubbles.
  case spawner
  case cards
  /// The rules of a whole game.
  case game

  /// The folder's name.
  public var folder: String { self == .cards ? rawValue : rawValue + "s" }

  /// Whether its scripts are found by the names of their files rather than by their own.
  package var isFoundByFile: Bool {
    self == .agent || self == .generator || self == .game
  }
}

/// Finds scripts by the names they give themselves, in one or more scripts folders.
///
/// The folders are searched in order: a script hides one of the same file or name in a later
/// folder. Reads only what is requested, so that a level without specials costs nothing; and each
/// file once, so that a change of a file is seen by the next library, or after `lookAgain`.
public final class ScriptLibrary: Sendable {
  /// The scripts folders in the order in which they are searched.
  public let folders: [String]
  /// Where the built-in scripts are: the last of `folders`, unless they are the only ones.
  public let builtInFolder: String?
  /// Scripts that come from elsewhere, such as a run's store, in place of a folder.
  private let kept: [ScriptSource]?
  /// The budget for loading all requested scripts.
  let loading = LoadingBudget(
    instructions: LoadingBudget.loadingInstructions, for: "loading scripts")
  private let known = Mutex(Known())

  /// What was read and loaded before.
  private struct Known {
    struct Place: Hashable {
      let path: String
      let name: String
    }
    struct Reading: Hashable {
      let kind: String
      let name: String
      let hash: String
    }
    var files: [String: [String]] = [:]
    var sources: [Place: Result<ScriptSource, ScriptFault>] = [:]
    var modules: Result<[ScriptSource], ScriptFault>?
    var read: [Reading: any Sendable] = [:]
  }

  /// The games whose levels may name its scripts.
  ///
  /// Those that are scripts of this library included.
  public var games: GameRegistry { program.finding(in: self) }
  /// The games of the program.
  private let program: GameRegistry

  /// The scripts of one folder, or none.
  public init(folder: String?, games: GameRegistry) {
    program = games.finding(in: nil)
    folders = folder.map { [$0] } ?? []
    builtInFolder = nil
    kept = nil
  }

  /// The user's scripts and, after them, the built-in ones.
  ///
  /// The two may be the same folder; either may be missing.
  public init(own: String, builtIn: String?, games: GameRegistry) {
    program = games.finding(in: nil)
    let place = Self.real(own)
    let isSame = place != nil && place == builtIn.flatMap(Self.real)
    folders = isSame ? [own] : [own] + [builtIn].compactMap(\.self)
    builtInFolder = isSame ? own : builtIn
    kept = nil
  }

  /// A library of scripts that were kept; each name says its folder, as in `bubbles/crate.lua`.
  public init(kept sources: [ScriptSource], games: GameRegistry) {
    program = games.finding(in: nil)
    folders = []
    builtInFolder = nil
    kept = sources
  }

  /// Looks at the folders and files again from now on: for programs that run for long.
  ///
  /// Games and modules stay as they were read, because levels of those games may be open.
  public func lookAgain() {
    let games = folders.map { "\($0)/\(ScriptKind.game.folder)/" }
    func isOfGame(_ place: Known.Place) -> Bool { games.contains { place.path.hasPrefix($0) } }
    known.withLock { known in
      known.files = [:]
      known.sources = known.sources.filter { isOfGame($0.key) }
    }
  }

  /// Whether this is a library of scripts that were kept.
  package var isKept: Bool { kept != nil }

  /// The kept text of this name; nil when there is none.
  package func keptSource(named name: String) -> ScriptSource? { kept?.first { $0.name == name } }

  /// The kept scripts of a folder.
  private func keptSources(in subfolder: String) -> [ScriptSource] {
    (kept ?? []).filter { $0.name.hasPrefix("\(subfolder)/") }
  }

  /// Whether a text may be a script's or kind's name: letters, digits, `-` and `_`, at most 40.
  public static func isName(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122)
          || byte == 45 || byte == 95
      }
  }

  /// Whether there is a file at a path.
  public static func fileExists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }

  /// The script files of a kind, by name; templates (`_name.lua`) are left out.
  public func files(of kind: ScriptKind) -> [String] { luaFiles(in: kind.folder) }

  /// Whether a file is one of the built-in scripts.
  public func isBuiltIn(_ path: String) -> Bool {
    builtInFolder.map { path.hasPrefix("\($0)/") } ?? false
  }

  /// The built-in file of a kind that has the file name of another one, which hides it.
  package func builtInFile(of kind: ScriptKind, like path: String) -> String? {
    guard let builtInFolder else { return nil }
    let file = "\(builtInFolder)/\(kind.folder)/\(ScriptName.stem(of: path)).lua"
    return Self.isInside(file, builtInFolder) ? file : nil
  }

  /// The files below `lib/`.
  package var moduleFiles: [String] { luaFiles(in: "lib") }

  /// The names of the scripts of a folder, those that were kept included.
  package func names(in subfolder: String) -> [String] {
    (luaFiles(in: subfolder) + keptSources(in: subfolder).map(\.name)).map(ScriptName.stem(of:))
  }

  /// The names of the JSON files of a folder that were kept.
  func keptNames(of folder: String) -> [String] {
    keptSources(in: folder).map { ScriptName.stem(of: $0.name) }.filter { $0.hasSuffix(".json") }
      .map { String($0.dropLast(".json".count)) }
  }

  /// The names of a kind's files, without `.lua`.
  public func names(of kind: ScriptKind) -> [String] { files(of: kind).map(ScriptName.stem(of:)) }

  /// The modules that `require` finds: the files below `lib/`.
  public func modules() throws(ScriptFault) -> [ScriptSource] {
    if let modules = known.withLock({ $0.modules }) { return try modules.get() }
    let modules = Result { () throws(ScriptFault) in try readModules() }
    known.withLock { $0.modules = modules }
    return try modules.get()
  }

  /// Every machine of a script that requires one gets a copy of all of them.
  private static let maxModuleBytes = 4 << 20

  private func readModules() throws(ScriptFault) -> [ScriptSource] {
    // Runs of earlier versions kept modules without their folder.
    var modules = (kept ?? []).filter { source in
      source.name.hasPrefix("lib/") || !source.name.contains { $0 == "/" || $0 == "." }
    }
    var bytes = 0
    for path in luaFiles(in: "lib") {
      let source = try source(at: path, shownAs: Self.shown(path))
      bytes += source.text.utf8.count
      guard bytes <= Self.maxModuleBytes else {
        throw ScriptFault(
          kind: .error,
          message: "\(source.name):0: the modules loaded so far have more than"
            + " \(Self.maxModuleBytes >> 20) MiB; make them smaller or fewer")
      }
      modules.append(source)
    }
    return modules
  }

  /// The script of a kind whose file is called `name`; nil when there is none.
  public func source(of kind: ScriptKind, named name: String) throws(ScriptFault) -> ScriptSource? {
    try source(in: kind.folder, named: name)
  }

  /// The script of a folder whose file is called `name`; nil when there is none.
  func source(in subfolder: String, named name: String) throws(ScriptFault) -> ScriptSource? {
    guard Self.isName(name) else { return nil }
    if let source = keptSource(named: "\(subfolder)/\(name).lua") { return source }
    for folder in folders {
      let path = "\(folder)/\(subfolder)/\(name).lua"
      if Self.isInside(path, folder) { return try source(at: path, shownAs: Self.shown(path)) }
    }
    return nil
  }

  /// The definition in the script of a folder whose own name is `name`; nil if there is none.
  ///
  /// In each scripts folder in turn the file of that name is tried, then every other file.
  package func definition<Definition>(
    in subfolder: String, named name: String, _ ownName: (Definition) -> String,
    _ load: (ScriptSource) throws(ScriptFault) -> Definition
  ) throws(ScriptFault) -> Definition? {
    guard Self.isName(name) else { return nil }
    let current = try source(in: subfolder, named: name)
    let defaultFolder = folders.first { Self.isInside("\($0)/\(subfolder)/\(name).lua", $0) }
    for folder in isKept ? [nil] : folders.map(Optional.some) {
      if let current, folder == defaultFolder {
        let definition = try load(current)
        if ownName(definition) == name { return definition }
      }
      // Broken files with other names are ignored.
      let others =
        folder.map { files(in: subfolder, of: $0) }?.compactMap {
          try? source(at: $0, shownAs: Self.shown($0))
        } ?? keptSources(in: subfolder)
      for source in others where source.text.contains(name) {
        if let definition = try? load(source), ownName(definition) == name { return definition }
      }
    }
    return nil
  }

  /// What a script says, loaded once, on the library's budget.
  ///
  /// `kind` distinguishes the types that one script may be read as.
  public func loaded<Value: Sendable>(
    _ source: ScriptSource, as kind: String,
    _ load: ([ScriptSource]) throws(ScriptFault) -> Value
  ) throws(ScriptFault) -> Value {
    let modules = try libraries(for: source)
    let reading = Known.Reading(kind: kind, name: source.name, hash: source.hash)
    let earlier = known.withLock { $0.read[reading] }
    if let result = earlier as? Result<Value, ScriptFault> { return try result.get() }
    let result = loading.within { Result { () throws(ScriptFault) in try load(modules) } }
    known.withLock { $0.read[reading] = result }
    return try result.get()
  }

  /// Every script of a kind.
  public func sources(of kind: ScriptKind) throws(ScriptFault) -> [ScriptSource] {
    try sources(in: kind.folder)
  }

  /// Every script of a folder.
  func sources(in subfolder: String) throws(ScriptFault) -> [ScriptSource] {
    var sources = keptSources(in: subfolder)
    for path in luaFiles(in: subfolder) {
      sources.append(try source(at: path, shownAs: Self.shown(path)))
    }
    return sources
  }

  /// The modules a script may require; none when it mentions no `require`.
  public func libraries(for source: ScriptSource) throws(ScriptFault) -> [ScriptSource] {
    source.mentionsRequire ? try modules() : []
  }

  /// Reads one script file.
  ///
  /// Messages call it `name`.
  public func source(at path: String, shownAs name: String) throws(ScriptFault) -> ScriptSource {
    let place = Known.Place(path: path, name: name)
    if let source = known.withLock({ $0.sources[place] }) { return try source.get() }
    let source = Result { () throws(ScriptFault) in try Self.read(path, shownAs: name) }
    known.withLock { $0.sources[place] = source }
    return try source.get()
  }

  /// The most bytes of a script.
  private static let maxBytes = 64 << 10

  private static func read(_ path: String, shownAs name: String) throws(ScriptFault) -> ScriptSource
  {
    let bytes: [UInt8]
    do throws(PlainFile.Problem) {
      bytes = try PlainFile.bytes(at: path, limit: maxBytes)
    } catch {
      let reason =
        switch error {
        case .missing: "cannot read the file: there is no such file"
        case .unreadable, .notPlain: error.words(limit: maxBytes)
        case .tooLarge(let size):
          "a script can have at most \(maxBytes) bytes; this one has \(size)"
        }
      throw ScriptFault(kind: .error, message: "\(name):1: \(reason)")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let place = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
      throw ScriptFault(
        kind: .error,
        message: "\(name):\(place + 1): the text is not valid UTF-8; save the file as UTF-8")
    }
    guard text.unicodeScalars.first != "\u{FEFF}" else {
      throw ScriptFault(
        kind: .error, message: "\(name):1: \(JSONTextProblem.byteOrderMark.message)")
    }
    let source = ScriptSource(name: name, text: text)
    return ScriptSource(
      name: name, text: text, isBundled: BundledScripts.hashes.contains(source.hash))
  }

  /// The Lua files of a folder of all scripts folders, sorted by name; of two of a name the first.
  private func luaFiles(in subfolder: String) -> [String] {
    folders.flatMap { files(in: subfolder, of: $0) }
      .sorted { (ScriptName.stem(of: $0), $0) < (ScriptName.stem(of: $1), $1) }
  }

  /// The Lua files of a folder of one scripts folder, without those that an earlier one hides.
  private func files(in subfolder: String, of folder: String) -> [String] {
    let earlier = folders.prefix { $0 != folder }.flatMap { files(in: subfolder, of: $0) }
    let hidden = Set(earlier.map(Self.shown))
    return allFiles(in: subfolder, of: folder).filter { !hidden.contains(Self.shown($0)) }
  }

  private func allFiles(in subfolder: String, of folder: String) -> [String] {
    let path = "\(folder)/\(subfolder)"
    if let files = known.withLock({ $0.files[path] }) { return files }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let files = names.filter { $0.hasSuffix(".lua") && !$0.hasPrefix("_") && !$0.hasPrefix(".") }
      .sorted().map { "\(path)/\($0)" }.filter { Self.isInside($0, folder) }
    known.withLock { $0.files[path] = files }
    return files
  }

  /// Whether a file lies below its scripts folder when all links are followed.
  ///
  /// The folder itself may be a link; one inside it that leads outside counts as missing, so that a
  /// folder of scripts from elsewhere reads no other file.
  private static func isInside(_ path: String, _ folder: String) -> Bool {
    guard let home = real(folder), let file = real(path) else { return false }
    return file.utf8.starts(with: (home == "/" ? home : home + "/").utf8)
  }

  /// A path with all links followed; nil if there is nothing.
  private static func real(_ path: String) -> String? {
    realpath(path, nil).map { found in
      defer { free(found) }
      return String(cString: found)
    }
  }

  /// A path as messages show it: `bubbles/crate.lua`.
  private static func shown(_ path: String) -> String {
    path.split(separator: "/").suffix(2).joined(separator: "/")
  }
}
