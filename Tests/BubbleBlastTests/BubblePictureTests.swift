import TestSupport
import Testing

@testable import BubbleBlastGame
@testable import SimHarness

@Suite struct BubblePictureTests {
  @Test func drawsALevel() throws {
    let file = try BubbleLevelFile.reading(
      """
      {"format": "playtest-level", "version": 1, "game": "bubble-blast", "name": "A",
       "columns": 4, "rows": 9, "legend": {"q": "crate"}, "grid": ["RR.q", "B*B"]}
      """)
    #expect(
      "\n" + BubblePicture.text(of: file) == """

        =========
         R R . q
          B * B
         . . . .
          . . .
         . . . .
          . . .
         . . . .
          . . .
         . . . .
        - - - - -
            ^
        B blue, R red, * bomb, q crate
        """)
    #expect(file.lettersByName == ["blue": "B", "red": "R", "bomb": "*", "crate": "q"])
    #expect(BubblePicture.rows(of: file).count == 9)
  }

  @Test func rulersNumberRowsAndColumns() throws {
    var file = BubbleLevelFile(name: "A")
    file.rules.rows = 9
    file.place(.colour(.red), at: Cell(row: 0, column: 11))
    file.place(.colour(.blue), at: Cell(row: 7, column: 10))
    #expect(
      "\n" + BubblePicture.text(of: file, withRulers: true) == """

                                  1 1
              0 1 2 3 4 5 6 7 8 9 0 1   column in even rows
             =========================
           0  . . . . . . . . . . . R
           1   . . . . . . . . . . .
           2  . . . . . . . . . . . .
           3   . . . . . . . . . . .
           4  . . . . . . . . . . . .
           5   . . . . . . . . . . .
           6  . . . . . . . . . . . .
           7   . . . . . . . . . . B
           8  . . . . . . . . . . . .
             - - - - - - - - - - - - -
               0 1 2 3 4 5 6 7 8 9 0   column in odd rows
                                   1
                         ^
        B blue, R red
        """)
  }

  @Test func drawsAnEmptyLevel() {
    var file = BubbleLevelFile(name: "E")
    file.rules.columns = 2
    #expect(BubblePicture.text(of: file).hasSuffix("- - -\n  ^"))
    #expect(
      BubblePicture.rows(of: file) == [
        "..", ".", "..", ".", "..", ".", "..", ".", "..", ".", "..", ".",
      ])
  }

  @Test func drawsAGameAfterADescent() throws {
    var file = BubbleLevelFile(name: "G")
    file.rules.columns = 4
    file.rules.rows = 9
    file.rules.shots = 20
    file.rules.preview = 2
    file.queue = [.red, .white, .blue]
    file.place(.colour(.red), at: Cell(row: 0, column: 0))
    file.place(.kind("crate"), at: Cell(row: 0, column: 1), preferring: "%")
    file.place(.colour(.blue), at: Cell(row: 1, column: 0))
    let level = try file.level(catalog: TestKinds.all)
    var position = BubblePosition<SmallMask>(setup: level.setup)
    position.board.place(.red, at: Cell(row: 0, column: 0))
    position.board.place(kind: 0, matching: .nothing, at: Cell(row: 0, column: 1))
    position.board.place(.blue, at: Cell(row: 1, column: 0))
    for (place, colour) in file.queue.enumerated() { position.deal(colour, to: place) }
    position.descended = 1
    let letters = BubbleLetters(setup: level.setup, legend: file.lettersByName)
    #expect(
      "\n" + BubblePicture.text(of: position, letters: letters) == """

          . . .
        =========
         R % . .
          B . .
         . . . .
          . . .
         . . . .
          . . .
         . . . .
          . . .
        - - - - -
         . . . .
            R   next: W B   shots left: 20
        B blue, R red, W white, % crate
        """)
  }
}
