# SPDX-License-Identifier: Apache-2.0
"""Which names say that their values are secret. The one list: the recorder's C++ (profiler/model/text/secrets.cpp) is
generated from the three lines below.
"""

from fusescope_worker.pristine import re

# Words of a name, in lower case: wherever they stand; as the last word; where what leads to a secret may stand.
ANYWHERE = "apikey authorization bearer credential credentials passphrase passwd password pwd secret"
AT_END = "auth cookie key pass token"
LEADING_THERE = "dsn endpoint uri url"

_ANYWHERE, _AT_END, _LEADING = (frozenset(words.split()) for words in (ANYWHERE, AT_END, LEADING_THERE))
_NUMBER = re.compile(r"-?\d{1,9}(\.\d*)?")
_IN_URL = re.compile(r"(\w+://[^/\s:@]*:)([^/\s@]+)@")


def _words(name):
    parted = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", name)
    return re.split(r"[^a-z0-9]+", parted.lower())


def is_secret(name, value=""):
    """`--arg key=3` chooses something; `api_key=sk-…` opens it."""
    words = [word for word in _words(name) if word]
    if not _ANYWHERE.isdisjoint(words):
        return True
    return bool(words) and words[-1] in _AT_END and not _NUMBER.fullmatch(value)


def may_lead_to_secret(name):
    """Of what others have set: rather one too many."""
    return not (_ANYWHERE | _AT_END | _LEADING).isdisjoint(_words(name))


def _hash(text):
    """FNV-1a, folded to 32 bits: equal values are seen to be equal."""
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = ((value ^ byte) * 0x100000001B3) % 2**64
    return (value >> 32) ^ (value & 0xFFFFFFFF)


def withheld(value):
    """What is stored in its place."""
    return f"<not stored, {_hash(value):08x}>"


def without_secret(name, value):
    if is_secret(name, value):
        return withheld(value)
    return _IN_URL.sub(lambda match: f"{match[1]}{withheld(match[2])}@", value)


def without_secrets(value, name=""):
    """Like `without_secret`, for a JSON value; the members of an object have names of their own."""
    if isinstance(value, dict):
        return {key: without_secrets(each, key) for key, each in value.items()}
    if isinstance(value, list):
        return [without_secrets(each, name) for each in value]
    return without_secret(name, value) if isinstance(value, str) else value
