# SPDX-License-Identifier: Apache-2.0
"""Run databases and logs with texts that somebody meant to do harm with.

FUSESCOPE (the program), RECORDED (a run database) and TRACES (public traces) come from CTest.
"""

import json
import os
import pathlib
import shutil
import sqlite3
import subprocess

PROGRAM = os.environ["FUSESCOPE"]
RECORDED = pathlib.Path(os.environ["RECORDED"])

# Table → columns of it that hold text of the user's code, of torch or of the machine.
TEXTS = {
    "comparison": ("name", "stop_reason", "tool_version", "command"),
    "process": ("reason",),
    "environment": ("value",),
    "steady": ("reason",),
    "compile": ("function", "file", "fail_reason"),
    "graph_break": ("reason", "explanation", "hint", "file", "function"),
    "numerics": ("path", "dtype"),
    "notice": ("sentence",),
    "trace": ("device_reason",),
    "trace_loss": ("reason",),
    "trace_name": ("text",),
    "trace_place": ("file", "function", "module"),
    "operator_stat": ("name",),
    "kernel_stat": ("name",),
}


def fusescope(*arguments, **options):
    settings = {"capture_output": True, "timeout": 300, **options}
    return subprocess.run([PROGRAM, *map(str, arguments)], check=False, **settings)


def with_texts(target, change, tables=None):
    """A copy of the recorded file; `change` of one text of each column takes its place."""
    shutil.copy(RECORDED, target)
    database = sqlite3.connect(target)
    database.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
    for table, columns in (tables or TEXTS).items():
        for column in columns:
            _change_first(database, table, column, change)
    _change_names(database, change)
    database.commit()
    database.close()
    return target


def _change_first(database, table, column, change):
    row = database.execute(f'SELECT "{column}" FROM "{table}" WHERE "{column}" IS NOT NULL').fetchone()
    if row is None:
        return
    changed = change(row[0])
    value = changed if isinstance(changed, bytes) else changed.encode("utf-8", "surrogateescape")
    database.execute(f'UPDATE "{table}" SET "{column}" = CAST(? AS TEXT) WHERE "{column}" = ?', (value, row[0]))


def _change_names(database, change):
    """Of variants and cases, which stand in the plan; a plan is JSON, and its names are printable."""
    for number, text in database.execute("SELECT id, plan_json FROM comparison").fetchall():
        plan = json.loads(text)
        for item in (plan["variants"][1], plan["cases"][0]):
            changed = change(item["name"])
            if isinstance(changed, str):
                item["name"] = "".join(c if ord(c) >= 0x20 and ord(c) != 0x7F else "?" for c in changed)
        database.execute("UPDATE comparison SET plan_json = ? WHERE id = ?", (json.dumps(plan), number))
