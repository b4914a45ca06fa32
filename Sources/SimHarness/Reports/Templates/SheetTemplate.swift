extension ReportTemplates {
  /// The contact sheet.
  static let sheet = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
    style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>{{title}} – playtest levels</title>
    <style>{{{style}}}</style>
    </head>
    <body class="sheet">
    <header class="top">
    <p class="product">playtest levels</p>
    <h1><bdi>{{title}}</bdi></h1>
    <p class="note">{{words}}</p>
    </header>
    <main>
    <ol>
    {{#cards}}
    <li>
    <div class="frame">{{{picture}}}</div>
    <h2><span class="number">{{number}}</span> <bdi>{{name}}</bdi></h2>
    {{#hasProblem}}<p class="problem">Cannot be played: {{problem}}</p>{{/hasProblem}}
    {{^hasProblem}}<p class="goal"><bdi>{{goal}}</bdi></p>{{/hasProblem}}
    <table>
    {{#rates}}
    <tr><th scope="row"><bdi>{{agent}}</bdi></th><td class="rate">{{{bar}}}{{value}} \
    <small>{{interval}}</small></td></tr>
    {{/rates}}
    </table>
    {{#hasNote}}<p class="note">{{note}}</p>{{/hasNote}}
    </li>
    {{/cards}}
    </ol>
    </main>
    </body>
    </html>

    """

  static let sheetStyle = """
    .sheet main,.sheet .top{max-width:1440px;margin-inline:auto;padding-inline:1.5rem;display:block}
    .sheet main{padding-bottom:3rem}
    .sheet ol{list-style:none;display:grid;gap:1rem;
    grid-template-columns:repeat(auto-fill,minmax(min(100%,17.5rem),1fr))}
    .sheet li{background:var(--panel);border:1px solid var(--line);border-radius:10px;
    padding:.8rem .9rem 1rem;display:flex;flex-direction:column;min-width:0;break-inside:avoid}
    .sheet .frame{display:grid;place-items:center;height:15rem;background:var(--faint);
    border-radius:8px;overflow:hidden;margin-bottom:.7rem}
    .sheet .frame svg{display:block;width:auto;height:auto;max-width:100%;max-height:15rem}
    .sheet .frame pre{font-size:.6rem;max-height:15rem}
    .sheet h2{font-size:1rem;margin:0}
    .sheet .number{color:var(--soft);font-weight:400;font-variant-numeric:tabular-nums}
    .sheet .number::after{content:"."}
    .sheet .goal{color:var(--soft);font-size:.9rem}
    .sheet .problem{color:var(--bad-ink);font-size:.9rem}
    .sheet table{margin-top:.5rem;width:100%}
    .sheet tr:last-child>*{border-bottom:0}
    .sheet td{text-align:right}
    @media (max-width:640px){.sheet main,.sheet .top{padding-inline:.8rem}}

    """

  /// The page of a contact sheet.
  static func render(_ model: ContactSheet.Page) -> String {
    guard let text = library.render(model, withTemplate: "sheet") else {
      preconditionFailure("the template sheet is not registered")
    }
    return text
  }
}
