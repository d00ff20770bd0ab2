"""Filters a textual Swift interface of the Linux toolchain so that it compiles for Apple targets.

Back-deployed declarations that have no body lose that attribute, and Darwin takes the place of the C library.
"""

import re
import sys

DECLARATION = re.compile(r"\b(func|var|init|subscript|get|set)\b")
PARAMETERS = re.compile(r"\([^()]*\)")


def has_body(lines, start):
    """Returns whether the declaration that follows an attribute ends in an opening brace."""
    for line in lines[start : start + 7]:
        if DECLARATION.search(PARAMETERS.sub("", line)):
            return line.rstrip().endswith("{")
    return False


def filtered(lines):
    for number, line in enumerate(lines):
        if "@backDeployed(" in line and not has_body(lines, number):
            line = re.sub(r"@backDeployed\([^)]*\)", "", line)
        yield re.sub(r"^((?:@_exported )?(?:public |internal |private )?)import Glibc", r"\1import Darwin", line)


sys.stdout.write("\n".join(filtered(sys.stdin.read().split("\n"))))
