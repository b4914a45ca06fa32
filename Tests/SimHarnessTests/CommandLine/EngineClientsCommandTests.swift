import Foundation
import Testing

/// `playtest engine clients`.
@Suite struct EngineClientsCommandTests {
  @Test func itsFolderHasTheClients() throws {
    try Program.inFolder { folder in
      let result = try Program.shell(
        """
        cp "$(playtest engine clients)"/{python/playtest_engine.py,javascript/playtest-engine.mjs,\
        c/playtest_engine.h} . && ls *engine*
        """, in: folder)
      #expect(result.code == 0, "\(result.errors)")
      #expect(result.output == "playtest-engine.mjs\nplaytest_engine.h\nplaytest_engine.py\n")
    }
  }
}
