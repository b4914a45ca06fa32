extension ReportTemplates {
  /// What changed since the base run.
  static let comparison = """
    {{#comparisons}}
    <section id="comparison" aria-labelledby="comparison-title">
    <h2 id="comparison-title">Compared with the base run</h2>
    <p>{{sentence}}</p>
    {{#hasFlagChanges}}
    <h3>Flags that changed</h3>
    <ul class="changes">
    {{#flagChanges}}
    <li><a href="#{{anchor}}"><bdi>{{name}}</bdi></a>: \
    {{#came}}<span class="chip {{tone}}">{{label}}</span> new {{/came}}\
    {{#went}}<span class="chip {{tone}}">{{label}}</span> removed {{/went}}</li>
    {{/flagChanges}}
    </ul>
    {{/hasFlagChanges}}
    {{^hasFlagChanges}}<p class="calm">The flags have not changed.</p>{{/hasFlagChanges}}
    {{#hasNotes}}{{#notes}}<p class="note">{{.}}</p>{{/notes}}{{/hasNotes}}
    {{#hasLevels}}
    <h3>{{heading}}</h3>
    <div class="scroll-x" tabindex="0" role="region" aria-label="{{heading}}">
    <table class="differences"><thead><tr><th scope="col">Level</th>\
    {{#players}}<th scope="col">{{{key}}} <bdi>{{name}}</bdi></th>{{/players}}</tr></thead><tbody>
    {{#levels}}
    <tr><th scope="row" class="name"><a href="#{{anchor}}"><bdi>{{name}}</bdi></a>\
    {{#isChanged}} <small>edited</small>{{/isChanged}}</th>\
    {{#cells}}<td class="rate {{direction}}" data-label="{{agent}}">{{{bar}}}<span>{{value}} <small>{{interval}}</small>\
    <small class="under">{{unit}}</small></span></td>{{/cells}}</tr>
    {{/levels}}
    </tbody></table></div>
    <p class="note">Bold: the figure moved: its p, corrected for the number of cells, is below 0.05. \
    The 95% intervals are not corrected. {{#hasCurve}}Dashed lines in the difficulty curve are \
    the base's.{{/hasCurve}}</p>
    {{/hasLevels}}
    </section>
    {{/comparisons}}

    """
}
