extension ReportTemplates {
  /// The whole page.
  static let page = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
    style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; \
    form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>{{title}} – playtest report</title>
    <style>{{{style}}}</style>
    </head>
    <body>
    <a class="skip" href="#main">Skip to the report</a>
    <header class="top">
    <p class="product">playtest report</p>
    <h1><bdi>{{title}}</bdi></h1>
    <dl class="tiles">
    {{#tiles}}
    <div><dt>{{label}}</dt><dd><bdi>{{value}}</bdi></dd></div>
    {{/tiles}}
    </dl>
    </header>
    {{#isPartial}}
    <p class="banner" role="note"><strong>Partial run.</strong> {{partialWarning}}</p>
    {{/isPartial}}
    <div class="columns">
    <nav class="contents" aria-label="Contents">
    <details id="contents">
    <summary>Contents</summary>
    <ul>
    <li><a href="#problems">Worst problems</a></li>
    {{#hasComparison}}<li><a href="#comparison">Compared with the base run</a></li>\
    {{/hasComparison}}
    {{#hasLevels}}
    {{#curves}}<li><a href="#{{id}}">{{title}}</a></li>{{/curves}}
    <li><a href="#levels">Table of levels</a></li>
    {{/hasLevels}}
    {{#hasMetricGroups}}<li><a href="#balance">Balance</a></li>{{/hasMetricGroups}}
    <li><a href="#players">Players</a></li>
    <li><a href="#method">Method and limits</a></li>
    </ul>
    {{#hasLevels}}
    <h2>Levels</h2>
    <p class="filter" hidden><label for="filter">Find a level</label>
    <input id="filter" type="search" autocomplete="off">
    <label class="check"><input id="flagged" type="checkbox"> Flagged only</label></p>
    <ol class="level-links">
    {{#levels}}
    <li{{#isFlagged}} class="flagged"{{/isFlagged}}><a href="#{{anchor}}">\
    <span class="number">{{number}}</span> <bdi>{{name}}</bdi>\
    {{#isFlagged}}<span class="dot-flag" title="{{flagNames}}"></span>\
    <span class="aloud">, flagged {{flagNames}}</span>{{/isFlagged}}</a></li>
    {{/levels}}
    </ol>
    {{/hasLevels}}
    </details>
    </nav>
    <main id="main" tabindex="-1">
    <section id="problems" aria-labelledby="problems-title">
    <h2 id="problems-title">Worst problems</h2>
    {{^hasProblems}}<p class="calm">{{praise}}</p>{{/hasProblems}}
    {{#hasProblems}}
    <ol class="problems">
    {{#problems}}
    <li class="{{tone}}">
    <p class="headline"><a href="#{{anchor}}"><bdi>{{name}}</bdi></a> {{headline}}.</p>
    <p>{{reason}}</p>
    {{#advice}}<p class="advice">{{goal}} <strong><bdi>{{changes}}</bdi></strong></p>{{/advice}}
    {{#steps}}<p class="command"><span>{{purpose}}:</span> <code dir="ltr">{{command}}</code></p>
    {{/steps}}
    {{#hasCommand}}<p class="command"><span>See a game:</span> \
    {{#watch}}<button type="button" class="watch" data-film="{{film}}" \
    aria-label="Watch {{words}}" hidden>Watch</button> {{/watch}}<code dir="ltr">{{command}}</code>\
    </p>{{/hasCommand}}
    {{#hasOthers}}<p class="others">{{othersWords}} {{#others}}\
    <a href="#{{anchor}}"><bdi>{{name}}</bdi></a>{{{separator}}}{{/others}}</p>{{/hasOthers}}
    </li>
    {{/problems}}
    </ol>
    {{/hasProblems}}
    </section>
    {{>comparison}}
    {{#curves}}
    <section id="{{id}}" class="curve-section" aria-labelledby="{{id}}-title">
    <h2 id="{{id}}-title">{{title}}</h2>
    <ul class="legend">
    {{#players}}
    <li>{{{key}}} <bdi>{{name}}</bdi></li>
    {{/players}}
    <li><svg class="key" viewBox="0 0 28 12" width="28" height="12" aria-hidden="true">\
    <path class="flag-mark" d="M14 2l4.5 8h-9z"/></svg> flagged level</li>
    {{#isRate}}{{#hasComparison}}<li><svg class="key" viewBox="0 0 28 12" width="28" height="12" \
    aria-hidden="true"><path class="base-line" d="M1 6h26"/></svg> base run</li>\
    {{/hasComparison}}{{/isRate}}
    </ul>
    <div class="scroll-x" tabindex="0" role="region" aria-label="{{title}}">
    {{#charts}}{{{markup}}}{{/charts}}
    </div>
    <p class="note">Bars are 95% intervals of the {{measure}}. Point at a level to see its \
    figures, or click it to go to its section; the <a href="#levels">table of levels</a> has the \
    same figures.</p>
    </section>
    {{/curves}}
    {{#hasLevels}}
    <section id="levels" aria-labelledby="levels-title">
    <h2 id="levels-title">Table of levels</h2>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="levels-title">
    <table class="levels {{tableKind}}" id="level-table">
    <caption class="aloud">{{rateTitle}} of each level and player with its 95% interval, and flags\
    </caption>
    <thead><tr>
    <th scope="col" class="num" aria-sort="ascending"><button type="button">#</button></th>
    <th scope="col" class="name"><button type="button">Level</button></th>
    {{#players}}
    <th scope="col"><button type="button">{{{key}}} <bdi>{{name}}</bdi></button></th>
    {{/players}}
    <th scope="col"><button type="button">Flags</button></th>
    </tr></thead>
    <tbody>
    {{#levels}}
    <tr><td class="num" data-v="{{number}}">{{number}}</td>\
    <th scope="row" class="name"><a href="#{{anchor}}"><bdi>{{name}}</bdi></a></th>\
    {{#rates}}<td class="rate" data-v="{{sortValue}}" data-label="{{agent}}">{{{bar}}}<span>{{value}} <small>{{interval}}\
    </small></span></td>{{/rates}}\
    <td class="flags" data-v="{{flagCount}}">{{#flags}}<a class="chip {{tone}}" href="#{{anchor}}" \
    title="{{reason}}">{{label}}</a> {{/flags}}</td></tr>
    {{/levels}}
    </tbody>
    </table>
    </div>
    <p class="aloud" role="status" id="sort-status"></p>
    </section>
    <section id="details" aria-labelledby="details-title">
    <div class="bar-head">
    <h2 id="details-title">Level by level</h2>
    <p class="buttons" hidden><button type="button" id="open-all">Open all</button>
    <button type="button" id="close-all">Close all</button></p>
    </div>
    {{#levels}}{{>level}}{{/levels}}
    </section>
    {{/hasLevels}}
    {{>balance}}
    {{>method}}
    </main>
    </div>
    <p class="aloud" role="status" id="copy-status"></p>
    <script>{{{script}}}</script>
    </body>
    </html>

    """
}
