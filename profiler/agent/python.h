// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/agent/agent.h"

// The few functions of CPython's stable ABI that the agent calls, declared by hand: they resolve
// from the interpreter that loads it, so that one agent serves every Python version.
// NOLINTBEGIN(readability-identifier-naming)
extern "C" {
PyObject* PyObject_CallNoArgs(PyObject* callable);
void Py_IncRef(PyObject* object); ///< NULL is allowed, as below
void Py_DecRef(PyObject* object);
void PyErr_SetString(PyObject* type, const char* message);
extern PyObject* PyExc_RuntimeError;
}
// NOLINTEND(readability-identifier-naming)
