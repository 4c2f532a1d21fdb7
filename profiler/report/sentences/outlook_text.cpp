// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/sentences/outlook_text.h"

#include "profiler/evidence/numerics/numerics.h"
#include "profiler/judge/verdict.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/number_text.h"
#include "profiler/model/variant.h"
#include "profiler/report/sentences/break_advice.h"
#include "profiler/report/sentences/reason_text.h"

#include <algorithm>
#include <filesystem>

namespace profiler {
namespace {

constexpr double leastNamed = 0.03; ///< of a call; less is not worth a word
constexpr std::size_t mostBreaksNamed = 3;

std::string partName(CeilingPart part, bool onDevice)
{
    return textOf(part,
        {{CeilingPart::Library, "products, convolutions and attention"},
            {CeilingPart::Fusible, "elementwise work, norms and copies"},
            {CeilingPart::Host, onDevice ? "idle between launches" : "Python and dispatch"},
            {CeilingPart::Data, "waiting for data"}, {CeilingPart::Communication, "communication"},
            {CeilingPart::NotCompiled, "what is not compiled (optimizer, complex numbers)"},
            {CeilingPart::Unexplained, "not told by the trace"}});
}

/// Of what wins nothing: its likely time is that of now.
constexpr double leastWon = 0.01; ///< of the part

std::string becomes(const CeilingTime& part)
{
    const bool wins = part.nowNs - part.likelyNs > leastWon * part.nowNs;
    if (part.part == CeilingPart::Host && !wins)
        return "stays: entering the compiled code takes as long";
    return textOf(part.part,
        {{CeilingPart::Library, "stays, but for packed weights and fused epilogues"},
            {CeilingPart::Fusible, "fuses: its unavoidable traffic is left"},
            {CeilingPart::Host, "goes, but for entering the compiled code"},
            {CeilingPart::Data, "stays"}, {CeilingPart::Communication, "stays"},
            {CeilingPart::NotCompiled, "stays"}, {CeilingPart::Unexplained, "may go or stay"}});
}

bool isOnDevice(const CallOutlook& outlook)
{
    return outlook.evidence.onDevice;
}

void add(std::string& list, const std::string& part)
{
    list += (list.empty() ? "" : ", ") + part;
}

/// "25 % products, convolutions and attention (at 31 % of this machine's peak)".
void addShare(std::string& list, double share, const std::string& name,
    const std::optional<double>& reached, const char* roof)
{
    if (share < leastNamed)
        return;
    auto part = percentText(share) + " " + name;
    if (reached)
        part += " (at " + percentText(*reached) + " of " + roof + ")";
    add(list, part);
}

std::string fileName(const std::string& file)
{
    return std::filesystem::path(file).filename().string();
}

std::string placeOf(const GraphBreak& found)
{
    return found.file.empty()
        ? std::string()
        : " (" + fileName(found.file) + ":" + std::to_string(found.line) + ")";
}

} // namespace

bool isAlone(const ComparisonResult& result)
{
    return result.plan.variants.size() == 1 && !isImported(result.kind);
}

std::string boundWord(BoundBy bound)
{
    return textOf(bound,
        {{BoundBy::Compute, "compute"}, {BoundBy::Memory, "memory"},
            {BoundBy::LaunchesAndHost, "launches and the host"},
            {BoundBy::WaitingForData, "waiting for data"}, {BoundBy::Mixed, "several things"},
            {BoundBy::Unknown, "what the trace does not tell"}});
}

std::string boundSentence(const CallOutlook& outlook)
{
    const auto& evidence = outlook.evidence;
    const bool device = isOnDevice(outlook);
    std::string shares;
    addShare(shares, evidence.hostRatio, partName(CeilingPart::Host, device), std::nullopt, "");
    addShare(shares, evidence.libraryRatio, partName(CeilingPart::Library, device),
        evidence.peakShare, "this machine's roof for them");
    addShare(shares, evidence.fusibleRatio, partName(CeilingPart::Fusible, device),
        evidence.bandwidthShare, "the memory's bandwidth");
    addShare(shares, evidence.dataRatio, partName(CeilingPart::Data, device), std::nullopt, "");
    addShare(shares, evidence.otherRatio, "other or unknown", std::nullopt, "");
    return "A call is bound by " + boundWord(outlook.boundBy)
        + (shares.empty() ? "." : ": " + shares + ".");
}

std::string ceilingFigure(const Ceiling& ceiling)
{
    return formatRatio(ceiling.ratio.high);
}

std::string ceilingSentence(const CallOutlook& outlook, Emphasis emphasis)
{
    const auto& ceiling = outlook.ceiling;
    auto text = "Compiled, a call can be " + stressed("at most " + ceilingFigure(ceiling), emphasis)
        + " faster; " + formatRatio(ceiling.ratio.estimate) + " is likely, "
        + formatRatio(ceiling.ratio.low) + " cautious";
    std::string gains;
    for (const auto& row : ceilingRows(outlook)) {
        const double gain = (row.nowNs - row.likelyNs) / std::max(ceiling.medianNs, 1.0);
        if (gain >= leastNamed)
            add(gains, percentText(gain) + " of it in " + row.name);
    }
    if (!gains.empty())
        text += ": " + gains;
    if (!ceiling.withoutSizes.empty())
        text += "; wider than it could be, for " + reasonText(ceiling.withoutSizes);
    return text + ".";
}

std::string trySentence(const CallOutlook& outlook)
{
    const auto value = outlook.tryFirst.value;
    switch (outlook.tryFirst.kind) {
    case TryKind::LeaveEager:
        return "Leave it eager: compiled it is " + formatRatio(value) + " faster at most.";
    case TryKind::ReduceOverhead:
        return "Try reduce-overhead first: CUDA graphs take away most of the " + percentText(value)
            + " of a call between launches.";
    case TryKind::MaxAutotune:
        return "Try max-autotune first: the library reaches " + percentText(value)
            + " of this machine's roof, so that other kernels can be faster.";
    case TryKind::Freezing:
        return "Try freezing first: " + percentText(value)
            + " of a call is convolutions, whose weights compiled code copies into another layout "
              "at every call unless they are frozen.";
    case TryKind::Default:
        break;
    }
    return "Try the default mode first: " + formatRatio(value) + " is likely.";
}

std::string trialSentence(const CaseResult& inCase)
{
    if (!inCase.trial)
        return "Graph breaks: " + reasonText(inCase.trial.error()) + ".";
    const auto& trial = *inCase.trial;
    std::string text;
    for (std::size_t i = 0; i < std::min(trial.breaks.size(), mostBreaksNamed); ++i)
        text += (text.empty() ? "" : "; ") + breakAdvice(trial.breaks[i]).title
            + placeOf(trial.breaks[i]);
    if (trial.breaks.size() > mostBreaksNamed)
        text += "; " + std::to_string(trial.breaks.size() - mostBreaksNamed) + " more";
    if (!trial.breaks.empty())
        text = "Fix first what breaks its graph: " + text;
    else if (trial.cutShort.empty())
        return "A trial compile met no graph break.";
    if (!trial.cutShort.empty())
        text += (text.empty() ? "" : ". ") + capitalized(reasonText(trial.cutShort));
    return text + ".";
}

std::string reachedSentence(const Plan& plan, const CaseResult& inCase)
{
    // Without sizes a ceiling is so high that it says nothing beside what was reached.
    if (!inCase.outlook || !inCase.outlook->ceiling.withoutSizes.empty())
        return {};
    bool compared = false;
    std::string reached;
    for (const auto& variant : inCase.variants) {
        if (!variant.speedUp || variant.variant == inCase.outlook->variant
            || allowedError(plan, variant.variant).otherPrecision) // the ceiling is of eager's own
            continue;
        compared = true;
        if (const auto ratio = decidedRatio(variant))
            add(reached, variant.name + " reached " + formatRatio(ratio->estimate));
    }
    const auto& ratio = inCase.outlook->ceiling.ratio;
    return !compared ? std::string()
                     : "Ceiling of compiling, told from eager alone: at most "
            + formatRatio(ratio.high) + ", " + formatRatio(ratio.estimate) + " likely"
            + (reached.empty() ? "" : "; " + reached) + ".";
}

std::vector<CeilingRow> ceilingRows(const CallOutlook& outlook)
{
    std::vector<CeilingRow> rows;
    for (const auto& part : outlook.ceiling.parts)
        rows.push_back({.part = part.part,
            .name = partName(part.part, isOnDevice(outlook)),
            .nowNs = part.nowNs,
            .likelyNs = part.likelyNs,
            .becomes = becomes(part)});
    std::ranges::stable_sort(rows, std::ranges::greater {},
        [](const CeilingRow& row) { return row.nowNs - row.likelyNs; });
    return rows;
}

std::string outlookSentence(const CaseResult& inCase, Emphasis emphasis)
{
    if (!inCase.outlook)
        return "Nothing is known yet of what compiling can win: "
            + reasonText(inCase.outlook.error()) + ".";
    const auto& ceiling = inCase.outlook->ceiling;
    auto next = trySentence(*inCase.outlook);
    return "Compiled, a call can be " + stressed("at most " + ceilingFigure(ceiling), emphasis)
        + " faster, " + formatRatio(ceiling.ratio.estimate) + " is likely; it is bound by "
        + boundWord(inCase.outlook->boundBy) + ". " + std::move(next);
}

} // namespace profiler
