extension ReportTemplates {
  /// The page's style: colours as variables, then the page, tables, charts and print.
  static let style =
    colours + layout + parts + charts + scenes + additions + films + narrow + printing

  /// Okabe and Ito's palette, darkened on white and lightened on black until lines stand out 3:1
  /// and text 4.5:1.
  private static let colours = """
    :root{color-scheme:light dark;
    --bg:#f6f7f8;--panel:#fff;--ink:#1b2126;--soft:#56606a;--line:#d9dee3;--faint:#eceff2;
    --accent:#0b5cad;--focus:#0b5cad;
    --bad-ink:#8f1d14;--bad:#fbe6e3;--warn-ink:#744600;--warn:#fcefd2;--calm-ink:#0e4f80;
    --calm:#e1eff9;
    --s0:#0072b2;--s1:#c85200;--s2:#00805c;--s3:#a6468a;--s4:#8d6400;--s5:#4d4d4d;--s6:#2b87b8;
    --s7:#8c1c13;--hard:#c8520014;--easy:#0072b214}
    @media screen and (prefers-color-scheme:dark){:root{
    --bg:#121518;--panel:#1a1f24;--ink:#e7eaed;--soft:#a7b0b9;--line:#343c44;--faint:#242a30;
    --accent:#7dbbff;--focus:#7dbbff;
    --bad-ink:#ffb4aa;--bad:#4a1c18;--warn-ink:#ffd38a;--warn:#453007;--calm-ink:#a8d6ff;
    --calm:#14344f;
    --s0:#56b4e9;--s1:#ff9148;--s2:#2fcf9f;--s3:#e59bcd;--s4:#f0b840;--s5:#c9ced3;--s6:#9cc3ff;
    --s7:#ff8078;--hard:#ff914814;--easy:#56b4e914}}

    """

  private static let layout = """
    *{box-sizing:border-box}
    html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
    body{margin:0;background:var(--bg);color:var(--ink);line-height:1.5;font-size:15px;
    font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Noto Sans",
    "DejaVu Sans",sans-serif;overflow-wrap:anywhere}
    h1,h2,h3,h4,p,ul,ol,dl,dd,figure{margin:0;padding:0}
    h1{font-size:1.65rem;line-height:1.2;font-weight:650;letter-spacing:-.01em}
    h2{font-size:1.2rem;line-height:1.3;margin:0 0 .75rem;font-weight:650}
    h3{font-size:1.02rem;line-height:1.35;font-weight:620}
    h4{font-size:.95rem;margin:1.35rem 0 .5rem;font-weight:620}
    a{color:var(--accent);text-underline-offset:2px}
    code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;
    font-size:.86em}
    small{font-size:.86em;color:var(--soft);font-weight:400}
    :focus-visible{outline:2px solid var(--focus);outline-offset:2px;border-radius:3px}
    main:focus{outline:none}
    .aloud{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);
    white-space:nowrap}
    .skip{position:absolute;left:-999px;top:0;background:var(--panel);padding:.6rem 1rem;z-index:9}
    .skip:focus{left:.5rem;top:.5rem}
    .top,.banner,.columns{max-width:1440px;margin-inline:auto;padding-inline:1.5rem}
    .top{padding-block:1.6rem 1.1rem}
    .product{color:var(--soft);font-size:.82rem;letter-spacing:.04em}
    .tiles{display:flex;flex-wrap:wrap;gap:.5rem 2.2rem;margin-top:.9rem}
    .tiles dt{color:var(--soft);font-size:.8rem}
    .tiles dd{font-weight:600;font-variant-numeric:tabular-nums}
    .banner{background:var(--warn);color:var(--warn-ink);padding-block:.7rem}
    @media (min-width:1488px){.banner{border-radius:8px}}
    .columns{display:grid;grid-template-columns:minmax(0,1fr);gap:1.25rem;padding-block:.9rem 4rem}
    main{display:grid;grid-template-columns:minmax(0,1fr);gap:1.25rem}
    main>section{background:var(--panel);border:1px solid var(--line);border-radius:10px;
    padding:1.15rem 1.3rem 1.3rem}
    .contents summary{font-weight:620;cursor:pointer}
    .contents ul,.contents ol{list-style:none;font-size:.9rem}
    .contents h2{font-size:.9rem;margin:1rem 0 .3rem}
    .contents a{display:block;padding:.2rem .45rem;border-radius:5px;text-decoration:none;
    color:var(--ink)}
    .contents a:hover{background:var(--faint)}
    .contents .number{display:inline-block;min-width:1.6em;color:var(--soft);text-align:right;
    margin-right:.3em;font-variant-numeric:tabular-nums}
    .level-links a{max-height:4.9em;overflow:hidden}
    .contents .flagged a{font-weight:600}
    .dot-flag{display:inline-block;width:.5em;height:.5em;border-radius:50%;background:var(--s1);
    margin-left:.45em;vertical-align:.08em}
    .filter{font-size:.85rem;color:var(--soft);margin-bottom:.4rem}
    .filter input[type=search]{display:block;width:100%;font:inherit;color:var(--ink);
    background:var(--panel);border:1px solid var(--line);border-radius:6px;padding:.3rem .5rem;
    margin:.15rem 0 .3rem}
    .contents[hidden],.filter[hidden],.buttons[hidden]{display:none}
    @media (max-width:1099px){.contents{background:var(--panel);border:1px solid var(--line);
    border-radius:10px;padding:.7rem 1.1rem}.contents details[open] .level-links{max-height:50vh;
    overflow:auto}}
    @media (min-width:1100px){.columns{grid-template-columns:15rem minmax(0,1fr);gap:1.6rem}
    .contents{position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto;
    padding-block:.4rem 1.5rem}
    .contents summary{list-style:none;pointer-events:none;padding:.2rem .45rem}
    .contents summary::-webkit-details-marker{display:none}
    .contents h2,.filter{padding-inline:.45rem}}
    @media (max-width:640px){.top,.banner,.columns{padding-inline:.8rem}
    .top{padding-block:1rem .4rem}
    main>section{padding:.9rem .9rem 1rem}h1{font-size:1.35rem}.tiles{gap:.4rem 1.4rem}}

    """

  private static let parts = """
    .note{color:var(--soft);font-size:.85rem;margin-top:.6rem}
    .calm{color:var(--soft)}
    .plain{padding-left:1.2rem}.plain li{margin:.25rem 0}
    .problems{list-style:none;display:grid;gap:.8rem}
    .problems li{border-left:4px solid var(--line);padding:.1rem 0 .1rem .9rem}
    .problems li.bad{border-color:var(--bad-ink)}.problems li.warn{border-color:var(--warn-ink)}
    .problems li.mild{border-color:var(--calm-ink)}
    .headline{font-weight:620;font-size:1.05rem}
    .others,.command>span:first-child{color:var(--soft);font-size:.9rem}
    .command code{background:var(--faint);border-radius:4px;padding:.1rem .4rem}
    td.command{white-space:nowrap}
    .copy{font:inherit;font-size:.8rem;margin-left:.4rem;padding:.1rem .5rem;cursor:pointer;
    border:1px solid var(--line);border-radius:5px;background:var(--panel);color:var(--ink)}
    .copy:hover,.buttons button:hover{background:var(--faint)}
    .chip{display:inline-block;font-size:.8rem;line-height:1.35;font-weight:600;
    padding:.08rem .5rem;
    border-radius:99px;text-decoration:none;white-space:nowrap;margin:1px 0}
    .chip.bad{background:var(--bad);color:var(--bad-ink)}
    .chip.warn{background:var(--warn);color:var(--warn-ink)}
    .chip.mild{background:var(--calm);color:var(--calm-ink)}
    .legend{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;font-size:.88rem;
    margin-bottom:.4rem}
    .key{vertical-align:-.1em}
    .swatch{display:inline-block;width:.85em;height:.85em;vertical-align:-.06em;margin-right:.2em;
    border:1.5px solid var(--soft)}
    .swatch.won{background:var(--soft)}
    .scroll,.scroll-x{overflow:auto;max-width:100%}
    .scroll{max-height:min(80vh,46rem);border:1px solid var(--line);border-radius:7px}
    table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.9rem}
    caption{text-align:left;color:var(--soft);font-size:.85rem;padding-bottom:.2rem}
    th,td{overflow-wrap:break-word;text-align:left;
    padding:.34rem .9rem .34rem 0;border-bottom:1px solid var(--line);
    vertical-align:baseline}
    thead th{font-weight:600;color:var(--soft);font-size:.85rem;white-space:nowrap}
    tbody th{font-weight:500}
    .examples th,.examples td,.rates th{white-space:nowrap}
    .num{text-align:right;white-space:nowrap}
    .rate{white-space:nowrap}
    .mini{vertical-align:-.1em;margin-right:.5rem}
    table.levels{width:100%;border-collapse:separate;border-spacing:0}
    .levels th,.levels td{padding:6px 11px;line-height:20px;vertical-align:middle}
    .levels td:last-child{white-space:nowrap}
    .levels thead th{position:sticky;top:0;background:var(--panel);z-index:2;padding:.2rem .3rem}
    .levels .name{position:sticky;left:0;background:var(--panel);
    background-clip:padding-box;max-width:18rem;min-width:9rem;
    overflow-wrap:anywhere;
    z-index:1}
    .levels thead .name{z-index:3}
    .levels .num{width:3rem}
    .levels .name a{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;
    overflow:hidden}
    .levels button bdi{display:inline-block;max-width:12rem;overflow:hidden;
    text-overflow:ellipsis;vertical-align:bottom}
    .levels .mini{vertical-align:0}
    .levels.some .mini{width:46px}.levels.many .mini{display:none}
    @media (max-width:640px){.levels .mini{display:none}.levels th,.levels td{padding:6px 8px}
    .levels .num{padding-right:2px}.levels .name{min-width:7rem;max-width:9rem}}
    .levels tbody tr:hover>*{background:var(--faint)}
    .levels tbody tr:last-child>*{border-bottom:0}
    .levels button{font:inherit;color:inherit;background:none;border:0;padding:.2rem .4rem;
    cursor:pointer;border-radius:4px;white-space:nowrap}
    .levels button:hover{background:var(--faint);color:var(--ink)}
    .levels button::after{content:"";display:inline-block;width:.9em;text-align:center}
    [aria-sort=ascending] button::after{content:"\\2191"}
    [aria-sort=descending] button::after{content:"\\2193"}
    .bar-head{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.3rem 1rem}
    .buttons button{font:inherit;font-size:.85rem;border:1px solid var(--line);border-radius:6px;
    background:var(--panel);color:var(--ink);padding:.15rem .7rem;cursor:pointer}
    .level{border-top:1px solid var(--line);scroll-margin-top:.5rem}
    .level:target>details>summary{background:var(--faint)}
    .level>details>summary{display:flex;flex-wrap:wrap;align-items:baseline;gap:.2rem .8rem;
    cursor:pointer;padding:.55rem .3rem;border-radius:6px;list-style-position:inside}
    .level>details>summary::before{content:"";width:.42em;height:.42em;align-self:center;
    border:solid var(--soft);border-width:0 2px 2px 0;transform:rotate(-45deg);flex:none}
    .level>details[open]>summary::before{transform:rotate(45deg) translate(-.1em,-.1em)}
    .level>details>summary:hover{background:var(--faint)}
    .level>details[open]{padding-bottom:1.2rem}
    .level .number{color:var(--soft);font-weight:400;font-variant-numeric:tabular-nums}
    .level .number::after{content:"."}
    .glance{color:var(--soft);font-size:.88rem;font-variant-numeric:tabular-nums;margin-left:auto}
    .reasons{list-style:none;display:grid;gap:.45rem;margin:.2rem 0 1rem}
    .reasons .command{display:block;margin-top:.15rem}
    .overview{display:flex;flex-wrap:wrap;gap:1.2rem 2rem;align-items:flex-start}
    .facts-and-rates{flex:1 1 24rem;min-width:0}
    .board-frame{max-width:100%;overflow:auto}
    .facts{display:flex;flex-wrap:wrap;gap:.35rem 1.6rem;margin-bottom:.9rem}
    .facts dt{color:var(--soft);font-size:.8rem}
    .multiples{display:grid;gap:.7rem}
    .multiples .player{display:grid;grid-template-columns:repeat(auto-fit,min(290px,100%));
    gap:.2rem 1.1rem}
    .who{font-size:.9rem;font-weight:500}
    figure{min-width:0;overflow:auto hidden}
    figcaption{font-size:.8rem;color:var(--soft)}
    .who{grid-column:1/-1}
    @media (max-width:800px){.glance{margin-left:0}}
    .figures{margin-top:.6rem;font-size:.95rem}
    .figures summary{cursor:pointer;color:var(--accent);font-size:.88rem}
    .figures table{margin:.6rem 0}
    .figures td{text-align:right;white-space:nowrap}
    .pair{display:flex;flex-wrap:wrap;gap:0 3rem}
    .pair>div{min-width:0;max-width:100%}
    .faults{padding-left:1.1rem;font-size:.9rem}
    .glossary{display:grid;gap:.55rem}
    .glossary dt{font-weight:600}
    .glossary dd{color:var(--soft);max-width:75ch}
    @media (min-width:800px){.glossary>div{display:grid;grid-template-columns:13rem 1fr;gap:1rem}}
    #method h3{margin:1.3rem 0 .5rem}

    """

  private static let charts = """
    svg{display:inline-block}
    .chart{display:block}
    .chart text{font-size:11.5px;fill:var(--ink);font-variant-numeric:tabular-nums}
    .chart .soft{fill:var(--soft)}.chart .strong{font-weight:600}
    .chart .middle{text-anchor:middle}.chart .end{text-anchor:end}
    .chart .halo{paint-order:stroke;stroke:var(--panel);stroke-width:4px;stroke-linejoin:round}
    .dense .curve{stroke-width:1.25}.dense .whisker{stroke-opacity:.4}
    .axis{stroke:var(--soft);stroke-width:1}.grid{stroke:var(--line);stroke-width:1}
    .band-hard{fill:var(--hard)}.band-easy{fill:var(--easy)}
    .flag-mark{fill:var(--s1)}
    .target{fill:transparent;pointer-events:all}
    a:hover>.target{fill:var(--ink);fill-opacity:.07}
    .curve-wide{max-width:none}
    .curve-section{container-type:inline-size}
    .curve-middle,.curve-narrow{display:none}
    @container (max-width:1119px){.curve-wide{display:none}.curve-middle{display:block}}
    @container (max-width:639px){.curve-middle{display:none}.curve-narrow{display:block}}
    .s0{--c:var(--s0)}.s1{--c:var(--s1)}.s2{--c:var(--s2)}.s3{--c:var(--s3)}
    .s4{--c:var(--s4)}.s5{--c:var(--s5)}.s6{--c:var(--s6)}.s7{--c:var(--s7)}
    .curve{fill:none;stroke:var(--c);stroke-width:1.75;stroke-linejoin:round}
    .s1 .curve{stroke-dasharray:7 3}.s2 .curve{stroke-dasharray:2 3}
    .s3 .curve{stroke-dasharray:8 3 2 3}.s4 .curve{stroke-dasharray:12 4}
    .s5 .curve{stroke-dasharray:4 2}.s6 .curve{stroke-dasharray:1 4}
    .s7 .curve{stroke-dasharray:9 3 2 3 2 3}
    .whisker{fill:none;stroke:var(--c);stroke-width:1.25;stroke-opacity:.75}
    .dot{fill:var(--c);stroke:var(--panel);stroke-width:.75}
    .bar{fill:var(--c)}
    .bar-open{fill:var(--c);fill-opacity:.16;stroke:var(--c);stroke-width:1}
    .median{stroke:var(--ink);stroke-width:1;stroke-dasharray:3 2}
    .track{fill:var(--faint)}
    .mini .bar{fill-opacity:.6}
    .limits{fill:none;stroke:var(--ink);stroke-width:1.25}
    .board{background:var(--faint);border-radius:8px;padding:4px;box-sizing:content-box}
    .board path{stroke-linecap:round;fill:none}
    .hole{stroke:var(--soft);stroke-opacity:.45;stroke-width:2.5}
    .rim{stroke:#0008;stroke-width:18}.ball{stroke:var(--b);stroke-width:16.5}
    .board text{text-anchor:middle;font-weight:650;fill:var(--t)}
    .board-line{stroke:var(--soft);stroke-dasharray:5 4;stroke-width:1.25}
    .ball-B{--b:#2a6fdb;--t:#fff}.ball-R{--b:#cf2f2f;--t:#fff}.ball-O{--b:#f08c00;--t:#000}
    .ball-G{--b:#24793a;--t:#fff}.ball-Y{--b:#ffd43b;--t:#000}.ball-P{--b:#8e44ad;--t:#fff}
    .ball-C{--b:#3bc9db;--t:#000}.ball-W{--b:#f8f9fa;--t:#000}
    .ball-special{--b:#343a40;--t:#fff}.stone{--b:var(--soft);--t:var(--panel)}
    .scene .body{fill:var(--b);stroke:var(--ink);stroke-width:.75}
    .scene .mark{stroke:var(--soft);stroke-width:1.5}
    .picture{background:var(--faint);border-radius:8px;padding:.7rem .9rem;margin:0;overflow:auto;
    line-height:1.25;max-width:100%;white-space:pre}

    """

  private static let printing = """
    @media print{@page{margin:14mm}
    :root{color-scheme:light}
    body{background:#fff;font-size:10.5pt}
    .contents,.skip,.copy,.buttons,.filter{display:none!important}
    .columns{display:block;padding:0}main{display:block}
    main>section{border:0;padding:0;margin-bottom:1.2rem}
    .scroll,.scroll-x{overflow:visible;max-height:none;border:0}
    .levels thead th,.levels .name{position:static}
    .levels thead{display:table-header-group}
    .curve-wide{display:block;width:100%;height:auto}
    .curve-middle,.curve-narrow,.watch,.stage-slot{display:none!important}
    tr,figure,.problems li,.overview,.player{break-inside:avoid}
    h2,h3,h4,summary{break-after:avoid}
    td.command{white-space:normal}
    .chip,.swatch,.board,.film,.heat td,.banner,.dot-flag{print-color-adjust:exact;
    -webkit-print-color-adjust:exact}
    a{color:inherit}
    }
    @media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}

    """
}
