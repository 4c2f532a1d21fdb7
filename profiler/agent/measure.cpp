// SPDX-License-Identifier: Apache-2.0
#include "profiler/agent/agent.h"
#include "profiler/agent/device.h"
#include "profiler/agent/python.h"
#include "profiler/model/clocks.h"

#include <cstdint>
#include <exception>
#include <sys/resource.h>

namespace {

std::int64_t threadCpuTime()
{
    return profiler::readClock(CLOCK_THREAD_CPUTIME_ID);
}

std::int64_t involuntarySwitches()
{
    rusage usage {};
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nivcsw;
}

/// Calls and drops the result; false with a Python error set.
bool callUntimed(PyObject* callable)
{
    auto* result = PyObject_CallNoArgs(callable);
    if (result == nullptr)
        return false;
    Py_DecRef(result);
    return true;
}

struct Sample {
    std::int64_t wallNs;
    std::int64_t cpuNs;
    std::int64_t switches;
};

/// One synchronised call. The costly readings stand outside the timed window, the result is dropped
/// after it: freeing an output is not part of an answer's latency. False with a Python error set.
bool measureCall(PyObject* call, Sample& sample)
{
    const auto switchesBefore = involuntarySwitches();
    const auto cpuBefore = threadCpuTime();
    const auto start = profiler::steadyNow();
    auto* result = PyObject_CallNoArgs(call);
    if (result == nullptr)
        return false;
    profiler::agent::synchronise();
    const auto end = profiler::steadyNow();
    sample = {.wallNs = end - start,
        .cpuNs = threadCpuTime() - cpuBefore,
        .switches = involuntarySwitches() - switchesBefore};
    Py_DecRef(result);
    return true;
}

/// Runs `body`; what torch throws (a failed synchronise) becomes a Python error.
template <typename Body>
int guardedStatus(const Body& body)
{
    try {
        return body() ? 0 : -1;
    } catch (const std::exception& error) {
        PyErr_SetString(PyExc_RuntimeError, profiler::agent::describe(error).c_str());
        return -1;
    }
}

} // namespace

// NOLINTNEXTLINE(readability-function-size): called through ctypes
int agent_measure(PyObject* call, PyObject* reset, int64_t n, int64_t* wallNs, int64_t* cpuNs,
    int32_t* switches, int64_t* done)
{
    *done = 0;
    return guardedStatus([&] {
        profiler::agent::synchronise();
        for (std::int64_t i = 0; i < n; ++i) {
            if (reset != nullptr) {
                if (!callUntimed(reset))
                    return false;
                profiler::agent::synchronise();
            }
            Sample sample {};
            if (!measureCall(call, sample))
                return false;
            wallNs[i] = sample.wallNs;
            cpuNs[i] = sample.cpuNs;
            switches[i] = static_cast<std::int32_t>(sample.switches);
            *done = i + 1;
        }
        return true;
    });
}

int agent_measure_pipelined(PyObject* call, int64_t n, int64_t* totalNs, int64_t* cpuNs)
{
    return guardedStatus([&] {
        profiler::agent::synchronise();
        const auto cpuBefore = threadCpuTime();
        const auto start = profiler::steadyNow();
        for (std::int64_t i = 0; i < n; ++i)
            if (!callUntimed(call))
                return false;
        profiler::agent::synchronise();
        *totalNs = profiler::steadyNow() - start;
        *cpuNs = threadCpuTime() - cpuBefore;
        return true;
    });
}
