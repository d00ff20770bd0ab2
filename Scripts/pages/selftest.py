"""Pages that the judge must refuse, each made from a right one by one change."""

from pages.judge import judge


def style(rules):
    return lambda page: page.replace("</style>", rules + "</style>")


def once(before, after):
    def change(page):
        assert before in page, before
        return page.replace(before, after, 1)

    return change


def without_mark(page):
    """Takes the last mark out of every layout."""
    for layout in page.split('<div class="score ')[1:]:
        start = layout.rindex('<span class="mark ', 0, layout.rindex('class="tip"'))
        end = layout.index("</span></span></span>", start) if "</span></span></span>" in layout[start:] else -1
        end = end + len(
            "</span></span></span>"
        ) if end > 0 else layout.index("</span></span>", start) + len("</span></span>")
        page = page.replace(layout, layout[:start] + layout[end:])
    return page


def swapped(page):
    """Puts the first two marks of every layout into the other order."""
    for layout in page.split('<div class="score ')[1:]:
        first = layout.index('<span class="mark ')
        second = layout.index('<span class="mark ', first + 1)
        third = layout.index('<span class="mark ', second + 1)
        if "</svg>" in layout[second:third].split('class="tip"')[1]:
            continue
        page = page.replace(layout, layout[:first] + layout[second:third] + layout[first:second] + layout[third:])
    return page


# what must be found, and what becomes of the page
WRONG = [
    ("overflow: ", once("</header>", '<div style="width:2000px">wide</div></header>')),
    ("overflow: ", once("</header>", '<p style="white-space:nowrap">' + "long " * 90 + "</p></header>")),
    ("overflow: ", style(".tip{width:900px!important}")),
    ("missing: ", without_mark),
    ("missing: ", once("</b> <span>This is", "</b> <span>This was")),
    ("console: ", once("</header>", '<img src="https://example.invalid/x.png" alt=""></header>')),
    ("console: ", once("</header>", "<script>fail()</script></header>")),
    ("a script: ", once("</header>", "<script>fail()</script></header>")),
    ("has onclick", once("<h1>", '<h1 onclick="x">')),
    ("refers to ", once("</header>", '<a href="https://example.invalid">x</a></header>')),
    ("keyboard: ", once('tabindex="0"', 'tabindex="-1"')),
    ("order: ", swapped),
    ("is not shown", style(".mark:focus .tip{visibility:hidden!important}")),
    ("hover: ", style(".mark:hover:not(:focus) .tip{visibility:hidden!important}")),
    ("is covered", style(".mark:focus{z-index:0!important}.line>svg{position:relative;z-index:4}")),
    ("without a ring", style(".mark:focus .glyph{outline:none!important}")),
    ("contrast: ", style(".sum{color:#999!important}")),
    ("contrast: ", style("svg .tick{fill:#888!important}")),
    ("contrast: a glyph", style(".mark .glyph{color:#777!important;background:#888!important}")),
    ("small: text", style("svg .tick{font-size:9px!important}")),
    ("small: the mark", style(".mark{width:18px!important}")),
    ("overlap: ", style("svg .tick{transform-box:fill-box;transform-origin:center;transform:scaleY(2)}")),
    ("cut off: ", style("svg .tick{transform:translateX(-40px)}")),
    ("name: ", once('aria-labelledby="', 'aria-labelledby="x')),
    ("is there twice", once("<h1>", '<p id="g-first">x</p><h1>')),
    ("the title", once("<title>", "<title>owned ")),
]


def failures(browser, page, findings, folder):
    """What the judge does not see."""
    text = page.read_text()
    changed = folder / "changed.html"
    for expected, change in WRONG:
        changed.write_text(change(text))
        if changed.read_text() == text:
            yield f"nothing was planted for {expected!r}"
            continue
        found = list(judge(browser, changed, findings, 360, dark=False))
        if not any(expected in problem for problem in found):
            yield f"a planted page passes that must be refused for {expected!r}; found {found[:3]}"
