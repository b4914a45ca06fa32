import Testing
import TextFormats

@testable import Studio

/// Who may ask: the token, one-time codes and tickets.
@Suite struct AccessTests {
  @Test func honestRequestsAreAnswered() async throws {
    try await Serving.run { serving in
      try await serving.expectHonestAnswer()
      let page = try await serving.exchange(serving.request("GET", "/", token: false))
      #expect(page.statuses == [200] && page.body == "<p>")
      let echo = try await serving.exchange(serving.request("POST", "/api/echo", body: "[1]"))
      #expect(echo.statuses == [200] && echo.body == "[1]")
    }
  }

  @Test func aConnectionTakesSeveralRequests() async throws {
    try await Serving.run { serving in
      let first = serving.request("POST", "/api/echo", body: "[1]", keepsAlive: true)
      let last = serving.request("POST", "/api/echo", body: "[2]")
      let port = serving.port
      let bodies = try await offPool {
        let connection = try RawConnection(port: port)
        connection.send(first)
        let one = try connection.receiveAnswer()
        // Two at once are answered in their order.
        connection.send(first + last)
        let two = RawAnswer(String(decoding: try connection.receiveAll(), as: UTF8.self))
        return (one.body, two.statuses, two.text.hasSuffix("[2]"))
      }
      #expect(bodies == ("[1]", [200, 200], true))
    }
  }

  @Test func everythingBelowApiNeedsTheToken() async throws {
    try await Serving.run { serving in
      for path in ["/api/levels", "/api/levels/a", "/api/unknown", "/api/"] {
        let answer = try await serving.exchange(serving.request("GET", path, token: false))
        #expect(answer.statuses == [401], "\(path)")
      }
      let token = serving.server.access.token
      let last = token.last == "0" ? "1" : "0"
      let wrong = ["", "x", String(token.dropLast()), token.dropLast() + last, token + "0"]
      for guess in wrong {
        let answer = try await serving.exchange(
          serving.request(
            "GET", "/api/levels", fields: ["X-Playtest-Token: \(guess)"], token: false))
        #expect(answer.statuses == [401], "\(guess)")
      }
      #expect(await serving.application.seen == [])
      let known = try await serving.exchange(serving.request("GET", "/api/unknown"))
      #expect(known.statuses == [404])
    }
  }

  @Test func secretsHave128RandomBits() {
    let secrets = (0..<1_000).map { _ in Array(Secret().text.utf8) }
    #expect(Set(secrets).count == 1_000)
    let digits = Set("0123456789abcdef".utf8)
    #expect(secrets.allSatisfy { $0.count == 32 && digits.isSuperset(of: $0) })
    // Every digit comes at every place; one is missing in one of 10^25 runs.
    for place in 0..<32 { #expect(Set(secrets.map { $0[place] }) == digits) }
  }

  @Test func aCodeIsGoodOnce() async throws {
    try await Serving.run { serving in
      let address = serving.server.oneTimeAddress()
      let token = serving.server.access.token
      #expect(!address.contains(token))
      let code = try #require(address.split(separator: "#once=").last)
      let request = serving.request(
        "POST", "/api/enter", body: #"{"once":"\#(code)"}"#, token: false)
      let answers = [try await serving.exchange(request), try await serving.exchange(request)]
      #expect(answers.map(\.status) == [200, 401])
      #expect(answers[0].body == #"{"token":"\#(token)"}"#)
      #expect(!answers[1].text.contains(token))
    }
  }

  @Test func codesGrowOldAndAreReplaced() async throws {
    let access = StudioAccess(lifetime: .zero)
    #expect(access.enter(access.issueCode()) == nil)
    let young = StudioAccess(lifetime: .seconds(3_600))
    let first = young.issueCode()
    let second = young.issueCode()
    #expect(young.enter(first) == nil)
    #expect(young.enter("") == nil)
    #expect(young.enter(second) == young.token)
    #expect(young.enter(second) == nil)
  }

  @Test func secretsAreInFragmentsOnly() async throws {
    try await Serving.run { serving in
      let server = serving.server
      #expect(
        server.reusableAddress == "http://127.0.0.1:\(server.port)/#token=\(server.access.token)")
      #expect(server.oneTimeAddress().hasPrefix("http://127.0.0.1:\(server.port)/#once="))
      let page = try await serving.exchange(serving.request("GET", "/"))
      #expect(!page.text.contains(server.access.token))
    }
  }

  // MARK: Answers

  private static let security: [(String, String)] = [
    ("x-content-type-options", "nosniff"), ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"), ("cross-origin-resource-policy", "same-origin"),
  ]

  @Test(arguments: ["/", "/api/levels", "/api/unknown", "/unknown", "*"])
  func everyAnswerHasThePolicies(_ path: String) async throws {
    try await Serving.run { serving in
      let answer = try await serving.exchange(serving.request("GET", path))
      for (name, value) in Self.security { #expect(answer.field(name) == value) }
      #expect(
        answer.field("content-security-policy")
          == "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
          + "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; "
          + "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'")
      #expect(!answer.text.lowercased().contains("access-control-"))
      #expect(!answer.text.lowercased().contains("set-cookie"))
      #expect(answer.field("server") == nil)
    }
  }

  @Test func pagesAreFetchedAgainOnlyAfterAChange() async throws {
    try await Serving.run { serving in
      let page = try await serving.exchange(serving.request("GET", "/"))
      #expect(page.field("etag") == "\"t1\"" && page.field("cache-control") == "no-cache")
      let kept = try await serving.exchange(
        serving.request("GET", "/", fields: ["If-None-Match: \"t1\""]))
      #expect(kept.statuses == [304] && kept.body == "")
      let old = try await serving.exchange(
        serving.request("GET", "/", fields: ["If-None-Match: \"t0\""]))
      #expect(old.statuses == [200])
      let list = try await serving.exchange(serving.request("GET", "/api/levels"))
      #expect(list.field("cache-control") == "no-store" && list.field("etag") == nil)
    }
  }

  @Test func reportsRunApart() async throws {
    try await Serving.run { serving in
      let path = serving.application.tickets.issue(Array("<h1>".utf8))
      let answer = try await serving.exchange(serving.request("GET", path, token: false))
      #expect(answer.statuses == [200] && answer.body == "<h1>")
      let policy = try #require(answer.field("content-security-policy"))
      #expect(policy.hasSuffix("sandbox allow-scripts") && policy.contains("default-src 'none'"))
      #expect(!policy.contains("allow-same-origin") && !policy.contains("connect-src"))
      for (name, value) in Self.security { #expect(answer.field(name) == value) }
      for guess in ["a", String(repeating: "0", count: 32), "../report", ""] {
        let wrong = try await serving.exchange(
          serving.request("GET", "/view/\(guess)/report.html", token: false))
        #expect(wrong.statuses == [404])
      }
      // Only the newest two are kept here.
      let others = (0..<2).map { serving.application.tickets.issue(Array("\($0)".utf8)) }
      let gone = try await serving.exchange(serving.request("GET", path, token: false))
      #expect(gone.statuses == [404])
      let kept = try await serving.exchange(serving.request("GET", others[0], token: false))
      #expect(kept.body == "0")
    }
  }
}
