extension ReportTemplates {
  /// What became of the bodies of a level's scene, in the level's section.
  static let scene = """
    <h4>Which pegs are hit</h4>
    <ul class="legend"><li>hit in 0% <span class="ramp"></span> 100% of the games</li>\
    {{#hasGoals}}<li><span class="swatch goal"></span> orange peg</li>{{/hasGoals}}\
    <li class="soft">{{basis}}</li></ul>
    <div class="scenes">
    {{#heats}}
    <figure><figcaption>{{{key}}} <bdi>{{agent}}</bdi>, <span class="soft">{{words}}</span>\
    </figcaption>{{{picture}}}</figure>
    {{/heats}}
    </div>
    <h4>Pegs hit per shot{{#hasGoals}}, and orange pegs left in games not won{{/hasGoals}}</h4>
    <div class="multiples">
    {{#charts}}
    <div class="player"><p class="who">{{{key}}} <bdi>{{agent}}</bdi></p>
    <figure><figcaption>Pegs hit per shot; full height {{hitsTop}} of shots</figcaption>{{{hits}}}\
    </figure>
    {{#hasLeft}}<figure><figcaption>Orange pegs left; full height {{leftTop}} of games not won\
    </figcaption>{{{left}}}</figure>{{/hasLeft}}
    </div>
    {{/charts}}
    </div>
    <details class="figures"><summary>The figures of these pictures and charts</summary>
    {{#tables}}
    <div class="scroll-x" tabindex="0" role="region" aria-label="{{caption}}, level {{number}}">
    <table><caption>{{caption}}</caption><thead><tr>{{#heads}}<th scope="col"{{#isNumber}} \
    class="num"{{/isNumber}}><bdi>{{text}}</bdi></th>{{/heads}}</tr></thead><tbody>
    {{#rows}}
    <tr><th scope="row"><bdi>{{head}}</bdi></th>{{#values}}<td>{{.}}</td>{{/values}}</tr>
    {{/rows}}
    </tbody></table></div>
    {{/tables}}
    </details>
    {{#hasFlights}}
    <details class="flights" open><summary>Where the balls flew in example games</summary>
    <p class="note">All shots of a game; later shots are drawn stronger.</p>
    <div class="scenes small">
    {{#flights}}
    <figure><figcaption>{{{key}}} <bdi>{{agent}}</bdi>, <strong>{{label}}</strong>, \
    <span class="soft">{{words}}</span></figcaption>{{{picture}}}</figure>
    {{/flights}}
    </div>
    </details>
    {{/hasFlights}}

    """

  /// The style of a scene's part.
  static let scenes = """
    .scenes{display:grid;gap:.8rem 1.2rem;margin-top:.4rem;
    grid-template-columns:repeat(auto-fill,minmax(min(300px,100%),1fr))}
    .scenes.small{grid-template-columns:repeat(auto-fill,minmax(min(150px,100%),1fr))}
    .scenes figure{max-width:440px}.scenes.small figure{max-width:300px}
    .scenes svg.board{box-sizing:border-box;width:100%;height:auto}
    .scenes figcaption{margin-bottom:.25rem}.scenes strong{font-weight:600}
    .soft{color:var(--soft)}
    .flights{margin-top:.9rem}
    .flights summary{cursor:pointer;font-size:.95rem;font-weight:620}
    .ramp{display:inline-block;width:6em;height:.75em;vertical-align:-.05em;border-radius:2px;
    border:1px solid var(--line);background:linear-gradient(90deg,transparent,var(--s0))}
    .swatch.goal{border:2.5px solid #e07b00;border-radius:50%}
    .heat path.peg{fill:var(--c);stroke:var(--soft);stroke-width:.8}
    .heat path.goal{stroke:#e07b00;stroke-width:2.6}
    .heat .stone.body{stroke:none;fill-opacity:.55}
    .h0{fill-opacity:.02}.h1{fill-opacity:.1}.h2{fill-opacity:.2}.h3{fill-opacity:.3}
    .h4{fill-opacity:.4}.h5{fill-opacity:.5}.h6{fill-opacity:.6}.h7{fill-opacity:.7}
    .h8{fill-opacity:.8}.h9{fill-opacity:.9}
    .flight path.things{fill:var(--soft);fill-opacity:.22}
    .flight path.way{stroke:var(--c);stroke-width:1.3;stroke-linejoin:round}
    .w0{stroke-opacity:.3}.w1{stroke-opacity:.45}.w2{stroke-opacity:.62}.w3{stroke-opacity:.8}
    @media print{.ramp{print-color-adjust:exact;-webkit-print-color-adjust:exact}
    .scenes figure{break-inside:avoid}}

    """
}
