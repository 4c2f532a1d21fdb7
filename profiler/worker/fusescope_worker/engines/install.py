# SPDX-License-Identifier: Apache-2.0
"""Puts an engine's program in place of the measured module: makes it where no process has, and opens it."""

from fusescope_worker.engines import making, native, opening, package, ranges
from fusescope_worker.pristine import gc


def install(session):
    """After the inputs, whose sizes say what the program must take."""
    making.refuse_what_is_no_module(session)
    inputs = ranges.sizes_of_cases(session.cases, session.target.signature, session.variant.settings.dynamic)
    kept = package.package_of(session, inputs)
    if not kept.is_there():
        with session.stage("package"):
            making.make(session, kept, inputs)
    facts = kept.facts()
    opening.refuse_cases_outside(session, facts)
    session.package = {**facts, "bytes": kept.bytes()}
    with session.step("open"):
        if session.variant.native:
            session.native = native.start(session, kept)
            call = native.NativeResults(session.native, facts)
        else:
            call = opening.open_package(session, kept, facts)
    _replace(session, call)


def _replace(session, call):
    """The program holds the weights: a process that runs it has no need of the module."""
    target = session.target
    target.function, target.calls_module, target.module = call, False, None
    session.module = session.workload.module = None
    gc.collect()
