import TextFormats

/// What points and commas in the numbers of a table mean, as far as its cells show it.
///
/// Only where fields are not separated by commas can a number have a decimal comma. Then `1.000` may
/// be one or a thousand, which other numbers of the table decide, or nothing does.
struct NumberMarks {
  /// A cell whose marks may group thousands.
  struct Cell {
    let line: Int
    let column: Int
    let shown: String

    init(_ text: ArraySlice<UInt8>, _ line: Int, _ column: Int) {
      self.line = line
      self.column = column
      shown = ImportReader.shown(text)
    }
  }

  /// Whether numbers may have a decimal comma.
  let decimalComma: Bool
  /// Whether some number has a decimal comma, and the first cell whose points may group thousands.
  private var hasDecimalComma = false
  private var grouped: Cell?
  /// The first of those cells that is to hold a whole number.
  private var groupedWhole: Cell?
  /// The same for decimal points and commas.
  private var hasDecimalPoint = false
  private var groupedByComma: Cell?
  /// Whether some number has a decimal comma that cannot group thousands.
  private var hasPlainDecimalComma = false

  private static let comma = UInt8(ascii: ",")
  private static let point = UInt8(ascii: ".")
  private static let withoutCommas = "where commas do not separate"

  init(decimalComma: Bool) { self.decimalComma = decimalComma }

  /// Takes notice of a cell that is to hold a whole number.
  ///
  /// - Returns: What is wrong with its marks; nil: nothing.
  mutating func notice(
    whole cell: ArraySlice<UInt8>, _ number: CellNumber, _ line: Int, _ column: Int
  ) -> String? {
    guard decimalComma else { return nil }
    // Nobody writes a whole number with a decimal comma and three zeros.
    if Self.isGrouped(cell, by: Self.comma) {
      return Self.ambiguous(ImportReader.shown(cell), "comma", Self.withoutCommas)
    }
    if Self.isGrouped(cell, by: Self.point) {
      guard case .whole = number else {
        return Self.ambiguous(ImportReader.shown(cell), "point", Self.withoutCommas)
      }
      if groupedWhole == nil { groupedWhole = Cell(cell, line, column) }
    }
    notice(cell, number, line, column)
    return nil
  }

  /// Takes notice of any cell that may hold a number.
  mutating func notice(
    _ cell: ArraySlice<UInt8>, _ number: CellNumber, _ line: Int, _ column: Int
  ) {
    guard decimalComma, cell.count > 1 else { return }
    let isNumber = number.value != nil
    if cell.contains(Self.comma) {
      if isNumber { hasDecimalComma = true }
      if Self.isGrouped(cell, by: Self.comma) {
        if groupedByComma == nil { groupedByComma = Cell(cell, line, column) }
      } else if isNumber {
        hasPlainDecimalComma = true
      }
    } else if cell.contains(Self.point), isNumber {
      if Self.isGrouped(cell, by: Self.point) {
        if grouped == nil { grouped = Cell(cell, line, column) }
      } else {
        hasDecimalPoint = true
      }
    }
  }

  /// Whether a cell is a number whose marks may group thousands, such as `1.000`.
  private static func isGrouped(_ cell: ArraySlice<UInt8>, by mark: UInt8) -> Bool {
    let digits = cell.first == UInt8(ascii: "-") ? cell.dropFirst() : cell
    let groups = digits.split(separator: mark, omittingEmptySubsequences: false)
    return groups.count > 1 && (1...3).contains(groups[0].count)
      && groups.dropFirst().allSatisfy { $0.count == 3 }
      && groups.joined().allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }

  private static func ambiguous(_ shown: String, _ mark: String, _ place: String) -> String {
    "\(shown) may have a decimal \(mark) or group thousands, \(place); write it without the"
      + " \(mark)"
  }

  // MARK: When all cells are known

  /// Cells that cannot be read because the others leave open what their marks are, with the reason.
  var problems: [(cell: Cell, message: String)] {
    var problems: [(Cell, String)] = []
    if hasDecimalComma, let grouped {
      problems.append(
        (grouped, Self.ambiguous(grouped.shown, "point", "in a file with decimal commas")))
    } else if !hasDecimalPoint, let groupedWhole {
      // No other number says what the points are.
      problems.append(
        (groupedWhole, Self.ambiguous(groupedWhole.shown, "point", Self.withoutCommas)))
    }
    if hasDecimalPoint, let groupedByComma {
      problems.append(
        (
          groupedByComma,
          Self.ambiguous(groupedByComma.shown, "comma", "in a file with decimal points")
        )
      )
    }
    return problems
  }

  /// Cells that are read in one way and may have been meant in the other, with the mark that is taken
  /// for the decimal one.
  var doubtful: [(cell: Cell, mark: String)] {
    var cells: [(Cell, String)] = []
    if !hasDecimalComma, !hasDecimalPoint, groupedWhole == nil, let grouped {
      cells.append((grouped, "point"))
    }
    if !hasDecimalPoint, !hasPlainDecimalComma, let groupedByComma {
      cells.append((groupedByComma, "comma"))
    }
    return cells
  }
}
