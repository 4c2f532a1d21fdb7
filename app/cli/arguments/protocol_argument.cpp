// SPDX-License-Identifier: Apache-2.0
#include "app/cli/arguments/protocol_argument.h"

#include "app/cli/arguments/argument_error.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/goal.h"
#include "profiler/model/json_text.h"
#include "profiler/model/protocol.h"
#include "profiler/model/quantity.h"

#include <algorithm>
#include <limits>

namespace cli {
namespace {

using profiler::Goal;
using profiler::GoalMetric;
using profiler::Protocol;
using profiler::Result;

constexpr auto limitGrammar
    = "p99=15ms, memory=6GiB, compile=30s, or one of a case, such as s32.p99=15ms";

std::optional<int> smallCount(std::string_view text)
{
    const auto number = profiler::wholeNumber(text);
    if (!number || *number < 1 || *number > std::numeric_limits<int>::max())
        return std::nullopt;
    return static_cast<int>(*number);
}

} // namespace

Result<void> setGoal(Goal& goal, std::string_view word)
{
    constexpr std::string_view total = "total:";
    constexpr auto grammar = "median, p99, throughput or total:CALLS, such as total:100000";
    if (word.starts_with(total)) {
        const auto calls = profiler::wholeNumber(word.substr(total.size()));
        if (!calls || *calls < 1)
            return badWord("--goal", word, grammar);
        goal.metric = GoalMetric::Total;
        goal.horizonCalls = calls;
        return {};
    }
    const auto metric = profiler::fromKey<GoalMetric>(word);
    if (!metric || *metric == GoalMetric::Total)
        return badWord("--goal", word, grammar);
    goal.metric = *metric;
    return {};
}

Result<void> addLimit(Goal& goal, std::string_view word)
{
    const auto equals = word.find('=');
    if (equals == std::string_view::npos)
        return badWord("--limit", word, limitGrammar);
    const auto place = word.substr(0, equals);
    const auto value = word.substr(equals + 1);
    const auto dot = place.rfind('.');
    const auto what = dot == std::string_view::npos ? place : place.substr(dot + 1);
    const auto time = profiler::duration(value);
    const auto bytes = profiler::byteCount(value);
    if (dot == 0 || (what != "p99" && what != "memory" && what != "compile"))
        return badWord("--limit", word, limitGrammar);
    if (what != "memory" && !time)
        return badWord("--limit", word, "a time with its unit, such as 15ms, 250us or 1.5s");
    if (what == "memory" && !bytes)
        return badWord("--limit", word, "a size with its unit, such as 6GiB or 500MB");
    auto& limits = dot == std::string_view::npos
        ? goal.limits
        : goal.caseLimits[std::string(place.substr(0, dot))];
    if (what == "p99")
        limits.p99 = time;
    else if (what == "compile")
        limits.compile = time;
    else
        limits.memoryBytes = bytes;
    return {};
}

Result<Items> itemsFrom(std::string_view word)
{
    const auto equals = word.rfind('=');
    Items items;
    if (equals != std::string_view::npos)
        items.caseName = std::string(word.substr(0, equals));
    const auto count = profiler::decimalNumber(
        equals == std::string_view::npos ? word : word.substr(equals + 1));
    if (!count || *count <= 0 || equals == 0)
        return badWord("--items", word, "what a call makes, such as 32, or s32=32 for one case");
    items.count = *count;
    return items;
}

Result<void> setProcesses(Protocol& protocol, std::string_view word)
{
    const auto dots = word.find("..");
    const auto fewest = smallCount(word.substr(0, dots));
    const auto most = dots == std::string_view::npos ? fewest : smallCount(word.substr(dots + 2));
    if (!fewest || !most || *most < *fewest)
        return badWord("--processes", word, "a count, such as 5, or a range, such as 5..15");
    protocol.repetitionsMin = *fewest;
    protocol.repetitionsMax = *most;
    return {};
}

Result<void> leaveOut(Protocol& protocol, std::string_view word)
{
    for (std::string_view rest = word;;) {
        const auto end = std::min(rest.find(','), rest.size());
        const auto part = rest.substr(0, end);
        if (part == "cold")
            protocol.coldEmpty = protocol.coldKept = 0;
        else if (part == "check")
            protocol.checkInputs = 0;
        else if (part == "trace")
            protocol.traceCalls = 0;
        else if (part == "noise")
            leaveOutNoise(protocol);
        else if (part == "trial")
            protocol.trialCompile = false;
        else
            return badWord("--without", word, "a list of cold, check, trace, noise, trial");
        if (end == rest.size())
            return {};
        rest.remove_prefix(end + 1);
    }
}

Result<profiler::nanoseconds> budgetFrom(std::string_view word)
{
    const bool minutes = word.size() > 1 && word.back() == 'm';
    const auto time = profiler::duration(std::string(word) + (minutes ? "in" : ""));
    if (!time)
        return badWord("--budget", word, "a time such as 20m, 90s or 1h");
    return *time;
}

Result<double> shareFrom(std::string_view option, std::string_view word)
{
    constexpr double hundred = 100;
    const bool percent = word.ends_with('%');
    const auto number = profiler::decimalNumber(word.substr(0, word.size() - (percent ? 1 : 0)));
    const double share = number.value_or(0) / (percent ? hundred : 1);
    if (!number || share <= 0 || share >= 1)
        return badWord(option, word, "a share such as 3% or 0.03, above 0 and below 100%");
    return share;
}

Result<std::pair<std::string, std::string>> argumentFrom(std::string_view word)
{
    const auto equals = word.find('=');
    if (equals == std::string_view::npos || equals == 0)
        return badWord("--arg", word, "KEY=VALUE, such as layers=2 or pool=mean");
    return std::pair(
        std::string(word.substr(0, equals)), profiler::jsonTextOf(word.substr(equals + 1)));
}

} // namespace cli
