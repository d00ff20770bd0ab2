"""The files and commits that main does not have yet."""

import subprocess

from library.program import REPOSITORY

MAIN = ("origin/main", "main")


def git(*arguments):
    """Returns the output of git, or None if git fails."""
    result = subprocess.run(["git", *arguments], cwd=REPOSITORY, capture_output=True, text=True)
    return result.stdout if result.returncode == 0 else None


def merge_base():
    """Returns the last commit that this branch shares with main, or None if there is no branch main."""
    found = next((base for main in MAIN if (base := git("merge-base", "HEAD", main))), None)
    return found.strip() if found else None


def changed_files(since):
    """Returns the files that changed since a commit, including added, removed and uncommitted files."""
    listed = (git("diff", "--name-only", "-z", since) or "") + (git("ls-files", "-z", "-o", "--exclude-standard") or "")
    return sorted(set(filter(None, listed.split("\0"))))
