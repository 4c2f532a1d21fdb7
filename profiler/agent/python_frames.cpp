// SPDX-License-Identifier: Apache-2.0
#include "profiler/agent/python_frames.h"

#include "profiler/agent/python.h"

#include <dlfcn.h>
#include <optional>

namespace profiler::agent {

namespace {

template <typename Function>
bool find(Function& function, const char* name)
{
    function = reinterpret_cast<Function>(::dlsym(RTLD_DEFAULT, name));
    return function != nullptr;
}

std::optional<PythonFrames> lookUp()
{
    PythonFrames python;
    find(python.PyFrame_GetLasti, "PyFrame_GetLasti");
    const bool whole = find(python.PyGILState_Ensure, "PyGILState_Ensure")
        && find(python.PyGILState_Release, "PyGILState_Release")
        && find(python.PyEval_GetFrame, "PyEval_GetFrame")
        && find(python.PyFrame_GetBack, "PyFrame_GetBack")
        && find(python.PyFrame_GetCode, "PyFrame_GetCode")
        && find(python.PyFrame_GetLineNumber, "PyFrame_GetLineNumber")
        && find(python.PyEval_SetProfile, "PyEval_SetProfile")
        && find(python.PyObject_GetAttrString, "PyObject_GetAttrString")
        && find(python.PyMapping_GetItemString, "PyMapping_GetItemString")
        && find(python.PyUnicode_AsUTF8, "PyUnicode_AsUTF8")
        && find(python.PyErr_Clear, "PyErr_Clear");
    return whole ? std::optional(python) : std::nullopt;
}

} // namespace

const PythonFrames* pythonFrames()
{
    static const auto python = lookUp();
    return python ? &*python : nullptr;
}

PythonReference::~PythonReference()
{
    if (m_object != nullptr)
        Py_DecRef(m_object);
}

} // namespace profiler::agent
