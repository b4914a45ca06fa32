import SimHarness

/// A player that shoots at given cells, one per turn: a Lua agent made for one example.
struct TestShooter {
  let name = "example-shooter"
  let library: ScriptLibrary

  /// `landings` are rows and columns from 0, as they are when the shot is taken.
  init(landings: [[Int]], game: String) {
    let cells = landings.map { "{ \($0[0]), \($0[1]) }" }.joined(separator: ", ")
    let text = """
      local shooter = { name = "example-shooter", games = { "\(game)" } }
      local CELLS = { \(cells) }
      function shooter.choose(turn)
        local row, column = table.unpack(CELLS[turn.index])
        local wanted = row * turn.columns + column + 1
        for _, index in ipairs(turn:distinct()) do
          if turn:landing(index) == wanted then
            return index
          end
        end
        error("no shot lands at row " .. row .. ", column " .. column .. " in turn " .. turn.index)
      end
      return shooter
      """
    library = ScriptLibrary(kept: [ScriptSource(name: "agents/\(name).lua", text: text)])
  }
}
