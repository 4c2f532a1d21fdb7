// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/trace.h"

#include "profiler/agent/agent.h"
#include "profiler/agent/call_sites.h"
#include "profiler/agent/device.h"
#include "profiler/agent/python.h"
#include "profiler/agent/trace_log.h"

#include <ATen/record_function.h>
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <sys/syscall.h>
#include <unistd.h>

namespace profiler::agent {
namespace {

/// Gives the id of the place in the user's code that runs on this thread; 0 = unknown.
using PlaceReader = std::int32_t (*)(TraceLog& trace, ThreadState& state);

/// What torch keeps between the start and the end of a span. It lies in the span itself, and its
/// delete frees nothing: torch owns it by unique_ptr, and an allocation for each operator would be
/// the dearest part of the observer.
struct SpanContext final : at::ObserverContext {
    static void* operator new(std::size_t /*size*/, void* room) { return room; }

    static void operator delete(void* /*room*/) { }

    Span* span = nullptr;
    ThreadState* state = nullptr;
};

static_assert(sizeof(SpanContext) <= Span::roomBytes);

struct Observer {
    std::atomic<TraceLog*> trace = nullptr;
    std::atomic<bool> recording = false;
    PlaceReader readPlace = nullptr;
    at::CallbackHandle handle = at::INVALID_CALLBACK_HANDLE;
};

constinit Observer observer;

SpanScope scopeOf(const at::RecordFunction& function)
{
    switch (function.scope()) {
    case at::RecordScope::BACKWARD_FUNCTION:
        return SpanScope::Backward;
    case at::RecordScope::USER_SCOPE:
        return SpanScope::User;
    default:
        return SpanScope::Function;
    }
}

const NameCache::Entry& nameOf(
    const at::RecordFunction& function, TraceLog& trace, ThreadState& state)
{
    const std::string_view name = function.name();
    const auto scope = scopeOf(function);
    if (const auto* known = state.names.find(scope, name))
        return *known;
    const bool isOperator = function.operator_name().has_value();
    return state.names.keep(trace.names().intern(scope, name, isOperator));
}

std::unique_ptr<at::ObserverContext> beginSpan(const at::RecordFunction& function)
{
    if (!observer.recording.load(std::memory_order_relaxed))
        return nullptr;
    auto& trace = *observer.trace.load(std::memory_order_acquire);
    auto* state = trace.stateOfThisThread();
    if (state == nullptr)
        return nullptr;
    const auto name = nameOf(function, trace, *state);
    const bool work = isWork(name.kind);
    const auto depth = state->depth.load(std::memory_order_relaxed);
    // Reading the place may run foreign code with spans of its own: no slot is held meanwhile.
    const bool top = work && depth == 0 && observer.readPlace != nullptr;
    const auto place = top ? observer.readPlace(trace, *state) : 0;
    auto* span = state->log.next();
    if (span == nullptr)
        return nullptr;
    if (work)
        state->depth.store(depth + 1, std::memory_order_relaxed);
    span->name = name.id;
    span->kind = name.kind;
    span->sequence = function.seqNr();
    span->place = place;
    std::unique_ptr<SpanContext> context(new (span->room.data()) SpanContext);
    context->span = span;
    context->state = state;
    span->start
        = trace.clock().ticks(); // last, so that what the observer costs is no part of the span
    state->log.publish();
    return context;
}

void endSpan(const at::RecordFunction& /*function*/, at::ObserverContext* kept)
{
    if (kept == nullptr)
        return;
    const auto* context = static_cast<const SpanContext*>(kept);
    const auto now = observer.trace.load(std::memory_order_relaxed)->clock().ticks();
    auto& depth = context->state->depth;
    if (const auto inside = depth.load(std::memory_order_relaxed);
        isWork(context->span->kind) && inside > 0)
        depth.store(inside - 1, std::memory_order_relaxed);
    ThreadLog::end(*context->span, now);
}

/// Records torch's operators into `trace` while recording is on. `trace` must outlive the process:
/// a thread may be in the middle of a span when the observer stops. Throws what torch throws.
void startObserver(TraceLog& trace, PlaceReader readPlace)
{
    observer.readPlace = readPlace;
    observer.trace.store(&trace, std::memory_order_release);
    observer.handle = at::addGlobalCallback(
        at::RecordFunctionCallback(&beginSpan, &endSpan)
            .needsInputs(false)
            .needsIds(false)
            .samplingProb(1.0)
            .scopes({at::RecordScope::FUNCTION, at::RecordScope::BACKWARD_FUNCTION,
                at::RecordScope::USER_SCOPE}));
}

void setRecording(bool on)
{
    observer.recording.store(on, std::memory_order_release);
}

void stopObserver()
{
    setRecording(false);
    if (observer.handle != at::INVALID_CALLBACK_HANDLE)
        at::removeCallback(observer.handle);
    observer.handle = at::INVALID_CALLBACK_HANDLE;
}

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
