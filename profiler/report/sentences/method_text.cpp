// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/sentences/method_text.h"

#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/number_text.h"
#include "profiler/model/process_record.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/sentences/verdict_notes.h"
#include "profiler/report/text/enum_text.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace profiler {
namespace {

std::string commaSeparated(const std::vector<std::string>& parts)
{
    std::string text;
    for (const auto& part : parts)
        if (!part.empty())
            text += (text.empty() ? "" : ", ") + part;
    return text;
}

std::string withName(const std::string& name, const std::string& value)
{
    return value.empty() ? value : name + " " + value;
}

std::string shortCommit(const ComparisonData& data)
{
    constexpr std::size_t enough = 10;
    auto commit = reportedText(data, "git_commit");
    if (commit.empty() || commit.find(',') != std::string::npos)
        return commit;
    commit.resize(std::min(commit.size(), enough));
    const auto dirty = reportedText(data, "git_dirty");
    const bool changed = !dirty.empty() && dirty != "0" && dirty != "false";
    return commit + (changed ? " with changes" : "");
}

std::string dayOf(const ComparisonInfo& info)
{
    const auto text = localText(info.started, info.utcOffsetMinutes);
    return text.substr(0, text.find(' '));
}

} // namespace

std::string reportedText(const ComparisonData& data, const std::string& field)
{
    std::vector<std::string> values;
    for (const auto& process : data.processes) {
        auto value = fieldIn(process.environment, field);
        if (!value.empty() && std::ranges::find(values, value) == values.end())
            values.push_back(std::move(value));
    }
    return commaSeparated(values);
}

std::string methodText(const ComparisonResult& result)
{
    const auto& quality = result.quality;
    auto text = countText(quality.repetitions, "set", "sets") + " of fresh processes × "
        + countText(quality.rounds, "round", "rounds") + ", " + callsText(quality)
        + " timed calls of each variant; speed-up is the mean over processes of the median ratio "
          "inside rounds, intervals are 95 % t intervals over processes; percentiles are type 7.";
    if (quality.noiseFloor)
        text += " Eager against eager on this machine: ±"
            + formatNumber(100 * quality.noiseFloor->effect(), 2) + " %.";
    text += " " + capitalized(contentionText(quality))
        + (quality.deviceStateKnown ? "." : " (of the host; the GPU's state is not known).");
    if (!quality.agentMeasured)
        text += " Measured by Python's loop: no agent was there.";
    return text;
}

std::string methodLine(
    const ComparisonResult& result, const ComparisonData& data, const std::string& caseName)
{
    const auto& quality = result.quality;
    const auto cases = !caseName.empty() ? caseName
        : result.cases.size() == 1
        ? result.cases.front().name
        : countText(static_cast<std::int64_t>(result.cases.size()), "case", "cases");
    const auto cuda = reportedText(data, "cuda");
    const auto place = commaSeparated({result.device, result.dtype, cases});
    const auto how = isImported(result.kind)
        ? std::string("profiler on, no verdict")
        : countText(quality.repetitions, "process", "processes") + " × "
            + countText(quality.rounds, "round", "rounds");
    return (place.empty() ? "" : place + "; ")
        + commaSeparated({how, withName("PyTorch", reportedText(data, "torch")),
            withName("CUDA", cuda == "none" ? std::string() : cuda), dayOf(result.info),
            withName("commit", shortCommit(data))});
}

} // namespace profiler
