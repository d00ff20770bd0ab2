"""A table, for a terminal and for the docs."""


def plain(header, body):
    widths = [max(len(line[i]) for line in [header, *body]) for i in range(len(header))]
    lines = [header, ["-" * width for width in widths], *body]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines)


def markdown(header, body):
    lines = [header, ["---"] * len(header), *body]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines).replace("(WRONG)", "**(wrong)**")
