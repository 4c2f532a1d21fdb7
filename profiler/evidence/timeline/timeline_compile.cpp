// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/timeline/timeline_compile.h"

#include "profiler/evidence/timeline/timeline_time.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/process_record.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

namespace profiler {

namespace {

/// As torch wrote it among the metrics; its own clock is that of the traces.
std::optional<std::int64_t> startOf(const CompileFact& fact)
{
    constexpr std::int64_t nsPerUs = 1000;
    const auto metrics = nlohmann::json::parse(fact.metricsJson, nullptr, false);
    if (!metrics.is_object())
        return std::nullopt;
    const auto start = metrics.find("start_time_us");
    if (start == metrics.end() || !start->is_number_integer())
        return std::nullopt;
    const auto us = start->get<std::int64_t>();
    if (us <= 0 || us > lastTimelineNs / nsPerUs)
        return std::nullopt;
    return us * nsPerUs;
}

/// Behind the last slash stands how often the function was compiled before: "3/1".
bool isAgain(const std::string& compileId)
{
    const auto slash = compileId.rfind('/');
    if (slash == std::string::npos)
        return false;
    int before = 0;
    const auto* end = compileId.data() + compileId.size();
    std::from_chars(compileId.data() + slash + 1, end, before);
    return before > 0;
}

CompileOccasion occasionOf(const CompileFact& fact)
{
    if (!fact.failType.empty())
        return CompileOccasion::Failed;
    return isAgain(fact.compileId) ? CompileOccasion::Again : CompileOccasion::First;
}

} // namespace

std::vector<TimelineCompile> compileSpans(const ProcessRecord& process)
{
    std::vector<TimelineCompile> spans;
    for (const auto& fact : process.compiles)
        if (const auto start = startOf(fact))
            spans.push_back({.span = timelineSpan(*start, fact.duration.count()),
                .occasion = occasionOf(fact),
                .compileId = fact.compileId,
                .function = fact.function,
                .cache = fact.cache});
    std::ranges::stable_sort(
        spans, {}, [](const TimelineCompile& each) { return each.span.begin; });
    return spans;
}

} // namespace profiler
