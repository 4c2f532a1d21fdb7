# SPDX-License-Identifier: Apache-2.0
"""A recording as an object, and how one is made from Python."""

import functools
import html
import sys

from fusescope import program, workload

ROW_KEYS = ("case", "variant", "verdict", "speedup", "speedup_low", "speedup_high", "median_ns", "compile_ns")


def record(target, *args, kwargs=None, variants=("eager", "default"), file=None, progress=True, **options):
    """Records a module or function, called with these arguments, in every variant; the first is the baseline.

    `target` may also be a SPEC of `fusescope record --model`, such as "mymodel.py:make". `file`: where to store it, by
    default the library. Further options are those of `fusescope record`: effort="quick", device="cuda:0",
    no_trace=True, case=[…].
    """
    if "fusescope_worker" in sys.modules:
        raise program.FusescopeError(
            "this is a worker that imported the script which records: put fusescope.record(…) under "
            'if __name__ == "__main__":'
        )
    words = ["record", "--model", workload.spec_of(target, args, kwargs)]
    for variant in [variants] if isinstance(variants, str) else variants:
        words += ["--variant", variant]
    if file is not None:
        words += ["--output", str(file)]
    words += option_words(options)
    with ProgressLine(enabled=progress) as line:
        stored = program.record_events(words, line.show)
    return Recording(stored["file"], stored["comparison"])


def option_words(options):
    """no_trace=True → --no-trace; case=["a:…", "b:…"] → --case a:… --case b:…"""
    words = []
    for key, value in options.items():
        name = "--" + key.replace("_", "-")
        if value is True:
            words.append(name)
        elif value is not None and value is not False:
            values = value if isinstance(value, (list, tuple)) else [value]
            words += [word for item in values for word in (name, str(item))]
    return words


class ProgressLine:
    """The step that runs, on one line of stderr."""

    def __init__(self, enabled=True, stream=None):
        self.stream = (stream or sys.stderr) if enabled else None
        self.width = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.write("")
        if self.stream:
            self.stream.write("\r")

    def show(self, event):
        words = [event.get("process"), event.get("variant"), event.get("text") or event.get("stage")]
        what = " · ".join(word for word in words if word)
        self.write(f"{round(100 * (event.get('done_ratio') or 0)):3} %  {what}"[:100])

    def write(self, text):
        if self.stream:
            self.stream.write("\r" + text.ljust(self.width))
            self.stream.flush()
            self.width = len(text)


class Recording:
    """One comparison of a file: `Recording("mine.fscope")` is its newest."""

    def __init__(self, file, comparison=None):
        self.file = str(file)
        self.comparison = comparison
        self.place = self.file if comparison is None else f"{self.file}@{comparison}"

    @functools.cached_property
    def compared(self):
        """`fusescope compare --json`"""
        return program.answer("compare", self.place)

    @property
    def verdict(self):
        """One sentence over all cases."""
        return self.compared["recommended"]["sentence"]

    @property
    def verdicts(self):
        """(case, variant) → "faster", "slower", "no_difference", …"""
        return {(row["case"], row["variant"]): row["verdict"] for row in self.rows()}

    @functools.cached_property
    def findings(self):
        """What explains it and what to do, the most time first."""
        return program.answer("show", self.place, "findings")["findings"]

    def rows(self):
        """A dict for each case and variant; what was not measured is None."""
        return [
            row_of(case["name"], variant) for case in self.compared["cases"] for variant in case["variants"]
        ]

    def to_dataframe(self):
        try:
            import pandas
        except ImportError as error:
            raise program.FusescopeError("to_dataframe() needs pandas: pip install pandas, or use rows()") from error
        return pandas.DataFrame(self.rows(), columns=list(ROW_KEYS))

    def __repr__(self):
        return f"<fusescope.Recording {self.place}: {self.verdict}>"

    def _repr_html_(self):
        heads = ("Case", "Variant", "Median", "× faster", "95 % interval", "Compile", "Verdict")
        lines = ["<tr>" + "".join(f"<th>{head}</th>" for head in heads) + "</tr>"]
        for row in self.rows():
            cells = "".join(f"<td>{html.escape(text)}</td>" for text in shown(row))
            lines.append(f"<tr>{cells}</tr>")
        return f"<p>{html.escape(self.verdict or '')}</p><table>{''.join(lines)}</table>"


def row_of(case, variant):
    speedup = variant.get("speedup") or {}
    values = (
        case,
        variant["name"],
        variant["verdict"],
        speedup.get("estimate"),
        speedup.get("low"),
        speedup.get("high"),
        (variant.get("latency_ns") or {}).get("p50"),
        (variant.get("compile_ns") or {}).get("cold"),
    )
    return dict(zip(ROW_KEYS, values))


def shown(row):
    def known(value, text):
        return "–" if value is None else text(value)

    return (
        row["case"] or "",
        row["variant"],
        known(row["median_ns"], duration),
        known(row["speedup"], "{:.2f}×".format),
        known(row["speedup_low"], lambda low: f"{low:.2f}–{row['speedup_high']:.2f}"),
        known(row["compile_ns"], duration),
        row["verdict"].replace("_", " "),
    )


def duration(ns):
    """With three or four digits, as the program writes it."""
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if ns >= size:
            return f"{ns / size:.4g} {unit}"
    return f"{ns} ns"
