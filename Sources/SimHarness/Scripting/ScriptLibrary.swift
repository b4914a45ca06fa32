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

  /// The folder's name.
  public var folder: String { self == .cards ? rawValue : rawValue + "s" }
}

/// A scripts folder: finds scripts by the name they give themselves.
///
/// Reads only what is asked for, so that a level without specials pays nothing; and each file once,
/// so that a change of a file is seen by the next library.
public final class ScriptLibrary: Sendable {
  /// The folder, or nil when there is none.
  public let folder: String?
  /// Scripts that come from elsewhere, such as a run's store, in place of a folder.
  private let kept: [ScriptSource]
  /// What loading all the scripts that are asked for may cost.
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

  public init(folder: String?) {
    self.folder = folder
    kept = []
  }

  /// A library of scripts that were kept; each name says its folder, as in `bubbles/crate.lua`.
  public init(kept sources: [ScriptSource]) {
    folder = nil
    kept = sources
  }

  /// The kept text of this name; nil when there is none.
  func keptSource(named name: String) -> ScriptSource? { kept.first { $0.name == name } }

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

  /// The files below `lib/`.
  var moduleFiles: [String] { luaFiles(in: "lib") }

  /// The names of the scripts of a folder, those that were kept included.
  func names(in subfolder: String) -> [String] {
    let kept = kept.map(\.name).filter { $0.hasPrefix("\(subfolder)/") }
    return (luaFiles(in: subfolder) + kept).map(Self.stem(of:))
  }

  /// The names of a kind's files, without `.lua`.
  public func names(of kind: ScriptKind) -> [String] { files(of: kind).map(Self.stem(of:)) }

  /// The modules that `require` finds: the files below `lib/`.
  public func modules() throws(ScriptFault) -> [ScriptSource] {
    if let modules = known.withLock({ $0.modules }) { return try modules.get() }
    let modules: Result<[ScriptSource], ScriptFault>
    do throws(ScriptFault) {
      modules = .success(try readModules())
    } catch {
      modules = .failure(error)
    }
    known.withLock { $0.modules = modules }
    return try modules.get()
  }

  /// Every machine of a script that requires one gets a copy of all of them.
  private static let maxModuleBytes = 4 << 20

  private func readModules() throws(ScriptFault) -> [ScriptSource] {
    var modules: [ScriptSource] = kept.filter { $0.name.hasPrefix("lib/") }.map {
      ScriptSource(name: Self.stem(of: $0.name), text: $0.text)
    }
    var bytes = 0
    for path in luaFiles(in: "lib") {
      let source = try source(at: path, shownAs: shown(path))
      bytes += source.text.utf8.count
      guard bytes <= Self.maxModuleBytes else {
        throw ScriptFault(
          kind: .error,
          message: "\(source.name):0: the modules up to this one have more than"
            + " \(Self.maxModuleBytes >> 20) MiB; make them smaller or fewer")
      }
      modules.append(ScriptSource(name: Self.stem(of: path), text: source.text))
    }
    return modules
  }

  /// The script of a kind whose file or own name is `name`; nil when there is none.
  public func source(of kind: ScriptKind, named name: String) throws(ScriptFault) -> ScriptSource? {
    try source(in: kind.folder, named: name)
  }

  /// The script of a folder whose file is called `name`; nil when there is none.
  func source(in subfolder: String, named name: String) throws(ScriptFault) -> ScriptSource? {
    guard Self.isName(name) else { return nil }
    if let source = kept.first(where: { $0.name == "\(subfolder)/\(name).lua" }) { return source }
    guard let folder else { return nil }
    let path = "\(folder)/\(subfolder)/\(name).lua"
    if isInside(path) { return try source(at: path, shownAs: shown(path)) }
    return nil
  }

  /// What a script says, loaded once, on the library's budget.
  ///
  /// `kind` tells apart what one script may be read as.
  public func loaded<Value: Sendable>(
    _ source: ScriptSource, as kind: String,
    _ load: ([ScriptSource]) throws(ScriptFault) -> Value
  ) throws(ScriptFault) -> Value {
    let modules = try libraries(for: source)
    let reading = Known.Reading(kind: kind, name: source.name, hash: source.hash)
    let earlier = known.withLock { $0.read[reading] }
    if let result = earlier as? Result<Value, ScriptFault> { return try result.get() }
    let result: Result<Value, ScriptFault> = loading.within {
      do throws(ScriptFault) {
        return .success(try load(modules))
      } catch {
        return .failure(error)
      }
    }
    known.withLock { $0.read[reading] = result }
    return try result.get()
  }

  /// Every script of a kind.
  public func sources(of kind: ScriptKind) throws(ScriptFault) -> [ScriptSource] {
    try sources(in: kind.folder)
  }

  /// Every script of a folder.
  func sources(in subfolder: String) throws(ScriptFault) -> [ScriptSource] {
    var sources = kept.filter { $0.name.hasPrefix("\(subfolder)/") }
    for path in luaFiles(in: subfolder) {
      sources.append(try source(at: path, shownAs: shown(path)))
    }
    return sources
  }

  /// The bubble kind of this name: the file of that name if it has it, else whichever file does.
  public func bubbleKind(named name: String) throws(ScriptFault) -> BubbleKind? {
    if let source = try source(of: .bubble, named: name) {
      let kind = try bubbleKind(source)
      if kind.name == name { return kind }
    }
    guard Self.isName(name) else { return nil }
    for source in try sources(of: .bubble) where source.text.contains(name) {
      // A broken file is none of this level's business.
      guard let kind = try? bubbleKind(source) else { continue }
      if kind.name == name { return kind }
    }
    return nil
  }

  /// The bubble kind of a script.
  func bubbleKind(_ source: ScriptSource) throws(ScriptFault) -> BubbleKind {
    try loaded(source, as: ScriptKind.bubble.rawValue) { modules throws(ScriptFault) in
      try ScriptedBubble.kind(from: source, libraries: modules)
    }
  }

  /// Every bubble kind that loads, by name.
  public func bubbleKinds() throws(ScriptFault) -> [BubbleKind] {
    var kinds: [BubbleKind] = []
    for source in try sources(of: .bubble) {
      let kind = try bubbleKind(source)
      if let twin = kinds.first(where: { $0.name == kind.name || $0.glyph == kind.glyph }) {
        let what = twin.name == kind.name ? "name '\(kind.name)'" : "glyph \"\(kind.glyph)\""
        throw ScriptFault(
          kind: .error,
          message: "\(source.name):1: \(twin.source.name) has the \(what) already; choose another")
      }
      kinds.append(kind)
    }
    return kinds.sorted { $0.name < $1.name }
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
    let source: Result<ScriptSource, ScriptFault>
    do throws(ScriptFault) {
      source = .success(try Self.read(path, shownAs: name))
    } catch {
      source = .failure(error)
    }
    known.withLock { $0.sources[place] = source }
    return try source.get()
  }

  private static func read(_ path: String, shownAs name: String) throws(ScriptFault) -> ScriptSource
  {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ScriptFault(kind: .error, message: "\(name):0: the file cannot be read")
    }
    guard data.count <= 64 << 10 else {
      throw ScriptFault(
        kind: .error, message: "\(name):0: a script is at most 64 KiB; this one has \(data.count)")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw ScriptFault(kind: .error, message: "\(name):0: the text is not valid UTF-8")
    }
    let source = ScriptSource(name: name, text: text)
    return ScriptSource(
      name: name, text: text, isBundled: BundledScripts.hashes.contains(source.hash))
  }

  private func luaFiles(in subfolder: String) -> [String] {
    guard let folder else { return [] }
    if let files = known.withLock({ $0.files[subfolder] }) { return files }
    let path = "\(folder)/\(subfolder)"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let files = names.filter { $0.hasSuffix(".lua") && !$0.hasPrefix("_") && !$0.hasPrefix(".") }
      .sorted().map { "\(path)/\($0)" }.filter { isInside($0) }
    known.withLock { $0.files[subfolder] = files }
    return files
  }

  /// Whether a file lies below the scripts folder when all links are followed.
  ///
  /// The folder itself may be a link; one inside it that leads out is as good as missing, so that
  /// a folder of scripts from elsewhere reads no other file.
  private func isInside(_ path: String) -> Bool {
    guard let folder else { return false }
    func real(_ path: String) -> String? {
      realpath(path, nil).map { found in
        defer { free(found) }
        return String(cString: found)
      }
    }
    guard let home = real(folder), let file = real(path) else { return false }
    return file.utf8.starts(with: (home == "/" ? home : home + "/").utf8)
  }

  /// A path as messages show it: `bubbles/crate.lua`.
  private func shown(_ path: String) -> String {
    path.split(separator: "/").suffix(2).joined(separator: "/")
  }

  private static func stem(of path: String) -> String {
    let file = path.split(separator: "/").last ?? ""
    return file.hasSuffix(".lua") ? String(file.dropLast(4)) : String(file)
  }
}
