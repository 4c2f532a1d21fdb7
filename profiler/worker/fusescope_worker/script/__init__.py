# SPDX-License-Identifier: Apache-2.0
"""A user's unmodified program: what of it can be measured (discovery), and one call of it as a lane.

The program runs on the main thread, as Python would run it; the worker's commands are answered on a second one.
"""
