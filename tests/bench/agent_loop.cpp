// SPDX-License-Identifier: Apache-2.0
// What the agent's measured loop adds to the timed value of an empty callable, in one run: the
// agent times a callable that does nothing, and the same program times nothing at all between two
// readings of the same clock. The interpreter is played by this program, so that no Python call
// hides the difference.
#include "profiler/agent/agent.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <dlfcn.h>
#include <numeric>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming): names of CPython
struct _object { };

extern "C" {
__attribute__((visibility("default"))) PyObject* PyExc_RuntimeError = nullptr;

__attribute__((visibility("default"))) PyObject* PyObject_CallNoArgs(PyObject* callable)
{
    return callable;
}

__attribute__((visibility("default"))) void Py_IncRef(PyObject* /*object*/) { }

__attribute__((visibility("default"))) void Py_DecRef(PyObject* /*object*/) { }

__attribute__((visibility("default"))) void PyErr_SetString(PyObject* /*type*/, const char* message)
{
    std::fprintf(stderr, "%s\n", message);
}
}

// NOLINTEND(readability-identifier-naming)

namespace {

constexpr std::int64_t calls = 20'000;
constexpr int rounds = 15;
constexpr double limitMicroseconds = 0.1;

std::int64_t now()
{
    timespec time {};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

/// Mean of the lower nine tenths: the clock steps by tens of nanoseconds, so that a median would
/// show one of few values, and the rest are calls that something interrupted.
double typical(std::vector<std::int64_t> values)
{
    const auto kept = static_cast<std::ptrdiff_t>(values.size() * 9 / 10);
    std::nth_element(values.begin(), values.begin() + kept, values.end());
    return std::accumulate(values.begin(), values.begin() + kept, 0.0) / static_cast<double>(kept);
}

double emptyWindow()
{
    std::vector<std::int64_t> windows(calls);
    for (auto& window : windows) {
        const auto start = now();
        window = now() - start;
    }
    return typical(std::move(windows));
}

/// Wall time of an empty callable under the agent; negative when it failed.
double timedCallable(decltype(&agent_measure) measure)
{
    _object callable;
    std::vector<std::int64_t> wall(calls);
    std::vector<std::int64_t> cpu(calls);
    std::vector<std::int32_t> switches(calls);
    std::int64_t done = 0;
    if (measure(&callable, nullptr, calls, wall.data(), cpu.data(), switches.data(), &done) != 0)
        return -1;
    return typical(std::move(wall));
}

} // namespace

int main()
{
    void* agent = ::dlopen(AGENT_FILE, RTLD_NOW);
    if (agent == nullptr) {
        std::fprintf(stderr, "%s\n", ::dlerror());
        return 1;
    }
    const auto measure
        = reinterpret_cast<decltype(&agent_measure)>(::dlsym(agent, "agent_measure"));
    double window = 0;
    double callable = 0;
    for (int round = 0; round < rounds; ++round) {
        const double timed = timedCallable(measure);
        if (timed < 0)
            return 1;
        callable += timed / rounds;
        window += emptyWindow() / rounds;
    }
    const double figure = (callable - window) / 1000;
    const bool ok = figure <= limitMicroseconds;
    std::printf(
        "agent_loop_added_us %.3f %.1f %s\n", figure, limitMicroseconds, ok ? "ok" : "FAIL");
    return ok ? 0 : 1;
}
