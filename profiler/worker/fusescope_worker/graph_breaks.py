# SPDX-License-Identifier: Apache-2.0
"""One log record of a graph break → its facts (docs/development/torch.md, 5)."""

from fusescope_worker import user_frames
from fusescope_worker.pristine import re

_ID = re.compile(r"/gb/(gb\d+)\.html|\b(gb\d{4})\b")
# "The frame was skipped" adds nothing: such a record carries the reason inside it.
_SKIPPED_FRAME_ID = "gb7000"
# Precedes the title in records of a break while some instruction is traced.
_PREAMBLE = "Encountered graph break when attempting to trace"
_NESTED = "*** While handling this graph break, another graph break occurred"
_STACK_STARTS = ("User code traceback:", "in the following user code:", "from user code:")
_TRACEBACK = "Traceback (most recent call last)"


def graph_break(payload):
    """Fields of GraphBreakFact but for the compile id and the case."""
    reason_part, stack_part = _split(payload)
    text = _reason_text(reason_part)
    title, explanation, hints = _sections(text)
    frame = user_frames.user_frame(user_frames.parse_frames(stack_part))
    file, line, function = frame or ("", 0, "")
    return {
        "id": break_id(text or payload),
        "reason": title,
        "explanation": explanation,
        "hint": " ".join(hints),
        "file": file,
        "line": line,
        "function": function,
    }


def stack(payload):
    """(file, line, function) of the user's stack in the record, outermost first."""
    return user_frames.parse_frames(_split(payload)[1])


def break_id(text):
    """The first id that is not the one of the skipped frame around it; that one, if it is alone."""
    ids = [first or second for first, second in _ID.findall(text)]
    reasons = [found for found in ids if found != _SKIPPED_FRAME_ID]
    return (reasons or ids or [""])[0]


def _split(payload):
    """(the reason, the user's stack), without torch's own traceback at the end."""
    head = payload.split(_TRACEBACK, 1)[0]
    for start in _STACK_STARTS:
        before, found, after = head.partition(start)
        if found:
            # some records put the reason into the exception at the end of torch's traceback
            reason = before if "Reason:" in before or "Explanation:" in before else before + _exception(payload)
            return reason, after
    return payload, head


def _exception(payload):
    last = payload.rpartition("torch._dynamo.exc.")[2]
    return "\n" + last.partition(": ")[2]


def _reason_text(text):
    _, found, after = text.partition("Graph Break Reason:")
    text = after if found else text
    _, found, after = text.partition("Graph break encountered:")
    return (after if found else text).strip()


def _sections(text):
    """(title, explanation, hints) of the reason; a nested second break is left out."""
    title, explanation, hints = "", "", []
    for line in text.split(_NESTED, 1)[0].splitlines():
        stripped = line.strip()
        if stripped.startswith("Explanation:"):
            explanation = stripped.removeprefix("Explanation:").strip()
        elif stripped.startswith("Hint:"):
            hints.append(stripped.removeprefix("Hint:").strip())
        elif stripped and not title and not stripped.startswith(_PREAMBLE):
            title = stripped
    return title, explanation, hints
