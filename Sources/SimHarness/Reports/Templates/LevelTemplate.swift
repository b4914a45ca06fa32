extension ReportTemplates {
  /// A level's section.
  static let level = """
    <section class="level" id="{{anchor}}" aria-labelledby="{{anchor}}-title">
    <details{{#isOpen}} open{{/isOpen}}>
    <summary><h3 id="{{anchor}}-title"><span class="number">{{number}}</span> <bdi>{{name}}</bdi>\
    </h3><span class="chips">{{#flags}}<span class="chip {{tone}}">{{label}}</span> {{/flags}}\
    </span><span class="glance">{{glance}}</span></summary>
    {{#isFlagged}}
    <ul class="reasons">
    {{#flags}}
    <li><span class="chip {{tone}}">{{label}}</span> {{reason}}\
    {{#hasCommand}}<span class="command">\
    {{#watch}}<button type="button" class="watch" data-film="{{film}}" \
    aria-label="Watch {{words}}" hidden>Watch</button> {{/watch}}<code dir="ltr">{{command}}</code></span>{{/hasCommand}}\
    </li>
    {{/flags}}
    </ul>
    {{/isFlagged}}
    {{#hasNotes}}
    <ul class="reasons">
    {{#notes}}<li>{{text}}</li>
    {{/notes}}
    </ul>
    {{/hasNotes}}
    <div class="overview">
    <div class="board-frame">{{{picture}}}</div>
    <div class="facts-and-rates">
    {{#hasFacts}}
    <dl class="facts">
    {{#facts}}
    <div><dt><bdi>{{label}}</bdi></dt><dd><bdi>{{value}}</bdi></dd></div>
    {{/facts}}
    </dl>
    {{/hasFacts}}
    {{#hasCells}}
    <div class="scroll-x" tabindex="0" role="region" aria-label="{{rateTitle}}s of level {{number}}">
    <table class="rates">
    <caption>{{rateTitle}}</caption>
    <thead><tr><th scope="col">Player</th><th scope="col">{{rateTitle}}</th>\
    <th scope="col" class="num">Games</th><th scope="col" class="num more">Won</th>\
    <th scope="col" class="num more">Lost</th><th scope="col" class="num more">Capped</th>\
    {{#showsEnded}}<th scope="col" class="num more">Ended</th>{{/showsEnded}}\
    {{#showsFaults}}<th scope="col" class="num">Failed</th>{{/showsFaults}}</tr></thead>
    <tbody>
    {{#cells}}
    <tr><th scope="row">{{{key}}} <bdi>{{agent}}</bdi></th>\
    <td class="rate">{{{rate.bar}}}<span>{{rate.value}} <small>{{rate.interval}}</small></span></td>\
    <td class="num">{{games}}</td><td class="num more">{{wins}}</td>\
    <td class="num more">{{losses}}</td><td class="num more">{{capped}}</td>\
    {{#showsEnded}}<td class="num more">{{ended}}</td>{{/showsEnded}}\
    {{#showsFaults}}<td class="num">{{uncounted}}</td>{{/showsFaults}}</tr>
    {{/cells}}
    </tbody></table></div>
    {{/hasCells}}
    {{#hasFaultMessages}}
    <h4>Failed games</h4>
    <ul class="faults">
    {{#faultMessages}}
    <li><bdi>{{agent}}</bdi>: {{count}} × <code><bdi>{{message}}</bdi></code></li>
    {{/faultMessages}}
    </ul>
    {{/hasFaultMessages}}
    </div>
    </div>
    {{#help}}
    <h4>What would help</h4>
    {{#hasEdits}}
    <p>{{goal}}, cheapest first:</p>
    <ol class="edits">
    {{#edits}}
    <li><bdi>{{change}}</bdi>: passes {{rate}} <small>{{interval}}</small>, cost {{cost}}</li>
    {{/edits}}
    </ol>
    {{/hasEdits}}
    {{^hasEdits}}<p>{{instead}}</p>{{/hasEdits}}
    <div class="scroll-x" tabindex="0" role="region" aria-label="Levers of level {{number}}">
    <table class="levers"><thead><tr><th scope="col">One step</th>\
    <th scope="col" class="num">Points</th><th scope="col">To reach the band</th>\
    </tr></thead><tbody>
    {{#levers}}
    <tr><th scope="row"><bdi>{{change}}</bdi></th>\
    <td class="num">{{effect}} <small>{{interval}}</small></td><td><bdi>{{reach}}</bdi></td></tr>
    {{/levers}}
    </tbody></table></div>
    <p class="note">{{method}}</p>
    {{/help}}
    {{#heatMaps}}
    <h4>Skill: strategy and execution</h4>
    <div class="scroll-x" tabindex="0" role="region" aria-label="{{caption}}, level {{number}}">
    <table class="heat"><caption>{{caption}}</caption><thead><tr><td></td>\
    {{#executions}}<th scope="col"><bdi>{{.}}</bdi></th>{{/executions}}</tr></thead><tbody>
    {{#rows}}
    <tr><th scope="row"><bdi>{{strategy}}</bdi></th>\
    {{#cells}}<td class="{{tint}}">{{value}}<small>{{interval}}</small></td>{{/cells}}</tr>
    {{/rows}}
    </tbody></table></div>
    {{/heatMaps}}
    {{#hasCharts}}
    <h4>Scores, and where games end</h4>
    <ul class="legend"><li><span class="swatch won"></span> won</li>\
    <li><span class="swatch open"></span> not won</li>\
    <li class="soft">All players have the same scales.</li></ul>
    <div class="multiples">
    {{#charts}}
    <div class="player"><p class="who">{{{key}}} <bdi>{{agent}}</bdi></p>
    <figure><figcaption>Score; full height {{scoreTop}} of games</figcaption>{{{score}}}</figure>
    <figure><figcaption>Moves at the end; full height {{movesTop}}</figcaption>{{{moves}}}</figure>
    {{#hasHazard}}<figure><figcaption>Lost, among games still in play; full height {{hazardTop}}\
    </figcaption>{{{hazard}}}</figure>{{/hasHazard}}
    </div>
    {{/charts}}
    </div>
    <details class="figures"><summary>The figures of these charts</summary>
    <div class="tables">
    {{#figureTables}}
    <div class="scroll-x" tabindex="0" role="region" aria-label="{{caption}}, level {{number}}">
    <table><caption>{{caption}}</caption><thead><tr>{{#heads}}<th scope="col"{{#isNumber}} \
    class="num"{{/isNumber}}><bdi>{{text}}</bdi></th>{{/heads}}</tr></thead><tbody>
    {{#rows}}
    <tr><th scope="row">{{head}}</th>{{#values}}<td>{{.}}</td>{{/values}}</tr>
    {{/rows}}
    </tbody></table></div>
    {{/figureTables}}
    </div></details>
    {{/hasCharts}}
    {{#hasScene}}{{#scene}}{{>scene}}{{/scene}}{{/hasScene}}\
    <div class="pair">
    {{#hasReasons}}
    <div>
    <h4>Why games are lost</h4>
    <div class="scroll-x" tabindex="0" role="region" \
    aria-label="Why games are lost, level {{number}}">
    <table><thead><tr><th scope="col">Reason</th>{{#reasonAgents}}<th scope="col">\
    <bdi>{{.}}</bdi></th>{{/reasonAgents}}</tr></thead><tbody>
    {{#reasons}}
    <tr><th scope="row"><bdi>{{reason}}</bdi></th>{{#shares}}<td class="share">{{{bar}}}<span>{{value}}</span></td>{{/shares}}\
    </tr>
    {{/reasons}}
    </tbody></table></div>
    </div>
    {{/hasReasons}}
    {{#hasMetrics}}
    <div>
    <h4>Metrics</h4>
    <div class="scroll-x" tabindex="0" role="region" aria-label="Metrics of level {{number}}">
    <table class="metrics"><thead><tr><th scope="col">Metric</th>{{#metricAgents}}\
    <th scope="col" class="num"><bdi>{{.}}</bdi></th>{{/metricAgents}}</tr></thead><tbody>
    {{#metrics}}
    <tr><th scope="row"><code><bdi>{{name}}</bdi></code> <small><bdi>{{unit}}</bdi></small>\
    </th>{{#values}}<td class="num">{{value}} <small>{{interval}}</small></td>{{/values}}</tr>
    {{/metrics}}
    </tbody></table></div>
    </div>
    {{/hasMetrics}}
    </div>
    {{#hasExamples}}
    <h4>Example games</h4>
    {{#hasFilms}}<div class="stage-slot"></div>\
    {{#films}}<script type="application/json" id="{{id}}">{{{text}}}</script>{{/films}}{{/hasFilms}}
    <div class="scroll-x" tabindex="0" role="region" \
    aria-label="Example games of level {{number}}">
    <table class="examples"><thead><tr>{{#hasFilms}}<td></td>{{/hasFilms}}\
    <th scope="col">Game</th><th scope="col">Player</th>\
    <th scope="col">End</th><th scope="col" class="num">Score</th>\
    <th scope="col" class="num more">Moves</th><th scope="col" class="more">Replay</th></tr></thead><tbody>
    {{#examples}}
    <tr>{{#hasFilms}}<td class="watching">{{#watch}}<button type="button" class="watch" \
    data-film="{{film}}" aria-label="Watch {{words}}" hidden>Watch</button>{{/watch}}</td>{{/hasFilms}}\
    <th scope="row"><bdi>{{label}}</bdi></th><td><bdi>{{agent}}</bdi></td><td>{{end}}</td>\
    <td class="num">{{score}}</td><td class="num more">{{moves}}</td>\
    <td class="command more"><code dir="ltr">{{command}}</code></td></tr>
    {{/examples}}
    </tbody></table></div>
    {{/hasExamples}}
    <p class="note">Level id <code><bdi>{{id}}</bdi></code>, \
    content <code><bdi>{{hash}}</bdi></code>. <a href="#levels">Back to the table</a></p>
    </details>
    </section>

    """
}
