import Mustache

/// The templates of the HTML report, compiled once.
enum ReportTemplates {
  static let library: MustacheLibrary = {
    MustacheContentTypes.register(HTMLTextContent(), named: HTMLTextContent.name)
    var library = MustacheLibrary()
    // A partial begins with the library's own escaping, so each template names ours.
    let pragma = "{{% CONTENT_TYPE:\(HTMLTextContent.name)}}\n"
    for (name, text) in [
      ("page", page), ("level", level), ("method", method), ("balance", balance),
      ("comparison", comparison), ("scene", scene), ("sheet", sheet),
    ] {
      do {
        try library.register(pragma + text, named: name)
      } catch {
        preconditionFailure("template \(name): \(error)")
      }
    }
    return library
  }()

  /// The page of a model.
  static func render(_ model: HTMLReport.Page) -> String {
    guard let text = library.render(model, withTemplate: "page") else {
      preconditionFailure("the template page is not registered")
    }
    return text
  }
}
