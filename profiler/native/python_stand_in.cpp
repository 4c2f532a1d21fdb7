// SPDX-License-Identifier: Apache-2.0
#include "profiler/native/python_stand_in.h"

#include "profiler/agent/agent.h"

#include <exception>
#include <utility>

namespace {

std::string& lastError()
{
    static std::string text;
    return text;
}

profiler::native::Callable& callableOf(PyObject* object)
{
    return *reinterpret_cast<profiler::native::Callable*>(object); // NOLINT(*-reinterpret-cast)
}

} // namespace

// NOLINTBEGIN(readability-identifier-naming): CPython's names
extern "C" {

PyObject* PyExc_RuntimeError = nullptr;

/// The result stands for itself in the callable: one at a time is what the loop needs.
PyObject* PyObject_CallNoArgs(PyObject* object)
{
    try {
        callableOf(object).call();
        return object;
    } catch (const std::exception& error) {
        lastError() = error.what();
        return nullptr;
    }
}

void Py_IncRef(PyObject* /*object*/) { }

void Py_DecRef(PyObject* object)
{
    if (object != nullptr)
        callableOf(object).drop();
}

void PyErr_SetString(PyObject* /*type*/, const char* message)
{
    lastError() = message;
}
}

// NOLINTEND(readability-identifier-naming)

namespace profiler::native {

std::string takeError()
{
    return std::exchange(lastError(), {});
}

} // namespace profiler::native
