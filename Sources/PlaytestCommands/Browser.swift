import Glibc

/// Opens a page in the user's browser.
enum Browser {
  /// - Throws: a failure that names the page, if no browser is available.
  static func open(_ path: String) throws {
    var process: pid_t = 0
    let name = strdup("xdg-open")
    let page = strdup(path)
    defer {
      free(name)
      free(page)
    }
    var arguments: [UnsafeMutablePointer<CChar>?] = [name, page, nil]
    guard posix_spawnp(&process, "xdg-open", nil, nil, &arguments, environ) == 0 else {
      throw CommandFailure(
        .failed, "xdg-open is not installed, so no browser was opened; open \(path) yourself")
    }
  }
}
