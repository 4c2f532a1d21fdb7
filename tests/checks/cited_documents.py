#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Comments cite only documents that are in the repository, and the documents for developers name only files and folders
that exist: `profiler/judge/verdict.cpp`, `profiler/record/lanes/{cold,check}_run.cpp`, `storage/rows`.
"""

import pathlib
import re
import subprocess
import sys

SOURCES = (".h", ".cpp", ".py", ".sql", ".cmake")
CITED = re.compile(r'(?<![\w"/])(?:docs/[\w/]+|[a-z]+)\.md\b')
COMMENT = re.compile(r"^\s*(?://|#|--|\*)|\s//[/ ]|\"\"\"")
NAMED = re.compile(r"`([\w./{},-]+)`")
ROOMS = ("app/", "docs/", "packaging/", "profiler/", "resources/", "storage/", "tests/", "ui/", "cmake/")


def tracked(root):
    listed = subprocess.run(["git", "-C", root, "ls-files"], capture_output=True, text=True, check=True)
    return [pathlib.PurePosixPath(name) for name in listed.stdout.splitlines()]


def expanded(name):
    """a/{b,c}_d → a/b_d, a/c_d"""
    braces = re.search(r"\{([^}]*)\}", name)
    if not braces:
        return [name]
    return [name[: braces.start()] + part + name[braces.end() :] for part in braces.group(1).split(",")]


def missing_citations(root, files):
    names = {str(file) for file in files}
    for file in files:
        if file.suffix not in SOURCES or file.name == "cited_documents.py":
            continue
        for number, line in enumerate((root / file).read_text(errors="replace").splitlines(), 1):
            if not COMMENT.search(line):
                continue
            for cited in CITED.findall(line):
                if cited not in names and str(file.parent / cited) not in names:
                    yield f"{file}:{number}: cites {cited}, which is not in the repository"


def missing_places(root, files):
    for document in files:
        if document.suffix != ".md" or not (document.parent.name == "development" or document.name == "CONTRIBUTING.md"):
            continue
        text = (root / document).read_text()
        for named in NAMED.findall(text):
            if not named.startswith(ROOMS):
                continue
            for place in expanded(named):
                if not any((root / form).exists() for form in (place, place + ".h", place + ".cpp")):
                    yield f"{document}: names {place}, which does not exist"


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    files = tracked(root)
    wrong = [*missing_citations(root, files), *missing_places(root, files)]
    print("\n".join(wrong) if wrong else f"{len(files)} files cite and name what is there")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
