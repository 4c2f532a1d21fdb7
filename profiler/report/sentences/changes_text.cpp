// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/sentences/changes_text.h"

#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/number_text.h"
#include "profiler/model/variant.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/sentences/safety_text.h"

namespace profiler {
namespace {

std::string durationText(const Change& change)
{
    switch (change.kind) {
    case ChangeKind::Failed:
        return "failed";
    case ChangeKind::RanEager:
        return "ran eager";
    case ChangeKind::Numerics:
        return "gives other results";
    case ChangeKind::Speed:
        return "is " + changeText(change);
    case ChangeKind::Tail:
        return "is " + changeText(change) + " at p99";
    case ChangeKind::Memory:
        return "needs " + changeText(change);
    case ChangeKind::Breaks:
    case ChangeKind::Recompiles:
        break;
    }
    return "has " + changeName(change.kind) + " " + changeText(change);
}

std::string changedVariantName(const ComparisonResult& result, const Change& change)
{
    const auto& variants = result.plan.variants;
    auto text = variants.at(static_cast<std::size_t>(change.variant)).name;
    for (const auto& caseResult : result.cases)
        if (result.cases.size() > 1 && caseResult.caseIndex == change.caseIndex)
            text += " in " + caseResult.name;
    return text;
}

std::string ratioText(const Interval& ratio)
{
    const auto text = formatRatio(ratio.estimate);
    return (ratio.estimate >= 1 ? text + " faster" : text) + " (" + formatRatioInterval(ratio)
        + ")";
}

} // namespace

std::string changeName(ChangeKind kind)
{
    return textOf(kind,
        {{ChangeKind::Failed, "failed"}, {ChangeKind::RanEager, "ran eager"},
            {ChangeKind::Numerics, "results differ"}, {ChangeKind::Speed, "time of a call"},
            {ChangeKind::Tail, "p99"}, {ChangeKind::Memory, "peak memory"},
            {ChangeKind::Breaks, "graph breaks"}, {ChangeKind::Recompiles, "recompiles"}});
}

std::string changeText(const Change& change)
{
    if (change.ratio)
        return ratioText(*change.ratio);
    if (change.memory) {
        auto text = signedBytes(change.memory->bytes);
        if (change.memory->low && change.memory->high)
            text += " (" + signedBytes(*change.memory->low) + " to "
                + signedBytes(*change.memory->high) + ")";
        return text;
    }
    if (change.kind == ChangeKind::Breaks || change.kind == ChangeKind::Recompiles)
        return formatCount(change.before) + " → " + formatCount(change.after);
    return reasonText(change.reason);
}

std::string changesSentence(
    const ComparisonResult& result, const std::vector<Change>& changes, Emphasis emphasis)
{
    const auto variants = std::max<std::size_t>(1, result.plan.variants.size()) - 1;
    const auto all = countText(
        static_cast<std::int64_t>(result.cases.size() * variants), "comparison", "comparisons");
    const int worse = changedPairs(changes, true);
    const int better = changedPairs(changes, false);
    if (worse == 0 && better == 0)
        return stressed("Nothing changed beyond doubt", emphasis) + " in " + all + ".";
    if (worse == 0)
        return stressed("Nothing is worse", emphasis) + "; better in " + formatCount(better)
            + " of " + all + ".";
    constexpr std::size_t fewest = 3;
    std::string text = stressed("Worse in " + formatCount(worse) + " of " + all, emphasis) + ": ";
    std::size_t named = 0;
    std::size_t left = 0;
    for (const auto& change : changes) {
        if (!change.worse)
            break;
        if (named == fewest) {
            ++left;
            continue;
        }
        text += (named++ == 0 ? "" : "; ") + changedVariantName(result, change) + " "
            + durationText(change);
    }
    if (left > 0)
        text
            += "; and " + countText(static_cast<std::int64_t>(left), "change", "changes") + " more";
    return text + (better > 0 ? ". Better in " + formatCount(better) + "." : ".");
}

Mark changesMark(const std::vector<Change>& changes)
{
    if (changedPairs(changes, true) > 0)
        return Mark::Bad;
    return changes.empty() ? Mark::Neutral : Mark::Good;
}

} // namespace profiler
