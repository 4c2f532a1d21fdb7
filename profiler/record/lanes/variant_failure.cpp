// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/variant_failure.h"

#include "profiler/record/machine/wall_clock.h"
#include "profiler/record/worker_link/error_catalogue.h"
#include "profiler/record/worker_link/text_lines.h"

namespace profiler {

ProcessEnd endOf(Session& session, int variant, const WorkerFailure& failure, bool compiling)
{
    if (failure.outcome == ProcessOutcome::Interrupted)
        return {.outcome = failure.outcome,
            .ended = utcNow(),
            .reason = session.state(variant).skipped ? "the variant was skipped on request"
                                                     : "interrupted"};
    const bool compiler = compiling && failure.outcome == ProcessOutcome::TimedOut
        && session.variant(variant).kind == VariantKind::Compiled;
    const std::string key = compiler ? "compile_too_long" : failure.errorClass;
    return {.outcome = failure.outcome,
        .ended = utcNow(),
        .reason = errorSentence(key, cleanText(failure.sentence)),
        .errorClass = std::string(errorEntry(key).key)};
}

void recordVariantFailure(Session& session, int variant, const ProcessEnd& end)
{
    auto& state = session.state(variant);
    if (state.reason.empty()) {
        state.reason = end.reason;
        state.errorClass = end.errorClass;
    }
    if (end.outcome == ProcessOutcome::Crashed) {
        ++state.deaths;
        // The code that it was running may be broken in the cache.
        if (session.variant(variant).kind == VariantKind::Compiled)
            session.workspace.dropSharedCache(session.plan(), session.variant(variant));
    }
    // What raises an exception once raises it again; a crash gets a second chance.
    state.out = state.out || end.outcome != ProcessOutcome::Crashed || state.deaths >= 2;
}

} // namespace profiler
