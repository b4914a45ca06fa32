import CProcess

/// A crash of an engine's library, which ends the program.
public enum LibraryCrash {
  /// Has something called first, in a signal handler: it must be safe there.
  public static func before(_ body: @escaping @convention(c) () -> Void) {
    clibrary_before_crash(body)
  }
}
