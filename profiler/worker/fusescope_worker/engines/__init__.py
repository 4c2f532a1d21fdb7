# SPDX-License-Identifier: Apache-2.0
"""Engines beside torch.compile: the model as one program, made before its first call and kept as a file."""
