import SimHarness
import TextFormats

extension LiveGesture {
  /// The fields that say what is done; a gesture has exactly one of them.
  static let names = Name.allCases.map(\.rawValue)

  private enum Name: String, CaseIterable {
    case paint
    case tap
    case hold
    case put
    case move
    case resize
    case turn
    case remove
    case set
    case reset
    case end
    case cancel

    var fields: [String] {
      switch self {
      case .paint: ["tool", "places"]
      case .tap, .hold: ["place"]
      case .put: ["tool", "x", "y"]
      case .move: ["body", "x", "y"]
      case .resize: ["body", "width", "height"]
      case .turn: ["body", "radians"]
      case .remove: ["body"]
      case .set: ["field", "value"]
      case .reset, .end, .cancel: []
      }
    }
  }

  /// Nil after recording what is wrong.
  init?(_ fields: JSONFields) {
    let present = Name.allCases.filter { fields.keys.contains($0.rawValue) }
    guard present.count == 1, let name = present.first else {
      fields.cursor.report("expected one gesture, found \(present.count); send one at a time")
      return nil
    }
    let read = fields.required(name.rawValue)?.object(fields: name.fields)
    guard let revision = fields.number("rev"), let stroke = fields.number("stroke"),
      let isLast = fields.required("last")?.bool(), let read,
      let made = Self.effect(name, read)
    else { return nil }
    self.init(revision: revision, stroke: stroke, isLast: isLast, effect: made)
  }

  private static func effect(_ name: Name, _ fields: JSONFields) -> Effect? {
    switch name {
    case .end: .end
    case .cancel: .cancel
    case .reset: .design(.reset)
    case .paint, .tap, .hold: onPlaces(name, fields).map { .design($0) }
    case .set:
      fields.text("field", upTo: 200).flatMap { field in
        fields.required("value")?.string(length: 0...10_000).map {
          .design(.set(field: field, value: $0))
        }
      }
    case .put, .move, .resize, .turn, .remove: onBodies(name, fields).map { .design($0) }
    }
  }

  private static func onPlaces(_ name: Name, _ fields: JSONFields) -> DesignGesture? {
    if name == .paint {
      let places = fields.required("places")?.array(of: "places", count: 1...10_000) {
        $0.string(length: 1...JSONFields.maxPlace)
      }
      guard let tool = fields.name("tool"), let places else { return nil }
      return .paint(tool: tool, places: places)
    }
    return fields.text("place", upTo: JSONFields.maxPlace).map {
      name == .tap ? .tap(place: $0) : .hold(place: $0)
    }
  }

  private static func onBodies(_ name: Name, _ fields: JSONFields) -> DesignGesture? {
    if name == .put {
      guard let tool = fields.name("tool"), let x = fields.place("x"), let y = fields.place("y")
      else { return nil }
      return .put(tool: tool, x: x, y: y)
    }
    let body = fields.required("body")?.int(in: JSONFields.bodies)
    guard let body else { return nil }
    switch name {
    case .move:
      guard let x = fields.place("x"), let y = fields.place("y") else { return nil }
      return .move(body: body, x: x, y: y)
    case .resize:
      guard let width = fields.place("width"), let height = fields.place("height") else {
        return nil
      }
      return .resize(body: body, width: width, height: height)
    case .turn: return fields.place("radians").map { .turn(body: body, radians: $0) }
    default: return .remove(body: body)
    }
  }
}
