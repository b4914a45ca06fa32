extension ReportTemplates {
  /// Metrics over all levels, in groups.
  static let balance = """
    {{#hasMetricGroups}}
    <section id="balance" aria-labelledby="balance-title">
    <h2 id="balance-title">Balance</h2>
    <ul class="legend">
    {{#players}}
    <li>{{{key}}} <bdi>{{name}}</bdi></li>
    {{/players}}
    <li class="soft">Lines show the levels in order; numbers are means over the levels.</li>
    </ul>
    {{#metricGroups}}
    <h3>{{name}}</h3>
    <div class="scroll-x" tabindex="0" role="region" aria-label="{{name}}: metrics over the levels">
    <table class="balance"><thead><tr><th scope="col">Metric</th><th scope="col">Over the levels\
    </th><th scope="col" class="more">Min to max</th>{{#players}}<th scope="col" class="num">\
    <bdi>{{name}}</bdi></th>{{/players}}</tr></thead><tbody>
    {{#rows}}
    <tr><th scope="row"><code><bdi>{{name}}</bdi></code> <small><bdi>{{unit}}</bdi></small></th>\
    <td>{{{strip}}}</td><td class="more">{{span}}</td>{{#means}}<td class="num">{{.}}</td>{{/means}}</tr>
    {{/rows}}
    </tbody></table></div>
    {{/metricGroups}}
    <p class="note">The figures of each level, with intervals, are in its section.</p>
    </section>
    {{/hasMetricGroups}}

    """
}
