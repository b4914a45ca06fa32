extension ReportTemplates {
  /// Players, definitions and limits, at the end of the page.
  static let method = """
    <section id="players" aria-labelledby="players-title">
    <h2 id="players-title">Players</h2>
    {{#hasPlayers}}
    <div class="scroll-x" tabindex="0" role="region" aria-labelledby="players-title">
    <table><thead><tr><th scope="col">Player</th><th scope="col" class="more">What it does</th>\
    <th scope="col" class="num">Games</th><th scope="col" class="num">Won, all levels</th>\
    <th scope="col" class="num more">Levels never won</th><th scope="col" class="num more">Failed</th>\
    </tr></thead><tbody>
    {{#players}}
    <tr><th scope="row">{{{key}}} <bdi>{{name}}</bdi></th><td class="more"><bdi>{{summary}}</bdi></td>\
    <td class="num">{{games}}</td><td class="num">{{share}}</td><td class="num more">{{unwon}}</td>\
    <td class="num more">{{uncounted}}</td></tr>
    {{/players}}
    </tbody></table></div>
    {{/hasPlayers}}
    {{^hasPlayers}}<p class="calm">Nobody played.</p>{{/hasPlayers}}
    </section>
    {{#hasMetricList}}
    <section id="metrics" aria-labelledby="metrics-title">
    <h2 id="metrics-title">What the metrics mean</h2>
    <dl class="glossary">
    {{#metricList}}
    <div><dt><code><bdi>{{name}}</bdi></code> <small><bdi>{{unit}}</bdi></small></dt>\
    <dd><bdi>{{summary}}</bdi></dd></div>
    {{/metricList}}
    </dl>
    </section>
    {{/hasMetricList}}
    <section id="method" aria-labelledby="method-title">
    <h2 id="method-title">Method and limits</h2>
    <dl class="glossary">
    <div><dt>Pass rate</dt><dd>Games won / (won + lost + stopped at the move limit). A level \
    without a goal has none. Failed games (a script's fault, or no result within the time allowed) \
    are left out and counted separately.</dd></div>
    <div><dt>43% [40, 46]</dt><dd>The rate and its Wilson 95% interval: if the true rate were \
    outside it, the measured one would be unlikely. More games make it narrower.</dd></div>
    <div><dt>Means</dt><dd>With a 95% interval: Student's t, wider if the values are skewed or \
    nearly constant. There is no interval if all games gave the same value, or if fewer than \
    10 games define the figure. Standard deviations divide by \
    n − 1.</dd></div>
    <div><dt>Quantiles</dt><dd>Quantile p of n games is the ⌈p·n⌉-th smallest \
    value; p50 is the median. The interval lies between two of the sorted values and contains the \
    quantile of all games with a probability of at least 95%, whatever their distribution.</dd></div>
    <div><dt>Flags</dt><dd>Flags about rates need evidence, not only a measured rate: each is \
    tested on all levels together (exact tests with Holm's correction), so that at most 1 run in \
    20 whose levels are exactly at the threshold shows that flag anywhere.</dd></div>
    <div><dt>Same games for all</dt><dd>Game <i>i</i> of a level has the same deal for every \
    player, so players and builds are compared with equal luck.</dd></div>
    <div><dt>Lost, among games still in play</dt><dd>The hazard: the share of the games that \
    reached this move and were lost at it. Moves that fewer than five games reached are left \
    blank.</dd></div>
    <div><dt>Games to watch</dt><dd>{{filmWords}}</dd></div>
    {{#hasComparison}}<div><dt>Difference from the base</dt><dd>If both runs have the same deals \
    (same seed and level id), games are compared in pairs, otherwise as two samples, with \
    Newcombe's intervals (1998) for rates and Student's t for scores. A figure moved if its p, \
    with Holm's correction for the number of cells, is below 0.05, as in <code>playtest compare</code>.</dd>\
    </div>{{/hasComparison}}
    <div><dt>Reference player</dt><dd>{{referenceWords}}</dd></div>
    </dl>
    <h3>When a level is flagged</h3>
    <div class="scroll-x" tabindex="0" role="region" aria-label="Thresholds of the flags">
    <table><thead><tr><th scope="col">Flag</th><th scope="col">When</th></tr></thead><tbody>
    {{#thresholds}}
    <tr><th scope="row"><span class="chip {{tone}}">{{label}}</span></th><td>{{rule}}</td></tr>
    {{/thresholds}}
    </tbody></table></div>
    <h3>Limits</h3>
    <ul class="plain">
    <li>The players are simulated. Their rates rank levels and show changes; they are not \
    the rates of people, unless the players were calibrated with results of people.</li>
    <li>Each interval is about one figure. About five in a hundred do not contain the true value, \
    so look for patterns, and play more games before you act on one borderline level.</li>
    <li>A pass rate is valid for this version of the level, these rules and these players; the \
    hashes in <code>run.json</code> identify them.</li>
    </ul>
    </section>
    """
}
