/// Finds the games of engines: programs of a project that have the rules of a game.
public protocol EngineFinding: Sendable {
  /// The names of the engines' files, sorted.
  var names: [String] { get }

  /// The folder that is searched for them, in words.
  var searchedFolder: String { get }

  /// The game of the engine of this name, which is started to ask; nil if there is no file.
  /// - Throws: What is wrong with its file, or with what it answers.
  func game(named name: String) throws(ScriptFault) -> (any RegisteredGame)?

  /// The game of a build that a run kept; the engine is started when a game is played.
  /// - Throws: What is wrong with the text.
  func game(kept: ScriptSource) throws(ScriptFault) -> any RegisteredGame
}

/// How runs name the build of an engine among the scripts that they keep.
package enum EngineNames {
  /// The folder of engines' files, beside that of scripts.
  package static let folder = "engines"

  /// The name of an engine's build: that of its file.
  package static func kept(_ name: String) -> String { "\(folder)/\(name).json" }

  /// Whether what a run kept under a name is an engine's build.
  package static func isKept(_ name: String) -> Bool {
    name.hasPrefix("\(folder)/") && name.hasSuffix(".json")
  }
}
