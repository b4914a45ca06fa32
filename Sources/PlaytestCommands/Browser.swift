import Glibc

/// Opens a page in the user's browser.
enum Browser {
  /// - Parameters:
  ///   - path: The page.
  ///   - isSilent: Whether what `xdg-open` writes is dropped: it names the page, which may hold a
  ///     secret.
  /// - Throws: a failure that names the page, if no browser is available.
  static func open(_ path: String, isSilent: Bool = false) throws {
    var process: pid_t = 0
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for output in isSilent ? [STDOUT_FILENO, STDERR_FILENO] : [] {
      posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
    }
    let name = strdup("xdg-open")
    let page = strdup(path)
    defer {
      free(name)
      free(page)
    }
    var arguments: [UnsafeMutablePointer<CChar>?] = [name, page, nil]
    guard posix_spawnp(&process, "xdg-open", &actions, nil, &arguments, environ) == 0 else {
      throw CommandFailure(
        .failed, "xdg-open is not installed, so no browser was opened; open \(path) yourself")
    }
  }
}
