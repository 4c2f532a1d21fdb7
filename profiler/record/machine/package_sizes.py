# SPDX-License-Identifier: Apache-2.0
"""How much pip would fetch: `python -c SCRIPT REPORT` with the report of `pip install --dry-run`.

Prints one JSON line: {"torch": "2.9.1"|null, "packages": 25, "bytes": 3214567890|null}. A size that the
index does not tell makes the sum unknown, which is better than too small.
"""

import json
import os
import sys
import urllib.parse
import urllib.request


def size_of(url):
    parts = urllib.parse.urlsplit(url)
    if parts.scheme == "file":
        return os.path.getsize(urllib.request.url2pathname(parts.path))
    with urllib.request.urlopen(urllib.request.Request(url, method="HEAD"), timeout=20) as answer:
        return int(answer.headers["Content-Length"])


def total(urls):
    try:
        return sum(size_of(url) for url in urls)
    except (OSError, TypeError, ValueError):
        return None


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        packages = json.load(file)["install"]
    versions = {each["metadata"]["name"].lower(): each["metadata"]["version"] for each in packages}
    sizes = total(each["download_info"]["url"] for each in packages)
    print(json.dumps({"torch": versions.get("torch"), "packages": len(packages), "bytes": sizes}))


main()
