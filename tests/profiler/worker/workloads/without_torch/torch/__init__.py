# SPDX-License-Identifier: Apache-2.0
"""Stands before the real torch on the path: an interpreter that has none."""

raise ModuleNotFoundError("No module named 'torch'", name="torch")
