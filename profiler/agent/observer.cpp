// SPDX-License-Identifier: Apache-2.0
#include "profiler/agent/observer.h"

#include "profiler/agent/trace_log.h"

#include <ATen/record_function.h>
#include <new>

namespace profiler::agent {

namespace {

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

} // namespace

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

} // namespace profiler::agent
