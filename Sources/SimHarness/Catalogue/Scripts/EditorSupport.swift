import FoundationEssentials

/// What editors need to know of scripts' functions: definitions for the Lua language server and its
/// settings.
///
/// The files in `scripts/` are written from here.
public enum EditorSupport {
  /// A file below the scripts folder.
  public struct File: Sendable {
    public let path: String
    public let text: String
    /// Whether a file that differs is out of date; else it is the user's own by now.
    let isReplaced: Bool
  }

  public static let files = [
    File(path: ".luarc.json", text: settings, isReplaced: false),
    File(path: "types/playtest.lua", text: definitions, isReplaced: true),
  ]

  /// Writes the files that are missing or out of date below a scripts folder.
  ///
  /// `report` takes the path of each file that was written.
  public static func write(
    to folder: String, report: (String) -> Void
  ) throws(FileWriteError) {
    for file in files {
      let path = "\(folder)/\(file.path)"
      if let data = FileManager.default.contents(atPath: path) {
        if !file.isReplaced || data.elementsEqual(file.text.utf8) { continue }
      } else if file.path.contains("/") {
        let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        do {
          try FileManager.default.createDirectory(
            atPath: parent.joined(separator: "/"), withIntermediateDirectories: true)
        } catch {
          throw FileWriteError(path: path, reason: "the folder cannot be made")
        }
      }
      try AtomicFile.write(file.text, to: path)
      report(path)
    }
  }

  /// Settings of lua-language-server.
  static let settings = """
    {
      "$schema": "https://raw.githubusercontent.com/LuaLS/vscode-lua/master/setting/schema.json",
      "runtime.version": "Lua 5.4",
      "runtime.path": ["lib/?.lua"],
      "runtime.pathStrict": true,
      "runtime.builtin": {
        "debug": "disable",
        "ffi": "disable",
        "io": "disable",
        "jit": "disable",
        "os": "disable",
        "package": "disable"
      },
      "workspace.library": ["types", "lib"],
      "workspace.checkThirdParty": false,
      "diagnostics.globals": []
    }

    """

  /// LuaCATS definitions of everything a script may use.
  static var definitions: String {
    """
    ---@meta
    -- Everything that scripts of playtest can use. Written by `playtest new`; do not edit.
    --
    -- Scripts also have the Lua 5.4 language and its string, table, math, utf8 and coroutine
    -- libraries. Not available: io, os, debug, package, dofile, loadfile, string.dump,
    -- collectgarbage, coroutine.close. `require` finds only modules below scripts/lib/; `print`
    -- writes to the run's log. A cell is the number row * columns + column + 1, with row and column
    -- counted from 0 at the top left; the last number of a short row is not used.

    ---A number that levels, suites and runs may set: { default, minimum, maximum }.
    ---@alias Parameter { [1]: number, [2]: number, [3]: number }

    ---@alias Colour
    \(colourLines)

    """ + "\n" + bubbleDefinitions + "\n" + peggleDefinitions + "\n" + agentDefinitions + "\n"
      + generatorDefinitions + "\n" + peggleLevelDefinitions + "\n" + popDefinitions
      + cardsDefinitions
  }

  private static var colourLines: String {
    BubbleColour.allCases.map { "---| \"\($0.name)\"" }.joined(separator: "\n")
  }
}
