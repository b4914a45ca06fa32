extension ReportTemplates {
  /// Heat map, hazard, balance and comparison.
  static let additions = """
    .facts dt::first-letter{text-transform:uppercase}
    .examples td.command{white-space:normal;min-width:16rem}
    .examples td.watching{padding-right:.3rem}
    .tables{display:flex;flex-wrap:wrap;gap:.4rem 2.6rem;align-items:flex-start}
    .tables>div{max-width:100%}
    .hazard{stroke:none}
    .step{fill:none;stroke:var(--c);stroke-width:1.75}
    .beads{stroke:var(--c);stroke-width:5;stroke-linecap:round;fill:none}
    .strip{display:block;background:var(--faint);border-radius:5px}
    .strip .curve{stroke-width:1.25}.strip .beads{stroke-width:3.5}
    .balance td,.balance th{vertical-align:middle}
    .balance th:first-child{min-width:15.5rem}
    #players th[scope=row]{white-space:nowrap}
    .differences td{vertical-align:top}.differences .under{display:block}
    .differences span{display:inline-block}
    .balance td{white-space:nowrap}
    #balance h3,#comparison h3{margin:1.1rem 0 .4rem}
    .share{white-space:nowrap}
    .edits{margin:.2rem 0 .8rem 1.6rem}
    .base-line{fill:none;stroke:var(--c,var(--soft));stroke-width:1.5;stroke-dasharray:3 4;
    stroke-opacity:.7}
    .difference{vertical-align:-.15em;margin-right:.5rem}
    .differences .up span,.differences .down span{font-weight:650}
    .differences th{min-width:8rem}
    .changes{list-style:none;display:grid;gap:.3rem;font-size:.92rem}
    .heat{border-collapse:separate;border-spacing:3px}
    .heat th,.heat td{border:0;padding:.4rem .7rem}
    .heat td{text-align:center;border-radius:5px;min-width:5.4rem}
    .heat td small{display:block;color:inherit}
    .heat thead th{text-align:center}.heat tbody th{vertical-align:middle}
    .heat .none{background:var(--faint);color:var(--soft)}
    .h0{background:#fbe9dd;color:#1b2126}.h1{background:#f5ead9;color:#1b2126}
    .h2{background:#ecebda;color:#1b2126}.h3{background:#dfeadd;color:#1b2126}
    .h4{background:#c9e2da;color:#1b2126}.h5{background:#a9d5d3;color:#1b2126}
    .h6{background:#7fc0c9;color:#10161a}.h7{background:#2c7390;color:#fff}
    .h8{background:#0b4f73;color:#fff}
    .columns main>section{container-type:inline-size}
    .lead{font-size:1.05rem;margin-bottom:.9rem;max-width:75ch}
    .advice{margin:.2rem 0}
    .tunes{display:flex;flex-wrap:wrap;gap:1rem 1.4rem}
    .tunes svg{max-width:100%;height:auto}
    .less{display:none}
    .wanted{fill:var(--s2);fill-opacity:.18}
    .swatch.wanted{background:color-mix(in srgb,var(--s2) 18%,transparent);border-color:var(--s2)}
    .way{fill:none;stroke:var(--soft);stroke-opacity:.35;stroke-width:1}
    .tried{opacity:.75}
    .plain-table{width:100%}
    .plain-table th:not(:first-child),.plain-table td{text-align:right}
    @container (max-width:1010px){.levels.few .mini{width:54px}.levels.few td,.levels.few th{
    padding-inline:8px}}
    @container (max-width:640px){.rates .mini,.share .mini,.differences .difference{display:none}
    .examples td.command{white-space:nowrap}
    .rates th,.rates td{padding-right:.6rem}}

    """

  /// Phones: what matters of each table, the rest stacked or left out; nothing is cut off.
  static let narrow = """
    @media screen and (max-width:640px){
    .more{display:none}.less{display:block}
    .scroll{max-height:none;border:0}
    .levels thead,.differences thead,.plain-table thead{position:absolute;display:block;width:1px;
    height:1px;overflow:hidden;clip-path:inset(50%)}
    table.levels,.levels tbody,table.differences,.differences tbody{display:block}
    .levels tr,.differences tr{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));
    gap:.15rem .6rem;padding:.55rem 0;border-bottom:1px solid var(--line)}
    .levels tr>*,.levels th.name,.differences tr>*{border:0;padding:0;position:static;min-width:0;
    max-width:none}
    .levels td.num{display:none}
    .levels .name,.levels .flags,.differences .name{grid-column:1/-1}
    .levels .flags{order:1;white-space:normal}.levels .flags:empty{display:none}
    .levels .rate,.differences .rate{white-space:normal;line-height:1.35}
    .levels .rate::before,.differences .rate::before{content:attr(data-label);display:block;
    color:var(--soft);font-size:.8rem;overflow:hidden;text-overflow:ellipsis;font-weight:400}
    .levels .rate small{display:block}
    .plain-table tr{display:grid;padding:.4rem 0;border-bottom:1px solid var(--line)}
    .plain-table th,.plain-table td{border:0;padding:.1rem 0;white-space:normal}
    .plain-table td{display:flex;justify-content:space-between;gap:1rem}
    .plain-table td::before{content:attr(data-label);color:var(--soft)}
    th,td{padding-right:.5rem}tr>:last-child{padding-right:0}
    .rates th,.examples th,.examples td,#players th[scope=row]{white-space:normal}
    .metrics td small,.differences td small,.levers td small{display:none}
    .metrics th,.metrics td{padding-right:.3rem}
    .scroll-x th,.scroll-x code{overflow-wrap:anywhere}
    .metrics,.balance,.levers,.differences,.examples,.rates{width:100%}
    .balance th:first-child{min-width:0}.balance .strip{width:84px;height:auto}
    .heat{border-spacing:2px}.heat td{min-width:0;padding:.3rem .35rem}.heat th{padding:.3rem .2rem}
    .heat td small{font-size:.74rem}
    .level details.figures{display:none}
    .board,.scene{max-width:100%;height:auto}
    }

    """

  /// The player of films.
  static let films = """
    .watch{font:inherit;font-size:.8rem;padding:.1rem .6rem;margin-right:.35rem;cursor:pointer;
    border:1px solid var(--accent);border-radius:5px;background:var(--accent);color:var(--panel)}
    .watch:hover{filter:brightness(1.1)}
    .watch[hidden]{display:none}
    .player-box{display:flex;flex-wrap:wrap;gap:1rem 1.6rem;border:1px solid var(--line);
    border-radius:9px;padding:.9rem;margin:.3rem 0 1rem;align-items:flex-start}
    .panel{flex:1 1 17rem;min-width:0;display:grid;gap:.6rem;align-content:start}
    .stage{max-width:100%}
    .film{display:block;max-width:100%;height:auto;background:var(--faint);border-radius:8px}
    .film .body{fill:var(--b);stroke:var(--ink);stroke-opacity:.55;stroke-width:1}
    .film text{text-anchor:middle;font-weight:650;fill:var(--t)}
    .film .mark{fill:none;stroke:var(--soft);stroke-width:2}
    .film .card .body{fill:#fff;stroke:#56606a;stroke-width:1.5;stroke-opacity:1}
    .film .card{--t:#1b2126}.film .ink-r{--t:#b3261e}.film .ink-g{--t:#1d6b31}
    .film .ink-p{--t:#6a2f86}
    .film .back .body{fill:#3d5a80}
    .film .selected .body{stroke:var(--s1);stroke-width:4}
    .ball-K{--b:#e58ab0;--t:#000}
    .trail{fill:none;stroke:var(--ink);stroke-opacity:.45;stroke-width:2;stroke-dasharray:5 5;
    stroke-linejoin:round}
    .flying{fill:var(--ink);stroke:var(--panel);stroke-width:2}
    .ghost{fill:none;stroke-width:3}
    .ghost.p{stroke:var(--s1);stroke-dasharray:4 3}.ghost.f{stroke:var(--s0);stroke-dasharray:2 4}
    .ghost.n{stroke:var(--s7)}
    .touch{fill:none;stroke:var(--ink);stroke-width:3;stroke-linecap:round}
    .film-title{font-weight:620}
    .film-words{min-height:4.6em;font-size:.92rem}
    .controls{display:flex;flex-wrap:wrap;gap:.4rem;align-items:center}
    .controls button,.controls select{font:inherit;font-size:.9rem;min-width:2.4rem;
    padding:.3rem .6rem;border:1px solid var(--line);border-radius:6px;background:var(--panel);
    color:var(--ink);cursor:pointer}
    .controls button:hover{background:var(--faint)}
    .controls .play{min-width:4.4rem;background:var(--accent);color:var(--panel);
    border-color:var(--accent)}
    .controls .play:hover{background:var(--accent);filter:brightness(1.1)}
    .speed{font-size:.85rem;color:var(--soft);margin-left:.3rem}
    .scrub input{width:100%;accent-color:var(--accent);margin:0}

    """
}
