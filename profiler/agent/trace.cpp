// SPDX-License-Identifier: Apache-2.0
#include "profiler/agent/agent.h"
#include "profiler/agent/call_sites.h"
#include "profiler/agent/device.h"
#include "profiler/agent/observer.h"
#include "profiler/agent/python.h"
#include "profiler/agent/trace_log.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <sys/syscall.h>
#include <unistd.h>

namespace profiler::agent {

namespace {

constexpr std::int64_t mostSpansPerCall = std::int64_t {1} << 22;

/// The trace that is on; one at a time.
struct Running {
    TraceLog* log = nullptr; ///< never freed: a thread may be in the middle of a span of it
    std::unique_ptr<Places> places;
    bool wantsPlaces = false;
    std::int32_t thread = 0; ///< that makes the calls
};

Running& running()
{
    static Running instance;
    return instance;
}

std::int32_t placeOfThisThread(TraceLog& trace, ThreadState& state)
{
    auto& now = running();
    return state.thread == now.thread && now.places ? now.places->read(trace) : 0;
}

int refuse(std::string sentence)
{
    holdError(std::move(sentence));
    return -1;
}

std::string unwritten(int error)
{
    return std::string("the trace cannot be written: ")
        + std::strerror(error); // NOLINT(*-mt-unsafe)
}

int failInPython(const std::string& sentence)
{
    PyErr_SetString(PyExc_RuntimeError, sentence.c_str());
    return -1;
}

/// Recording is on while this lives, modules are followed as far as wanted.
class RecordedSpan {
public:
    RecordedSpan()
    {
        if (auto* state = running().log->stateOfThisThread())
            state->depth.store(0, std::memory_order_relaxed);
        setRecording(true);
        if (running().places)
            running().places->watchModules(*running().log);
    }

    ~RecordedSpan()
    {
        if (running().places)
            running().places->stopWatching();
        setRecording(false);
    }

    RecordedSpan(const RecordedSpan&) = delete;
    RecordedSpan& operator=(const RecordedSpan&) = delete;
    RecordedSpan(RecordedSpan&&) = delete;
    RecordedSpan& operator=(RecordedSpan&&) = delete;
};

/// nullopt with a Python error set.
std::optional<TraceCall> tracedCall(PyObject* call)
{
    auto& clock = running().log->clock();
    PyObject* result = nullptr;
    std::int64_t start = 0;
    std::int64_t end = 0;
    clock.anchor();
    {
        const RecordedSpan recorded;
        start = clock.ticks();
        result = PyObject_CallNoArgs(call);
        if (result != nullptr)
            synchronise();
        end = clock.ticks();
    }
    if (result == nullptr)
        return std::nullopt;
    Py_DecRef(result);
    clock.measureRate();
    return TraceCall {.startNs = clock.toNs(start), .endNs = clock.toNs(end)};
}

} // namespace

} // namespace profiler::agent

using profiler::agent::running;

int agent_trace_start(const char* path, int32_t flags, int64_t spansPerCall)
{
    using namespace profiler::agent;
    auto& now = running();
    if (now.log != nullptr)
        return refuse("a trace is on already");
    try {
        const auto room = std::clamp<std::int64_t>(spansPerCall, 2, mostSpansPerCall);
        auto log = std::make_unique<TraceLog>(static_cast<std::size_t>(room));
        if (const int error = log->open(path); error != 0)
            return refuse(unwritten(error));
        now.wantsPlaces = (flags & FUSESCOPE_TRACE_PLACES) != 0;
        now.thread = static_cast<std::int32_t>(::syscall(SYS_gettid));
        startObserver(*log, now.wantsPlaces ? &placeOfThisThread : nullptr);
        now.log = log.release();
        return 0;
    } catch (const std::exception& error) {
        return refuse(describe(error));
    }
}

int agent_trace_sources(const char* passed, const char* stopped, PyObject* moduleCall)
{
    using namespace profiler::agent;
    auto& now = running();
    if (now.log == nullptr || !now.wantsPlaces)
        return refuse("no trace with places is on");
    now.places = std::make_unique<Places>(passed, stopped);
    now.places->setModuleCall(moduleCall);
    return 0;
}

int agent_trace_module(const void* module, const char* path, const char* name)
{
    using namespace profiler::agent;
    if (!running().places)
        return refuse("no trace with places is on");
    running().places->addModule(module, path, name);
    return 0;
}

// NOLINTNEXTLINE(readability-function-size): called through ctypes
int agent_trace_call(
    PyObject* call, int32_t keep, int64_t* startNs, int64_t* endNs, int64_t* spans, int64_t* lost)
{
    using namespace profiler::agent;
    auto* log = running().log;
    if (log == nullptr)
        return failInPython("no trace is on");
    try {
        synchronise();
        const auto traced = tracedCall(call);
        int error = 0;
        if (traced && keep != 0)
            error = log->keep(*traced);
        else
            log->drop();
        if (!traced)
            return -1;
        *startNs = traced->startNs;
        *endNs = traced->endNs;
        *spans = log->spansOfLastCall();
        *lost = log->lostInThisCall();
        return error == 0 ? 0 : failInPython(unwritten(error));
    } catch (const std::exception& error) {
        return failInPython(describe(error));
    }
}

int agent_trace_stop(void)
{
    using namespace profiler::agent;
    auto& now = running();
    if (now.log == nullptr)
        return refuse("no trace is on");
    try {
        stopObserver();
        auto* log = std::exchange(now.log, nullptr);
        now.places.reset();
        const int error = log->finish();
        return error == 0 ? 0 : refuse(unwritten(error));
    } catch (const std::exception& error) {
        now.log = nullptr;
        return refuse(describe(error));
    }
}
