import Catalogue
import SimHarness

/// Games in which a script's function is called, played from the script's text to the rows.
public struct CallTrial {
  /// The result.
  public struct End {
    /// One row per game; none if the script or its level was refused.
    public var rows: [GameRow] = []
    /// What the script printed.
    public var printed: [String] = []
    /// Why it was refused, in words.
    public var refusal: String?
  }

  public let site: CallSite
  public var limits = ScriptLimits.standard
  public var games = 1
  public var players = ["random", "greedy"]
  /// Takes each host that games were played with, when they are over.
  public var inspect: (AnyObject) -> Void = { _ in }

  public init(_ site: CallSite) { self.site = site }

  /// Plays with a script whose function has this body.
  public func run(_ body: String, before: String = "") -> End {
    run(site.script(body, before: before))
  }

  /// Plays with a script.
  public func run(_ script: ScriptSource) -> End {
    var end = End()
    do {
      end.rows = try play(script) { end.printed.append($0) }
    } catch {
      end.refusal = "\(error)"
    }
    return end
  }

  private func play(_ script: ScriptSource, log: @escaping (String) -> Void) throws -> [GameRow] {
    let library = site.library(script)
    guard let entry = GameRegistry.bundled.game(named: site.game) else { return [] }
    var text = site.level
    if site.kind == .generator {
      let generator = try GeneratorScript(
        from: script, knownGames: GameRegistry.bundled.names, limits: limits)
      text = JSONWriter.compact(try generator.generate(seed: 1, log: log))
    }
    let file = try LevelFile.read(Array(text.utf8), file: "level.json", catalog: library)
    let level = try entry.ready(file, library, .none)
    var rows: [GameRow] = []
    for name in site.kind == .agent ? ["hostile"] : players {
      let player = try Roster.player(name, game: entry, library: library)
      let host = ScriptHost(limits: limits, interfaces: entry.interfaces, log: log)
      let request = BatchRequest(
        seed: 1, levelID: level.id, games: 0..<games, maxMoves: 12, checks: true)
      player.play(request, level, host, { false }, { rows.append($0) })
      inspect(host)
    }
    return rows
  }
}
