# SPDX-License-Identifier: Apache-2.0
"""Warnings that belong on a page: each rule once for each case."""


class Notices:
    def __init__(self, channel=None, case_index=None):
        self._channel = channel
        self._case_index = case_index or (lambda name: None)
        self._said = []

    def add(self, rule, sentence, case=None):
        """`case` is a name, an index or None for all; in setup it goes into the answer."""
        notice = {"rule": rule, "sentence": sentence, "case": case}
        if any(said["rule"] == rule and said["case"] == case for said in self._said):
            return
        self._said.append(notice)
        if self._channel is not None:
            self._channel.event("notice", **{**notice, "case": self._index(case)})

    def _index(self, case):
        return self._case_index(case) if isinstance(case, str) else case

    def answered_with_setup(self, channel, case_index):
        """What setup collected; from now on notices are sent as events."""
        self._channel, self._case_index = channel, case_index
        return [{**notice, "case": self._index(notice["case"])} for notice in self._said]
