import Foundation
import Testing

@testable import SimHarness

/// `run --watch` as a user meets it.
@Suite struct RunWatchTests {
  /// Waits until a file has a number of lines; a test that waits in vain fails by its lines.
  private static let wait = """
    lines() { for i in $(seq 600); do [ "$(wc -l < "$1")" -ge "$2" ] && break; sleep 0.05; done; }
    # In one step, so that nobody reads half of it.
    save() { cat > next; mv next good.json; }
    """

  @Test func showsWhatEachSaveChanged() throws {
    try Program.inFolder { folder in
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      let harder = Program.goodLevel.replacing("\"shots\":12", with: "\"shots\":5")
      try Program.write(harder, to: "harder.json.txt", in: folder)
      let result = try Program.shell(
        """
        \(Self.wait)
        "\(Program.file.path)" run good.json --watch --games 30 > out 2> err &
        pid=$!
        lines out 2; save < harder.json.txt
        lines out 4; echo '{' | save
        lines err 1; save < harder.json.txt
        lines out 5; kill -INT $pid; wait $pid
        """, in: folder)
      #expect(result.code == 130)
      let lines = try Program.text(of: "out", in: folder).split(separator: "\n")
      #expect(lines.count == 5, "\(lines)")
      guard lines.count == 5 else { return }
      #expect(lines[0].hasPrefix("Good: ") && lines[0].hasSuffix("(20 of 30 games)"))
      #expect(lines[1].hasSuffix("(30 games)"))
      #expect(lines[3].contains(", -"), "harder: \(lines[3])")
      #expect(lines[4] == "saved; nothing that affects play has changed")
      let errors = try Program.text(of: "err", in: folder)
      #expect(errors.hasPrefix("playtest: good.json:"), "\(errors)")
      #expect(errors.split(separator: "\n").count == 1)
      #expect(try Program.files(in: folder).contains { $0.hasPrefix("Reports") } == false)
    }
  }

  private static let failures = [
    Program.Failure(66, "playtest run nothing.json --watch", "nothing.json: no such file"),
    Program.Failure(64, "playtest run x --watch --json", "--watch writes no run; leave out --out"),
  ]

  @Test(arguments: failures)
  func saysWhatIsWrong(_ failure: Program.Failure) throws {
    try Program.inFolder { try failure.check(in: $0) }
  }
}
