// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/trace_choice.h"

#include "profiler/evidence/lanes/lanes.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace.h"
#include "profiler/model/variant.h"

#include <algorithm>
#include <utility>

namespace cli {

namespace {

using profiler::ComparisonData;
using profiler::ErrorKind;
using profiler::failure;
using profiler::Result;
using profiler::TraceIndex;

struct TraceCandidate {
    TraceIndex index;
    std::string variant;
    std::string caseName;

    [[nodiscard]] std::string words() const
    {
        return "--variant \"" + variant + "\" --case \"" + caseName + "\" (--process "
            + std::to_string(index.process.value) + ")";
    }
};

std::vector<TraceCandidate> candidatesOf(const ComparisonData& data)
{
    std::vector<TraceCandidate> candidates;
    for (std::size_t process = 0; process < data.processes.size(); ++process) {
        const auto& record = data.processes[process];
        const auto variant = static_cast<std::size_t>(record.start.variant);
        for (std::size_t i = 0; i < record.traces.size(); ++i)
            if (record.traces[i].start.pass == profiler::TracePass::Operators)
                candidates.push_back({.index
                    = {.process = {static_cast<int>(process)}, .value = static_cast<int>(i)},
                    .variant = variant < data.plan.variants.size()
                        ? data.plan.variants[variant].name
                        : std::string(),
                    .caseName = profiler::caseAt(data, record.traces[i].start.caseIndex).name});
    }
    return candidates;
}

std::string candidatesText(const std::vector<TraceCandidate>& candidates)
{
    constexpr std::size_t most = 16;
    std::string words;
    for (std::size_t i = 0; i < std::min(candidates.size(), most); ++i)
        words += (i == 0 ? "" : ", ") + candidates[i].words();
    return words + (candidates.size() > most ? "…" : "");
}

Result<std::vector<TraceCandidate>> chosen(const ComparisonData& data, const TraceChoice& choice)
{
    const auto all = candidatesOf(data);
    if (all.empty())
        return failure(ErrorKind::NotFound,
            "the comparison holds no trace; record it again without --no-trace, or import one");
    std::vector<TraceCandidate> meant;
    std::ranges::copy_if(all, std::back_inserter(meant), [&](const TraceCandidate& candidate) {
        return (choice.variant.empty() || choice.variant == candidate.variant)
            && (choice.caseName.empty() || choice.caseName == candidate.caseName)
            && (!choice.process || *choice.process == candidate.index.process.value);
    });
    if (meant.empty())
        return failure(ErrorKind::BadInput, "no trace is so; there are " + candidatesText(all));
    return meant;
}

} // namespace

Result<std::vector<TraceIndex>> chooseTraces(const ComparisonData& data, const TraceChoice& choice)
{
    return chosen(data, choice).map([](const std::vector<TraceCandidate>& meant) {
        std::vector<TraceIndex> indices;
        indices.reserve(meant.size());
        for (const auto& candidate : meant)
            indices.push_back(candidate.index);
        return indices;
    });
}

Result<TraceIndex> chooseTrace(const ComparisonData& data, const TraceChoice& choice)
{
    const auto meant = chosen(data, choice);
    if (!meant)
        return tl::unexpected(meant.error());
    const auto& last = meant->back();
    const bool one = std::ranges::all_of(*meant, [&](const TraceCandidate& candidate) {
        return candidate.variant == last.variant && candidate.caseName == last.caseName;
    });
    if (!one)
        return failure(ErrorKind::BadInput,
            "a file holds one trace and several are meant; name one of " + candidatesText(*meant));
    return last.index;
}

} // namespace cli
