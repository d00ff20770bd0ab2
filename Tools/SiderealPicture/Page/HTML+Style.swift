extension HTML {
    /// The style sheet of the page, for light and dark mode, paper, phones and desktop screens.
    static let style: HTML = """
        :root{--paper:#fbfaf7;--panel:#ffffff;--plot:#f3f1eb;--ink:#1d2530;--soft:#566070;--rule:#d9d5ca;--zero:#1d2530;\
        --clock:#b0400f;--band:#2b8a8a;--bandfill:rgba(43,138,138,.26);--weak:rgba(43,138,138,.13);--claim:#7a8494;\
        --good:#1c6b4f;--notable:#8a5a00;--bad:#b3261e;--on:#ffffff;--awake:#7d8ba0;--never:#8a5a00;--focus:#1657c8;\
        --shadow:0 6px 24px rgba(20,30,45,.20)}
        @media (prefers-color-scheme:dark){:root{--paper:#12161c;--panel:#1b212a;--plot:#191f27;--ink:#e8eaee;--soft:#a3adbb;\
        --rule:#333c49;--zero:#cdd3dc;--clock:#ff9a62;--band:#5cc4c0;--bandfill:rgba(92,196,192,.27);\
        --weak:rgba(92,196,192,.13);--claim:#8f9bab;--good:#6fd0a5;--notable:#f0bd5b;--bad:#ff8a80;--on:#12161c;\
        --awake:#65748a;--never:#f0bd5b;--focus:#8db8ff;--shadow:0 6px 24px rgba(0,0,0,.6)}}
        *{box-sizing:border-box}
        html{-webkit-text-size-adjust:100%}
        body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,\
        "Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere}
        main{max-width:1128px;margin:0 auto;padding:20px 12px 64px}
        h1{font-size:24px;line-height:1.25;margin:0 0 2px;font-weight:650;letter-spacing:-.01em}
        h2{font-size:17px;margin:28px 0 6px;font-weight:650}
        h3{font-size:15px;margin:22px 0 0;font-weight:650}
        p{margin:0 0 6px;text-wrap:pretty}
        header p,.how,.words>p{max-width:72ch}
        .sum,.how,.words>p,.key{color:var(--soft)}
        .empty{margin-top:28px;padding:28px 16px;border:1px dashed var(--rule);border-radius:8px;color:var(--soft);text-align:center}
        .ending{margin:14px 0 0;display:grid;gap:4px 28px}
        .ending div{display:grid;grid-template-columns:7.5em 1fr}
        @media (min-width:712px){.ending{grid-template-columns:repeat(3,1fr)}.ending div{display:block;border-top:2px solid var(--rule);padding-top:5px}\
        .ending dt{font-size:12.5px}}
        .ending dt{color:var(--soft)}.ending dd{margin:0}
        .good{color:var(--good)}.notable{color:var(--notable)}.bad{color:var(--bad)}
        .legend{list-style:none;margin:6px 0;padding:0;display:flex;flex-wrap:wrap;gap:6px 18px;font-size:13px;color:var(--soft)}
        .legend li{display:flex;align-items:center;gap:7px}
        .swatch{width:26px;height:16px;flex:none}
        .definitions{position:absolute;width:0;height:0;overflow:hidden}
        .score{margin:0 auto}
        .narrow{width:296px}.middle{width:688px}.wide{width:1104px}
        .middle,.wide{display:none}
        @media (min-width:712px){.narrow{display:none}.middle{display:block}}
        @media (min-width:1128px){.middle{display:none}.wide{display:block}}
        .line{position:relative;margin-bottom:14px}
        .line>svg{display:block}
        svg text{font:11.5px system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;fill:var(--soft);\
        font-variant-numeric:tabular-nums}
        svg .boot{font-weight:600;fill:var(--ink);font-size:12px}
        svg .tick,svg .last{text-anchor:end}svg .span{text-anchor:middle}
        .plot{fill:var(--plot)}
        .grid{stroke:var(--rule);stroke-width:1;stroke-dasharray:1 3;fill:none}
        .zero{stroke:var(--zero);stroke-width:1.2;fill:none}
        .band.closed{fill:var(--bandfill);stroke:var(--band);stroke-width:1;stroke-linejoin:round}
        .band.open{fill:url(#fade)}.band.weak{stroke-dasharray:3 3;fill:var(--weak)}
        .edge{fill:none;stroke:var(--band);stroke-width:1.5}
        .far{stop-color:var(--band);stop-opacity:0}.near{stop-color:var(--band);stop-opacity:.34}
        .claim{stroke:var(--claim);stroke-width:1.2;fill:none}.claim.refused{stroke:var(--bad);stroke-dasharray:3 2}
        .clock{stroke:var(--clock);stroke-width:2;fill:none;stroke-linejoin:round;stroke-linecap:round}
        .read{fill:var(--clock);stroke:var(--plot);stroke-width:1}
        .stem{stroke:var(--soft);stroke-width:1;stroke-opacity:.3;fill:none}
        .start{fill:var(--ink);stroke:var(--ink);stroke-width:1.2;stroke-linejoin:round}
        .lane{stroke:none;shape-rendering:crispEdges}.awake{fill:var(--awake)}.asleep{fill:url(#dense)}.lane.locked{fill:var(--soft)}
        .lane.never{fill:var(--never)}.lane.unlocked{fill:none;stroke:var(--rule)}
        .lane.off{fill:none;stroke:var(--rule);stroke-dasharray:2 2}
        .unseen{fill:url(#hatch)}
        .hatching{stroke:var(--rule);stroke-width:1.4}.densing{stroke:var(--awake);stroke-width:1.6}
        .mark{position:absolute;scroll-margin:48px 0 200px;width:24px;height:24px;z-index:1;outline:none;cursor:help;color:var(--on)}
        .mark .glyph{display:block;width:20px;height:20px;margin:2px;border-radius:50%;background:var(--soft);fill:none;\
        stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
        .mark.plain .glyph{background:var(--panel);color:var(--ink);box-shadow:inset 0 0 0 1.4px var(--soft)}
        .mark.good .glyph{background:var(--good)}.mark.notable .glyph{background:var(--notable)}.mark.bad .glyph{background:var(--bad)}
        .mark.still{position:static;flex:none;cursor:auto;display:inline-block}
        .mark:focus .glyph{outline:2.5px solid var(--focus);outline-offset:1.5px}
        .tip{position:absolute;top:28px;visibility:hidden;background:var(--panel);color:var(--ink);border:1px solid var(--rule);\
        border-radius:8px;box-shadow:var(--shadow);padding:10px 12px;font-size:13.5px;line-height:1.45;cursor:auto}
        .mark:hover,.mark:focus{z-index:5}.mark:hover{z-index:6}
        .mark:hover .tip,.mark:focus .tip{visibility:visible}
        .tip b,.said b{display:block;font-weight:650}.tip b::first-letter,.said b::first-letter{text-transform:uppercase}
        .good>.tip b{color:var(--good)}.notable>.tip b{color:var(--notable)}.bad>.tip b{color:var(--bad)}
        .facts{display:block;margin-top:5px;color:var(--soft);font-size:12.5px}
        .fact{display:inline-block;margin-right:14px}.fact i{font-style:normal}.fact i::after{content:":"}
        table{border-collapse:collapse;width:100%;font-size:14px;margin-top:8px}
        th,td{text-align:left;vertical-align:top;padding:6px 12px 6px 0;border-top:1px solid var(--rule);font-weight:400}
        th{white-space:nowrap}thead th{color:var(--soft);font-size:12.5px;border-top:0;padding-bottom:2px}
        .words td:nth-child(-n+2){white-space:nowrap;color:var(--soft);font-variant-numeric:tabular-nums;width:1%}
        .answers td:nth-child(-n+2){white-space:normal;color:inherit;width:auto}
        .answers th{white-space:normal}.answers td,.answers th{overflow-wrap:break-word}
        .answers td.good{color:var(--good)}.answers td.notable{color:var(--notable)}.answers td.bad{color:var(--bad)}
        td p{margin:0 0 4px;max-width:80ch}td p:last-child{margin-bottom:0}
        .said{display:flex;gap:8px;color:var(--ink)}.said .facts{margin-top:1px}
        .said.good b{color:var(--good)}.said.notable b{color:var(--notable)}.said.bad b{color:var(--bad)}
        .quiet td{color:var(--soft)}
        @media (max-width:480px){.words td:nth-child(2),.words th:nth-child(2){display:none}td,th{padding-right:8px}}
        @media (max-width:1127px){.answers thead{display:none}.answers tr{display:block;border-top:1px solid var(--rule);padding:6px 0}\
        .answers th,.words .answers td:nth-child(n){display:block;border:0;padding:1px 0;white-space:normal;width:auto}\
        .words .answers td:nth-child(n){display:grid;grid-template-columns:14em 1fr;gap:12px}\
        .answers td::before{content:attr(data-who);color:var(--soft)}}
        @media print{.tip{display:none}.line{break-inside:avoid}tr{break-inside:avoid}}
        """
}
