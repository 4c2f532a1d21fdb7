# SPDX-License-Identifier: Apache-2.0
"""The shim that runs one variant of a workload inside the user's own interpreter.

Needs the standard library and torch only. It measures and reports; the recorder decides.
"""
