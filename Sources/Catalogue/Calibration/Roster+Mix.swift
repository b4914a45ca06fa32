import Agents
import Lab
import SimHarness

extension Roster {
  /// The file of a mixed player; nil when there is none of this name.
  static func playerSource(
    _ name: String, _ library: ScriptLibrary
  ) throws(RosterError) -> ScriptSource? {
    try read { () throws(ScriptFault) in try library.player(named: name) }
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
        let chain = nestedMixes(from: source, in: library)
        if chain.count > 1 {
          let names = chain.map { SafeText.escaped($0, limit: 60) }.joined(separator: " -> ")
          throw fault(
            "a mix cannot contain another mix: \(names); name presets or STRATEGY@EXECUTION")
        }
        let name = SafeText.escaped(part.agent, limit: 60)
        throw fault("'\(name)' cannot be mixed; name a preset or STRATEGY@EXECUTION")
      }
      parts.append(MixedPlayer.Part(model: model, weight: part.weight))
    }
    return (.mix(MixedPlayer(source: source, parts: parts)), file.summary)
  }

  /// The chain of mixes, each of which names the next, starting at this file: it ends at a mix that
  /// names no other, that occurs earlier in the chain, or at the maximum length.
  private static func nestedMixes(
    from source: ScriptSource, in library: ScriptLibrary
  ) -> [String] {
    var chain = [AgentName.playerName(of: source.name)]
    var next: ScriptSource? = source
    while let mix = next, chain.count < maxNamedMixes {
      guard let file = try? PlayerFile(reading: Array(mix.text.utf8), file: mix.name) else { break }
      let named = file.mix.lazy.compactMap { part -> (String, ScriptSource)? in
        guard let name = try? AgentName(parsing: part.agent).base,
          !isBuiltIn(name, among: library.games),
          let source = try? library.player(named: name)
        else { return nil }
        return (name, source)
      }.first
      guard let (name, source) = named else { break }
      next = chain.contains(name) ? nil : source
      chain.append(name)
    }
    return chain
  }

  /// The maximum number of mixes that one message names.
  private static let maxNamedMixes = 8
}
