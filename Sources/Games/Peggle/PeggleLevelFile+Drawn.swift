import SimHarness

extension PeggleLevelFile: DrawnLevel {
  public var drawnFields: Set<String> { ["objects"] }

  public func board(catalog: any LevelCatalog) -> DesignBoard {
    let scripts = Self.scripts(in: catalog)
    let canvas = PeggleCanvas(scene: scene(catalog: scripts))
    var film = canvas.blank
    film.start = canvas.bodies(in: &film).values.sorted { $0.id < $1.id }
    var board = DesignBoard(film)
    for (index, object) in objects.enumerated() { board.grips[index] = object.grips }
    board.notes = findings(catalog: scripts).map { DesignNote($0.message) }
    return board
  }

  public static func tools(
    for level: PeggleLevelFile, catalog: any LevelCatalog
  ) -> [DesignTool] {
    let scripts = scripts(in: catalog)
    let palette = LevelEditor<PeggleLevelFile>.palette(scripts)
    // The level's own pegs first: they have the letters of the board.
    let names = level.pegNames + scripts.peggleScriptNames(of: .peg)
    let letters = PeggleLetters(pegs: names.uniqued(on: \.self), catalog: scripts)
    return palette.map { tool in
      guard let form = tool.form else {
        return DesignTool(tool.name, tool == .hand ? .hand : .erase)
      }
      let object = PeggleObject(form, x: 0, y: 0)
      return DesignTool(tool.name, .put, look: PeggleCanvas.look(of: object, letters))
    }
  }

  public func operations(for gesture: DesignGesture) -> [String] {
    func operation(_ start: String, _ numbers: String?) -> [String] {
      numbers.map { ["\(start) \($0)"] } ?? []
    }
    switch gesture {
    case .put(let tool, let x, let y):
      return operation("add \(tool)", DesignGesture.numbers(x, y))
    case .move(let body, let x, let y):
      return operation("move \(body)", DesignGesture.numbers(x, y))
    case .resize(let body, let width, let height):
      let isPeg = objects.indices.contains(body) && objects[body].colour != nil
      return operation(
        "resize \(body)",
        isPeg ? DesignGesture.numbers(width / 2) : DesignGesture.numbers(width, height))
    case .turn(let body, let radians):
      return operation("rotate \(body)", DesignGesture.numbers(radians))
    case .remove(let body): return ["delete \(body)"]
    default: return gesture.plainOperations ?? []
    }
  }
}

extension PeggleObject {
  /// What a designer can do to the object.
  fileprivate var grips: DesignGrips {
    let size: (width: Double, height: Double)
    switch form {
    case .peg(_, let radius): size = (2 * radius, 2 * radius)
    case .block(let width, let height), .triangle(let width, let height): size = (width, height)
    case .polygon(let corners):
      let box = PeggleGeometry.box(of: .polygon(corners))
      size = (box.width, box.height)
    }
    let isPeg = colour != nil
    return DesignGrips(
      words: "\(title) at \(JSONWriter.number(x)), \(JSONWriter.number(y))", x: x, y: y,
      width: size.width, height: size.height, turn: rotation, sizes: isPeg ? .one : .two,
      // A turned peg looks and plays as before.
      canTurn: !isPeg)
  }
}
