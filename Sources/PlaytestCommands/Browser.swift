import Glibc
import SimHarness

/// Opens a page in the user's browser.
enum Browser {
  /// How long `xdg-open` may look for a browser; one that it starts itself it may wait for until the
  /// browser is closed.
  private static let patience = Duration.seconds(2)
  private static let interval = Duration.milliseconds(20)

  /// Opens a page whose name was printed.
  ///
  /// - Throws: a failure that names the page, if no browser is available.
  static func open(_ path: String) async throws {
    guard await shows(path) else {
      throw CommandFailure(
        .failed,
        "\(SafeText.escaped(path, limit: 1_000)): no browser was found; open this page yourself")
    }
  }

  /// Whether a browser was found for a page.
  ///
  /// What `xdg-open` writes is dropped: it lists every browser that it tried, and names the page,
  /// which may hold a secret.
  static func shows(_ path: String) async -> Bool {
    guard let process = start(["xdg-open", path]) else { return false }
    let end = ContinuousClock.now + patience
    while ContinuousClock.now < end {
      var status: Int32 = 0
      if waitpid(process, &status, WNOHANG) == process { return status == 0 }
      try? await Task.sleep(for: interval)
    }
    return true
  }

  /// Starts a program without a terminal; nil where it is not installed.
  private static func start(_ words: [String]) -> pid_t? {
    var process: pid_t = 0
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    for output in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
    }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    guard posix_spawnp(&process, words[0], &actions, nil, &arguments, environ) == 0 else {
      return nil
    }
    return process
  }
}
