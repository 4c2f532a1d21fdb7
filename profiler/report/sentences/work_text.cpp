// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/sentences/work_text.h"

#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/number_text.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/sentences/imported_text.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/text/enum_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace profiler {

namespace {

constexpr double leastWorkShare = 0.05; ///< of the largest change: less is not worth a word
constexpr std::size_t mostNamedKernels = 2; ///< in either direction

struct NamedChange {
    std::string name;
    double ns = 0;
};

/// The bars of the waterfall, by their change: the sentence and the chart are one.
std::vector<NamedChange> changesOf(const Waterfall& waterfall)
{
    std::vector<NamedChange> changes;
    for (const auto& bar : largestChanges(waterfall))
        changes.push_back({waterfallStepName(bar.step), bar.changeNs()});
    return changes;
}

/// "elementwise −3.79 ms, CPU/Python overhead −4.12 ms"
std::string listOf(const std::vector<NamedChange>& changes, bool saved)
{
    std::string text;
    std::size_t named = 0;
    for (const auto& change : changes) {
        const bool counts = std::abs(change.ns) >= leastWorkShare * std::abs(changes.front().ns)
            && (change.ns < 0) == saved && change.ns != 0;
        if (!counts || named == mostNamedKernels)
            continue;
        text += (named == 0 ? "" : ", ") + change.name + " " + signedDuration(change.ns);
        ++named;
    }
    return text;
}

std::string whereFrom(const Measured<Waterfall>& waterfall)
{
    if (!waterfall)
        return {};
    const auto changes = changesOf(*waterfall);
    const auto saved = changes.empty() ? std::string() : listOf(changes, true);
    const auto spent = changes.empty() ? std::string() : listOf(changes, false);
    const bool savesMore = waterfall->variant.medianNs < waterfall->baseline.medianNs;
    const auto& first = savesMore ? saved : spent;
    const auto& then = savesMore ? spent : saved;
    if (first.empty())
        return then.empty() ? std::string() : ": " + then;
    return ": " + first + (then.empty() ? "" : "; " + then);
}

std::string medians(const WorkComparison& work)
{
    return formatDuration(work.total.baseline->ns) + " → " + formatDuration(work.total.variant->ns)
        + " a call";
}

std::string caseVerdictText(const CaseResult& inCase, const VariantResult& variant)
{
    const auto& baseline = inCase.variants.front().name;
    const bool decided = variant.verdict == Verdict::Faster || variant.verdict == Verdict::Slower;
    if (!decided || !variant.speedUp)
        return "**" + capitalized(verdictWord(variant.verdict)) + "** between " + variant.name
            + " and " + baseline;
    const auto& ratio = variant.speedUp->ratio;
    return "**" + variant.name + " is " + formatRatio(ratio.estimate)
        + (ratio.estimate < 1 ? "" : " faster") + "** than " + baseline + " ("
        + formatRatioInterval(ratio) + ")";
}

Mark markOf(Verdict verdict)
{
    return verdict == Verdict::Faster ? Mark::Good
        : verdict == Verdict::Slower  ? Mark::Bad
                                      : Mark::Neutral;
}

/// "eager matmul 7.14 ms, elementwise 3.79 ms": what one side spends most on.
std::string mostOf(const WorkComparison& work, std::optional<WorkTime> WorkPair::*side)
{
    std::vector<NamedChange> parts;
    for (const auto& [kind, pair] : work.byKind)
        if (pair.*side)
            parts.push_back({workKindName(kind), (pair.*side)->ns});
    for (const auto& rest : work.rests)
        if (rest.time.*side)
            parts.push_back({restName(rest.kind), (rest.time.*side)->ns});
    std::ranges::stable_sort(parts, std::ranges::greater {}, &NamedChange::ns);
    std::string text;
    for (std::size_t i = 0; i < std::min<std::size_t>(parts.size(), mostNamedKernels + 1); ++i)
        text += (i == 0 ? ": " : ", ") + parts[i].name + " " + formatDuration(parts[i].ns);
    return text;
}

/// One side is not known, or there is but one.
WorkHeadline oneSided(const ComparisonResult& result, const CaseResult& inCase, int variant,
    const WorkComparison& work)
{
    const auto& baseline = inCase.variants.front().name;
    const std::string unit = importedUnit(result);
    if (variant == 0)
        return {.mark = Mark::Information,
            .sentence = (holdsWholeTraces(result) ? "The trace **" : "A " + unit + " of **")
                + baseline + "** takes " + formatDuration(work.total.baseline->ns)
                + mostOf(work, &WorkPair::baseline)
                + (inCase.variants.size() > 1
                        ? ". Choose another variant above to see what changed."
                        : ".")};
    const auto& name = inCase.variants.at(static_cast<std::size_t>(variant)).name;
    const bool known = work.variantOverhead.has_value();
    const auto& reason = known ? work.baselineOverhead.error() : work.variantOverhead.error();
    const auto side = known ? &WorkPair::variant : &WorkPair::baseline;
    return {.mark = Mark::Neutral,
        .sentence = "Only **" + (known ? name : baseline) + "** can be shown, "
            + formatDuration((work.total.*side)->ns) + " a " + unit + mostOf(work, side) + "; of "
            + (known ? baseline : name) + " there is nothing to compare with: " + reasonText(reason)
            + "."};
}

std::string overheadOf(const CaseResult& inCase, int variant, const WorkComparison& work)
{
    std::vector<NamedOverhead> overheads;
    const auto add = [&](int which, const Measured<double>& ratio) {
        if (ratio)
            overheads.push_back({inCase.variants.at(static_cast<std::size_t>(which)).name, *ratio});
    };
    add(0, work.baselineOverhead);
    if (variant != 0)
        add(variant, work.variantOverhead);
    return profilerOverheadText(overheads);
}

std::string noteOf(const ComparisonResult& result, const CaseResult& inCase, int variant,
    const WorkComparison& work)
{
    if (isImported(result.kind))
        return std::string(
                   work.onDevice ? "kernels on the device" : "operators and compiled kernels")
            + ", under the profiler; all rows of a file add up to its " + importedUnit(result);
    std::string note = result.device.empty() ? std::string() : result.device + " · ";
    note += inCase.name + " · ";
    note += work.onDevice ? "kernels on the device, " : "operators and compiled kernels, ";
    return note + overheadOf(inCase, variant, work)
        + "; all rows of a side add up to its untraced median";
}

} // namespace

std::string workCaption(const ComparisonResult& result)
{
    return isImported(result.kind)
        ? "of one " + importedUnit(result) + "; rows add up to its time under the profiler"
        : "of one call; rows add up to the untraced medians";
}

WorkHeadline workHeadline(const ComparisonResult& result, const CaseResult& inCase, int variant,
    const Measured<WorkComparison>& work, const Measured<Waterfall>& waterfall)
{
    if (!work && isImported(result.kind))
        return {.mark = Mark::Neutral,
            .sentence = "What a " + importedUnit(result)
                + " is made of is not known: " + reasonText(work.error()) + "."};
    if (!work)
        return {.mark = Mark::Neutral,
            .sentence = "What a call is made of is not known: " + reasonText(work.error()) + ".",
            .note = "A recording with a trace on a quiet machine tells it; traces are on unless "
                    "--no-trace is given"};
    WorkHeadline headline;
    if (!work->isPaired()) {
        headline = oneSided(result, inCase, variant, *work);
    } else if (isImported(result.kind)) {
        headline = {.mark = Mark::Information,
            .sentence = importedSentence(result, variant, Emphasis::Markdown)};
    } else {
        const auto& judged = inCase.variants.at(static_cast<std::size_t>(variant));
        headline = {.mark = markOf(judged.verdict),
            .sentence
            = caseVerdictText(inCase, judged) + ", " + medians(*work) + whereFrom(waterfall) + "."};
    }
    headline.note = noteOf(result, inCase, variant, *work);
    return headline;
}

std::string profilerOverheadText(const std::vector<NamedOverhead>& overheads)
{
    constexpr double several = 2; // from there on a factor reads easier than a percentage
    std::string text;
    for (const auto& [name, ratio] : overheads) {
        const auto percent = std::llround(100 * (ratio - 1));
        text += (text.empty() ? "profiler overhead: " : ", ") + name + (name.empty() ? "" : " ");
        if (percent < 0) // no profiler makes calls faster: the machine did
            text += fmt::format("unknown (traced calls were {} % faster)", -percent);
        else
            text += ratio >= several ? formatNumber(ratio, 3) + "×"
                                     : (percent > 0 ? "+" : "±") + formatCount(percent) + " %";
    }
    return text;
}

std::string restName(RestKind kind)
{
    return textOf(kind,
        {{RestKind::Host, "CPU/Python overhead"}, {RestKind::DeviceCopies, "device copies"},
            {RestKind::DeviceIdle, "GPU idle"}, {RestKind::Unexplained, "unattributed"}});
}

std::string restMeaning(RestKind kind)
{
    return textOf(kind,
        {{RestKind::Host,
             "Python, dispatch and guards: the call was traced, and no operator worked."},
            {RestKind::DeviceCopies, "Copies and fills on the device while no kernel ran."},
            {RestKind::DeviceIdle,
                "No kernel or copy ran: the host was late, or launched work waited."},
            {RestKind::Unexplained,
                "The trace does not tell: the untraced call took longer than its traced parts."}});
}

} // namespace profiler
