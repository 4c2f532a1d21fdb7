// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/metrics_alone.h"

#include "profiler/formats/torch_log/torch_trace_metrics.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace profiler {

namespace {

/// Logs that number their format have records of breaks and recompiles.
bool numbersItsFormat(const LoggedCompile& compile)
{
    return compile.fact.metricsJson.find("\"log_format_version\"") != std::string::npos;
}

/// "0/1": its code had been compiled before. A backward graph belongs to the compile of its id.
bool isLaterCompile(const CompileFact& fact)
{
    const auto slash = fact.compileId.rfind('/');
    return slash != std::string::npos && fact.compileId.substr(slash) != "/0"
        && !fact.function.ends_with("(backward)");
}

/// "'skip function graph_break in file decorators.py'": torch quoted some of its reasons.
std::string withoutQuotes(std::string_view reason)
{
    const bool quoted = reason.size() > 1 && reason.starts_with('\'') && reason.ends_with('\'');
    return std::string(quoted ? reason.substr(1, reason.size() - 2) : reason);
}

/// Each restart for which torch gave a reason was for a break.
void addBreaks(CompileRun& run, const LoggedCompile& compile)
{
    constexpr std::string_view noReason = "Unknown fail reason";
    for (const auto& reason : compile.restartReasons)
        if (reason != noReason)
            run.breaks.push_back({.reason = withoutQuotes(reason),
                .function = compile.fact.function,
                .compileId = compile.fact.compileId});
}

void addRecompile(CompileRun& run, const CompileFact& fact)
{
    if (!isLaterCompile(fact) || isRefusedByLimit(fact))
        return;
    RecompileFact recompile;
    recompile.compileId = fact.compileId;
    recompile.reason = "the log of this torch tells no guard";
    recompile.function = fact.function;
    recompile.file = fact.file;
    recompile.line = fact.line;
    recompile.duration = fact.duration;
    run.recompiles.push_back(std::move(recompile));
}

} // namespace

void addWhatMetricsTell(CompileRun& run)
{
    if (std::ranges::any_of(run.compiles, numbersItsFormat))
        return;
    const bool noBreaks = run.breaks.empty();
    const bool noRecompiles = run.recompiles.empty();
    for (const auto& compile : run.compiles) {
        if (noBreaks)
            addBreaks(run, compile);
        if (noRecompiles)
            addRecompile(run, compile.fact);
    }
}

} // namespace profiler
