/// A form in which a run is written down.
public enum ReportFormat: String, Sendable, CaseIterable {
  case html
  case md
  case json
  case csv
  case ndjson
  case junit
  case vega

  /// The formats written by default.
  public static let standard: [ReportFormat] = [.html, .md, .json]

  /// The file's name in a run folder.
  public var fileName: String {
    switch self {
    case .html: "report.html"
    case .md: "report.md"
    case .json: "summary.json"
    case .csv: "cells.csv"
    case .ndjson: "cells.ndjson"
    case .junit: "junit.xml"
    case .vega: "difficulty.vl.json"
    }
  }
}
