import Synchronization

/// Who may use the server: a token that stays valid until it stops, and one-time codes for it.
public final class StudioAccess: Sendable {
  private struct OneTimeCode {
    let secret: Secret
    let end: ContinuousClock.Instant
  }

  private let secret = Secret()
  private let lifetime: Duration
  private let code = Mutex<OneTimeCode?>(nil)

  init(lifetime: Duration) { self.lifetime = lifetime }

  /// Shows that a request comes from a page that may use the server.
  public var token: String { secret.text }

  /// A new code that `enter` changes into the token, once; the code before becomes invalid.
  ///
  /// The browser is opened with a code, because other users of the machine can read its arguments.
  public func issueCode() -> String {
    let new = OneTimeCode(secret: Secret(), end: .now + lifetime)
    code.withLock { $0 = new }
    return new.secret.text
  }

  /// The token for a valid code, or nil.
  func enter(_ guess: String) -> String? {
    let isValid = code.withLock { code in
      guard let known = code, known.secret.matches(guess) else { return false }
      code = nil
      return ContinuousClock.now < known.end
    }
    return isValid ? token : nil
  }

  func allows(_ guess: String?) -> Bool { guess.map(secret.matches) ?? false }
}
