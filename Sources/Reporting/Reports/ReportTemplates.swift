import Mustache
import Resources

/// The parts of the HTML pages, `Sources/CResources/report/`; the templates are compiled once.
enum ReportTemplates {
  /// The style of all pages: colours as variables, then the page and its parts, phones and print.
  ///
  /// The colours are Okabe and Ito's palette, darkened on white and lightened on black until lines
  /// stand out 3:1 and text 4.5:1. On phones the less important columns are left out and rows are
  /// stacked; nothing is cut off.
  static let style = [
    "page", "balls", "pictures", "scene", "sections", "film", "bodies", "player", "narrow", "print",
  ].map { Resource.text("report/\($0).css") }.joined()

  /// The style that a contact sheet adds.
  static let sheetStyle = Resource.text("report/sheet.css")

  /// What the report does beyond showing itself, and the player of films; both read all text from
  /// the page and put it in as text, so none is inserted into the code.
  static let script = Resource.text("report/page.js") + Resource.text("report/film.js")

  private static let library: MustacheLibrary = {
    MustacheContentTypes.register(HTMLTextContent(), named: HTMLTextContent.name)
    var library = MustacheLibrary()
    // A partial uses the library's escaping by default, so each template names the project's own.
    let pragma = "{{% CONTENT_TYPE:\(HTMLTextContent.name)}}\n"
    for name in ["page", "level", "method", "balance", "comparison", "scene", "sheet"] {
      do {
        try library.register(pragma + Resource.text("report/\(name).mustache"), named: name)
      } catch {
        preconditionFailure("template \(name): \(error)")
      }
    }
    return library
  }()

  /// A report.
  static func render(_ model: HTMLReport.Page) -> String { render(model, with: "page") }

  /// A contact sheet.
  static func render(_ model: ContactSheet.Page) -> String { render(model, with: "sheet") }

  private static func render(_ model: Any, with name: String) -> String {
    guard let values = TemplateValue.tree(of: model),
      let text = library.render(values, withTemplate: name)
    else {
      preconditionFailure("the template \(name) is not registered")
    }
    return text
  }
}
