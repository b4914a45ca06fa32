import SimHarness

extension Roster {
  /// The file of a mixed player; nil when there is none of this name.
  static func playerSource(
    _ name: String, _ library: ScriptLibrary
  ) throws(RosterError) -> ScriptSource? {
    do throws(ScriptFault) {
      return try library.player(named: name)
    } catch {
      throw .script(error)
    }
  }

  /// The player of a file.
  static func mixedPlan(
    _ source: ScriptSource, _ name: AgentName, game: GameEntry, library: ScriptLibrary
  ) throws(RosterError) -> (Plan, String) {
    func fault(_ message: String) -> RosterError {
      .script(ScriptFault(kind: .error, message: "\(source.name):1: \(message)"))
    }
    guard name.parameters.isEmpty else {
      throw .usage("agent '\(name.text)': \(name.base) takes no parameters; leave them out")
    }
    let file: PlayerFile
    do throws(FileIssues) {
      file = try PlayerFile(reading: Array(source.text.utf8), file: source.name)
    } catch {
      throw .script(
        ScriptFault(kind: .error, message: error.lines.first ?? "\(source.name): cannot be read"))
    }
    guard file.game == game.name else {
      throw fault("this player plays \(SafeText.escaped(file.game, limit: 40)), not \(game.name)")
    }
    var parts: [MixedPlayer.Part] = []
    for part in file.mix {
      do throws(RosterError) {
        parts.append(
          MixedPlayer.Part(
            model: try mixable(part.agent, game: game, library: library), weight: part.weight))
      } catch {
        throw fault(error.description)
      }
    }
    return (.mix(MixedPlayer(parts: parts)), file.summary)
  }
}
