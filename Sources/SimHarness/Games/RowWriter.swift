/// Rows of an exported table, written value by value into bytes.
package struct RowWriter {
  package private(set) var bytes: [UInt8] = []
  private let layout: ExportLayout
  /// What stands before each value: a comma, a name.
  private let leads: [[UInt8]]
  private let lineEnd: [UInt8]
  /// The column of the next value.
  private var column = 0

  /// Several values that stand in every row of a game, written once.
  struct Fragment {
    fileprivate let bytes: [UInt8]
    fileprivate let count: Int
  }

  package init(_ layout: ExportLayout, columns: [String]) {
    self.layout = layout
    switch layout {
    case .csv:
      leads = columns.indices.map { $0 == 0 ? [] : Array(",".utf8) }
      lineEnd = Array("\n".utf8)
    case .ndjson:
      leads = columns.enumerated().map { index, name in
        Array("\(index == 0 ? "{" : ",")\(JSONWriter.compact(.string(name))):".utf8)
      }
      lineEnd = Array("}\n".utf8)
    }
  }

  /// Values of the columns from number `first` on, to be added row after row.
  func written(_ values: [ExportValue], from first: Int = 0) -> Fragment {
    var copy = self
    copy.bytes = []
    copy.column = first
    for value in values { copy.add(value) }
    return Fragment(bytes: copy.bytes, count: values.count)
  }

  mutating func add(_ fragment: Fragment) {
    bytes += fragment.bytes
    column += fragment.count
  }

  mutating func add(_ value: ExportValue) {
    bytes += leads[column]
    column += 1
    bytes.append(contentsOf: layout.text(of: value).utf8)
  }

  /// Where the row that is being written begins.
  struct RowStart {
    fileprivate let count: Int
  }

  /// Before the first value of a row.
  var rowStart: RowStart { RowStart(count: bytes.count) }

  /// Takes back a row that has not ended.
  mutating func discardRow(from start: RowStart) {
    bytes.removeLast(bytes.count - start.count)
    column = 0
  }

  mutating func endRow() {
    precondition(column == leads.count, "a row has a value for every column")
    column = 0
    bytes += lineEnd
  }
}
