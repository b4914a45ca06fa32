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
      let model: SkillModel?
      do throws(RosterError) {
        model = try skill(of: part.agent, game: game, library: library)
      } catch {
        throw fault(error.description)
      }
      guard let model else {
        let name = SafeText.escaped(part.agent, limit: 60)
        throw fault("'\(name)' cannot be mixed; name a preset or STRATEGY@EXECUTION")
      }
      parts.append(MixedPlayer.Part(model: model, weight: part.weight))
    }
    return (.mix(MixedPlayer(source: source, parts: parts)), file.summary)
  }
}
