import Foundation
import TestSupport
import Testing

/// No file names a type of a layer that stands above its own: see `tools/layers.txt`.
@Suite struct LayeringTests {
  private static let sources = Oracle.root.appending(path: "Sources").path

  private static func layers() throws -> Layers {
    let list = Oracle.root.appending(path: "tools/layers.txt").path
    return try Layers(String(contentsOfFile: list, encoding: .utf8))
  }

  private static func layering() throws -> Layering {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: sources)
    let files = try paths.filter { $0.hasSuffix(".swift") }.sorted().map {
      SourceFile(path: $0, text: try String(contentsOfFile: "\(sources)/\($0)", encoding: .utf8))
    }
    return Layering(files, in: try layers())
  }

  @Test func noFileNamesATypeThatItsLayerDoesNotSee() throws {
    let layering = try Self.layering()
    let known = Set(try Self.layers().exceptions)
    for violation in layering.violations where !known.contains(violation.exception) {
      Issue.record("\(violation)")
    }
    for file in layering.strays {
      Issue.record("Sources/\(file) is in no folder of tools/layers.txt")
    }
    // Each exception is of something that is still there.
    let needed = Set(layering.violations.map(\.exception))
    for exception in try Self.layers().exceptions where !needed.contains(exception) {
      Issue.record(
        "tools/layers.txt: \(exception.file) no longer names \(exception.type); remove the exception"
      )
    }
  }

  @Test func everyFolderOfTheListIsThere() throws {
    for folder in try Self.layers().folders {
      #expect(FileManager.default.fileExists(atPath: "\(Self.sources)/\(folder.path)"))
    }
  }

  // MARK: The check itself

  private static let small = """
    # Comment.
    layer: engine
    folder: Engine/Core
    folder: Engine/Runner

    layer: games
    sees: engine
    apart: Games/One
    apart: Games/Two
    except: Games/One/Board.swift Piece Piece2
    """

  private func violations(_ texts: [(String, String)]) throws -> [String] {
    let files = texts.map { SourceFile(path: $0.0, text: $0.1) }
    return Layering(files, in: try Layers(Self.small)).violations.map {
      "\($0.file):\($0.line) \($0.type)"
    }
  }

  @Test func aPlantedReferenceIsFound() throws {
    #expect(
      try violations([
        ("Engine/Core/State.swift", "struct State {\n  let run: Run\n}"),
        ("Engine/Runner/Run.swift", "final class Run { let state: State; let board: Board? }"),
        ("Games/One/Board.swift", "public struct Board { var run = Run() }\nprivate enum Piece {}"),
        ("Games/Two/Table.swift", "enum Table { case of(Board), piece(Piece) }"),
      ]) == [
        "Engine/Core/State.swift:2 Run", "Engine/Runner/Run.swift:1 Board",
        "Games/Two/Table.swift:1 Board",
      ])
  }

  @Test func aTypeOfTheOwnModuleOrFileHidesOthers() throws {
    #expect(
      try violations([
        ("Engine/Core/Edit.swift", "struct Edit {}\nstruct Cell { struct Run {}; let run: Run }"),
        ("Engine/Runner/Run.swift", "struct Run { typealias Board = Int; var board: Board }"),
        ("Games/One/Board.swift", "struct Board {}\nstruct Edit {}"),
        ("Engine/Core/Use.swift", "let edit = Edit()"),
      ]).isEmpty)
  }

  @Test func commentsAndLiteralsAreNoCode() {
    let text = ###"""
      // Comment
      /* Block /* Inner */ Outer */ let a: First
      let b = "Text \(Second("Inner \(Third.self)")) Text \" Quoted"
      let c = """
        Line "Quoted" \
        \(Fourth.member.Fifth)
        """
      let d = ##"Raw \(Text) "# \##(Sixth())"##, e = 0x1P3..<Seventh.end, f = 0...Eighth.end
      """###
    let names = SourceFile(path: "", text: text).mentions.map { "\($0.line) \($0.name)" }
    #expect(
      names == [
        "2 First", "3 Second", "3 Third", "6 Fourth", "8 Sixth", "8 Seventh", "8 Eighth",
      ])
  }

  @Test func theListIsChecked() {
    #expect(throws: Layers.Malformed(line: 2)) { try Layers("layer: a\nsees: b\nlayer: b") }
    #expect(throws: Layers.Malformed(line: 1)) { try Layers("folder: Core") }
    #expect(throws: Layers.Malformed(line: 2)) { try Layers("layer: a\nexcept: Core/File.swift") }
    #expect(throws: Layers.Malformed(line: 3)) { try Layers("layer: a\n\nCore") }
  }
}
