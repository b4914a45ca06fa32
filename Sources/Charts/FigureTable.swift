/// A table with one heading per row and numbers in the other columns.
package struct FigureTable {
  package var caption: String
  /// Whether cells hold a figure and its interval, which may stand below it.
  package var isSpread = false
  package var heads: [Head]
  package var rows: [Row]

  package init(caption: String, isSpread: Bool = false, heads: [Head], rows: [Row]) {
    self.caption = caption
    self.isSpread = isSpread
    self.heads = heads
    self.rows = rows
  }

  package struct Head {
    package var text: String
    package var isNumber: Bool

    package init(text: String, isNumber: Bool) {
      self.text = text
      self.isNumber = isNumber
    }
  }

  package struct Row {
    package var head: String
    package var values: [String]

    package init(head: String, values: [String]) {
      self.head = head
      self.values = values
    }
  }
}
