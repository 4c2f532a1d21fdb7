// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/agent/agent.h"

/// CPython's functions for frames and the GIL. They are looked up when first needed, not linked:
/// the agent loads into any interpreter, and one that lacks them has no places, but all the rest.
namespace profiler::agent {

// NOLINTBEGIN(readability-identifier-naming): CPython's names
struct PythonFrames {
    using TraceFunction = int (*)(PyObject*, PyObject*, int, PyObject*);

    int (*PyGILState_Ensure)() = nullptr;
    void (*PyGILState_Release)(int) = nullptr;
    PyObject* (*PyEval_GetFrame)() = nullptr; ///< borrowed
    PyObject* (*PyFrame_GetBack)(PyObject*) = nullptr;
    PyObject* (*PyFrame_GetCode)(PyObject*) = nullptr;
    int (*PyFrame_GetLineNumber)(PyObject*) = nullptr;
    int (*PyFrame_GetLasti)(PyObject*) = nullptr; ///< from 3.11; may be absent
    void (*PyEval_SetProfile)(TraceFunction, PyObject*) = nullptr;
    PyObject* (*PyObject_GetAttrString)(PyObject*, const char*) = nullptr;
    PyObject* (*PyMapping_GetItemString)(PyObject*, const char*) = nullptr;
    const char* (*PyUnicode_AsUTF8)(PyObject*) = nullptr;
    void (*PyErr_Clear)() = nullptr;
};

// NOLINTEND(readability-identifier-naming)

/// The interpreter's, or nullptr where one of them is missing.
[[nodiscard]] const PythonFrames* pythonFrames();

/// A reference that is given back.
class PythonReference {
public:
    explicit PythonReference(PyObject* object)
        : m_object(object)
    {
    }

    ~PythonReference();
    PythonReference(const PythonReference&) = delete;
    PythonReference& operator=(const PythonReference&) = delete;
    PythonReference(PythonReference&&) = delete;
    PythonReference& operator=(PythonReference&&) = delete;

    [[nodiscard]] PyObject* get() const { return m_object; }

private:
    PyObject* m_object;
};

} // namespace profiler::agent
