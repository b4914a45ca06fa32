import FoundationEssentials
import Glibc
import SimHarness

/// The library that draws Vega-Lite charts in a browser, as vl-convert packs it.
///
/// vl-convert is a Python module here (`pip install vl-convert-python`), found by the `python3` on
/// the path, so by that of an active virtual environment.
enum ChartLibrary {
  /// Prints the newest library for Vega-Lite 5, of which the charts are.
  private static let program = """
    import sys
    import vl_convert
    versions = [v for v in vl_convert.get_vegalite_versions() if v.startswith("5.")]
    sys.stdout.write(vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;", versions[-1]))
    """

  /// Many times the size of the library.
  private static let maxBytes = 64 << 20

  /// The JavaScript.
  /// - Throws: a failure that says what to install.
  static func text() throws -> String {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "playtest-\(UUID().uuidString).js").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    guard run(["python3", "-c", program], output: path) == 0,
      let data = try? PlainFile.bytes(at: path, limit: maxBytes), !data.isEmpty
    else {
      throw CommandFailure(
        .missingFile,
        "--interactive needs vl-convert for python3; run pip install vl-convert-python, or leave"
          + " --interactive out")
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// Runs a program with its output in a file; gives its exit status, nil if it did not run.
  private static func run(_ words: [String], output: String) -> Int32? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    guard posix_spawnp(&process, words[0], &actions, nil, &arguments, environ) == 0 else {
      return nil
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return nil }
    }
    return status
  }
}
