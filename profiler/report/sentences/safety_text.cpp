// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/sentences/safety_text.h"

#include "profiler/evidence/numerics/numerics.h"
#include "profiler/judge/case_settings.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/number_text.h"
#include "profiler/report/sentences/reason_text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>

namespace profiler {

namespace {

std::vector<NumericsRow> ofVariant(const std::vector<NumericsRow>& rows, int variant)
{
    std::vector<NumericsRow> own;
    for (const auto& row : rows) {
        if (row.variant == variant)
            own.push_back(row);
    }
    return own;
}

std::string inTensor(const std::string& path)
{
    if (path.empty())
        return {};
    const std::string words = tensorName(path);
    return ", in " + (words == path ? "tensor " + path : words);
}

std::string errorShareText(double share)
{
    return formatNumber(100 * share, 2) + " %";
}

std::string numericsDifferenceText(const NumericsSummary& numerics, const NumericsRow* worst)
{
    if (worst == nullptr)
        return reasonText(numerics.reason);
    const std::string tensor = tensorName(worst->fact.path);
    if (const auto error = relativeError(worst->fact); error && worst->allowed.relative)
        return fmt::format("the error of {} to fp64 is {} of the values' size, {} are allowed",
            tensor, errorShareText(*error), errorShareText(*worst->allowed.relative));
    if (!worst->fact.resultDtype.empty())
        return tensor + ": dtype " + worst->fact.dtype + " became " + worst->fact.resultDtype;
    if (!worst->fact.layoutMismatch.empty())
        return tensor + ": " + worst->fact.layoutMismatch;
    if (!worst->fact.nanPositionsEqual)
        return tensor + " has NaN or infinity where the other has none";
    std::string text = fmt::format("{} of {} values of {} lie beyond the tolerance",
        formatCount(worst->fact.mismatches), formatCount(worst->fact.elements), tensor);
    if (worst->fact.toleranceUsedRatio)
        text += ", the worst at " + toleranceUsedText(*worst->fact.toleranceUsedRatio);
    return text;
}

/// "; cosine −1, largest relative error 33"
std::string differenceBelowTolerance(const NumericsSummary& numerics, const NumericsRow* worst)
{
    std::string text = ": " + reasonText(numerics.reason);
    if (worst != nullptr && worst->tolerance)
        text += " (" + formatNumber(worst->tolerance->absolute, 1) + ")";
    if (numerics.cosine)
        text += "; cosine " + formatNumber(*numerics.cosine, 3);
    if (numerics.maxRel)
        text += std::string(numerics.cosine ? "," : ";") + " largest relative error "
            + formatNumber(*numerics.maxRel, 2);
    return text;
}

std::string tooSmallText(const NumericsSummary& numerics)
{
    if (numerics.tooSmall == 0)
        return {};
    return "; " + std::to_string(numerics.tooSmall) + " of "
        + countText(numerics.tensors, "tensor", "tensors")
        + (numerics.tooSmall == 1 ? " is" : " are") + " too small to judge";
}

std::string accuracyText(const NumericsRow* worst)
{
    if (worst == nullptr || !worst->fact.rmseResult || !worst->fact.rmseReference)
        return {};
    return fmt::format(": against fp64 its error is {}, eager's {}",
        formatNumber(*worst->fact.rmseResult, 2), formatNumber(*worst->fact.rmseReference, 2));
}

/// "its error to fp64 is 0.51 % of the values' size (2 % allowed); it keeps 2.3 digits of 6.8 that
/// eager has"
std::string digitsText(const NumericsSummary& numerics, const std::string& eager)
{
    if (!numerics.relativeError)
        return "its values lie close to those of " + eager + ", and there is no fp64 reference";
    std::string text = "its error to fp64 is " + errorShareText(*numerics.relativeError)
        + " of the values' size";
    if (numerics.allowedError)
        text += " (" + errorShareText(*numerics.allowedError) + " allowed)";
    const auto kept = digitsKeptText(numerics, eager);
    return kept.empty() ? text : text + "; it " + kept;
}

const PhaseMemory& phaseAt(const MemoryRow& row, MemoryPhase phase)
{
    return *std::ranges::find(row.phases, phase, &PhaseMemory::phase);
}

const Measured<MemoryFigure>& figureAt(const MemoryRow& row, MemoryPhase phase, bool device)
{
    const auto& memory = phaseAt(row, phase);
    return device ? memory.device : memory.host;
}

/// "4 057 of 8 114 values (50 %) are NaN with default, none with eager".
std::string sidesText(const SpecialValues& special, std::int64_t inVariant, std::int64_t inBaseline,
    const std::string& word, const std::array<std::string, 2>& names)
{
    if (inVariant + inBaseline == 0)
        return {};
    const auto& [variant, baseline] = names;
    const bool both = inVariant == inBaseline && special.samePlaces;
    const bool first = inVariant > 0;
    const auto count = first ? inVariant : inBaseline;
    const double share = static_cast<double>(count) / static_cast<double>(special.values);
    auto text = formatCount(count) + " of " + countText(special.values, "value", "values") + " ("
        + percentText(share) + ") " + (count == 1 ? "is " : "are ") + word;
    if (both)
        return text + " in both";
    const auto other = first ? inBaseline : 0;
    text += " with " + (first ? variant : baseline) + ", "
        + (other == 0 ? "none" : formatCount(other)) + " with " + (first ? baseline : variant);
    return inVariant == inBaseline ? text + ", in other places" : text;
}

std::string shortSides(const SpecialValues& special, std::int64_t inVariant,
    std::int64_t inBaseline, const std::string& word)
{
    const auto share = [&](std::int64_t count) {
        return percentText(static_cast<double>(count) / static_cast<double>(special.values));
    };
    if (inVariant + inBaseline == 0)
        return {};
    if (inVariant == inBaseline && special.samePlaces)
        return share(inVariant) + " " + word + " in both";
    return (inVariant == 0 ? "no " + word : share(inVariant) + " " + word) + ", baseline "
        + (inBaseline == 0 ? "none" : share(inBaseline));
}

/// The outputs' difference where figures hold it.
std::string finiteAmountText(const NumericsSummary& numerics, const std::string& baseline)
{
    const auto& error = numerics.relativeError;
    if (error && numerics.allowedError && *error > *numerics.allowedError)
        return "error to fp64 " + errorShareText(*error) + " of the values' size, "
            + errorShareText(*numerics.allowedError) + " allowed";
    if (!numerics.toleranceUsedRatio || *numerics.toleranceUsedRatio <= 1)
        return {};
    std::string text;
    if (numerics.maxAbs)
        text = "largest difference " + formatNumber(*numerics.maxAbs, 2) + ", ";
    text += toleranceUsedText(*numerics.toleranceUsedRatio)
        + (*numerics.toleranceUsedRatio < 10 ? " of the tolerance" : "");
    if (error && numerics.relativeErrorOfBaseline)
        text += "; error to fp64 " + errorShareText(*error) + " of the values' size, "
            + errorShareText(*numerics.relativeErrorOfBaseline) + " with " + baseline;
    return text;
}

} // namespace

std::string specialValuesText(const std::optional<SpecialValues>& special,
    const std::string& variant, const std::string& baseline)
{
    if (!special || !special->any() || special->values <= 0)
        return {};
    const std::array names {variant, baseline};
    auto text = sidesText(*special, special->nanVariant, special->nanBaseline, "NaN", names);
    const auto infinite = sidesText(
        *special, special->infiniteVariant, special->infiniteBaseline, "infinite", names);
    return text.empty() || infinite.empty() ? text + infinite : text + "; " + infinite;
}

std::string specialValuesNote(const std::optional<SpecialValues>& special)
{
    if (!special || !special->any() || special->values <= 0)
        return {};
    const auto nan = shortSides(*special, special->nanVariant, special->nanBaseline, "NaN");
    return nan.empty()
        ? shortSides(*special, special->infiniteVariant, special->infiniteBaseline, "infinite")
        : nan;
}

std::string differenceAmountText(
    const NumericsSummary& numerics, const std::string& variant, const std::string& baseline)
{
    if (numerics.status != NumericsStatus::Different)
        return {};
    const auto special = specialValuesText(numerics.special, variant, baseline);
    const auto finite = finiteAmountText(numerics, baseline);
    return special.empty() || finite.empty() ? special + finite : special + "; " + finite;
}

Mark markOf(NumericsStatus status, const std::optional<double>& cosine)
{
    switch (status) {
    case NumericsStatus::Equal:
        return Mark::Good;
    case NumericsStatus::Close:
    case NumericsStatus::AsAccurateAsEager:
    case NumericsStatus::WithinTolerance:
        return cosine && *cosine < leastCosine ? Mark::Information : Mark::Good;
    case NumericsStatus::Different:
        return Mark::Bad;
    case NumericsStatus::TooSmallToJudge:
    case NumericsStatus::NotChecked:
        break;
    }
    return Mark::Neutral;
}

Mark markOf(const NumericsSummary& numerics)
{
    const auto mark = markOf(numerics.status, numerics.cosine);
    if (mark == Mark::Good && numerics.special && numerics.special->any())
        return Mark::Warning; // NaN that equals NaN is seldom what a model should return
    return mark == Mark::Good && numerics.tooSmall > 0 ? Mark::Information : mark;
}

std::string numericsWord(NumericsStatus status)
{
    return textOf(status,
        {{NumericsStatus::Equal, "equal"}, {NumericsStatus::Close, "close"},
            {NumericsStatus::AsAccurateAsEager, "as accurate as eager"},
            {NumericsStatus::WithinTolerance, "within tolerance"},
            {NumericsStatus::TooSmallToJudge, "too small to judge"},
            {NumericsStatus::Different, "different"}, {NumericsStatus::NotChecked, "not checked"}});
}

std::string digitsKeptText(const NumericsSummary& numerics, const std::string& eager)
{
    const auto own = digitsLeft(numerics.relativeError);
    const auto eagers = digitsLeft(numerics.relativeErrorOfBaseline);
    if (!own || !eagers)
        return {};
    return fmt::format("keeps {} of the {} digits that {} has", formatNumber(*own, 2),
        formatNumber(*eagers, 2), eager);
}

std::string toleranceUsedText(double ratio)
{
    constexpr double many = 10;
    if (ratio >= many)
        return formatNumber(ratio, 3) + " × the tolerance";
    return formatNumber(100 * ratio, 2) + " %";
}

std::string toleranceText(const NumericsRow& row)
{
    if (isJudgedByError(row.fact, row.allowed) && row.allowed.relative)
        return errorShareText(*row.allowed.relative) + " of the values' size, to fp64";
    if (!row.tolerance)
        return row.fact.dtype + " must be equal";
    return row.fact.dtype + " " + formatNumber(row.tolerance->relative, 2) + " relative + "
        + formatNumber(row.tolerance->absolute, 1) + " absolute";
}

namespace {

std::string comparedSentence(const CaseResult& caseResult, int variant,
    const std::vector<NumericsRow>& rows, Emphasis emphasis)
{
    const auto* result = variantOf(caseResult, variant);
    if (result == nullptr)
        return "This case has no such variant.";
    const auto name = stressed(result->name, emphasis);
    const auto& eager = caseResult.variants.front().name;
    if (variant == 0)
        return "The results of the others are compared with those of " + name + ".";
    const auto own = ofVariant(rows, variant);
    const auto* worst = own.empty() ? nullptr : &own.front();
    const auto& numerics = result->numerics;
    switch (numerics.status) {
    case NumericsStatus::Equal:
        return "The outputs of " + name + " equal those of " + eager + " "
            + stressed("bit by bit", emphasis) + ".";
    case NumericsStatus::Close:
        return "The outputs of " + name + " match " + eager + ": largest error is "
            + stressed(
                toleranceUsedText(numerics.toleranceUsedRatio.value_or(0)) + " of the tolerance",
                emphasis)
            + inTensor(numerics.worstTensor) + tooSmallText(numerics) + ".";
    case NumericsStatus::AsAccurateAsEager:
        return name + " is " + stressed("as accurate as " + eager, emphasis)
            + ", though not close to it" + accuracyText(worst) + ".";
    case NumericsStatus::WithinTolerance:
        return name + " is " + stressed("within the tolerance", emphasis) + ": "
            + digitsText(numerics, eager) + inTensor(numerics.worstTensor) + ".";
    case NumericsStatus::TooSmallToJudge:
        return "The results of " + name + " are " + stressed("too small to judge", emphasis)
            + differenceBelowTolerance(numerics, worst) + ".";
    case NumericsStatus::Different:
        return "The outputs of " + name + " " + stressed("do not match", emphasis) + " " + eager
            + ": " + numericsDifferenceText(numerics, worst) + ".";
    case NumericsStatus::NotChecked:
        break;
    }
    return "The results of " + name + " were " + stressed("not checked", emphasis) + ": "
        + reasonText(numerics.reason) + ".";
}

} // namespace

std::string numericsSentence(const CaseResult& caseResult, int variant,
    const std::vector<NumericsRow>& rows, Emphasis emphasis)
{
    auto text = comparedSentence(caseResult, variant, rows, emphasis);
    const auto* result = variantOf(caseResult, variant);
    if (result == nullptr || variant == 0)
        return text;
    const auto special = specialValuesText(
        result->numerics.special, result->name, caseResult.variants.front().name);
    return special.empty() ? text : stressed(special, emphasis) + ". " + text;
}

std::string numericsNote(const std::vector<NumericsRow>& rows, int variant)
{
    const auto own = ofVariant(rows, variant);
    if (own.empty())
        return {};
    std::set<std::string> tolerances;
    std::int64_t values = 0;
    bool random = false;
    bool fp64 = false;
    for (const auto& row : own) {
        tolerances.insert(toleranceText(row));
        values += row.fact.elements;
        random = random || row.fact.randomOperators;
        fp64 = fp64 || row.fact.rmseReference.has_value();
    }
    std::set<int> inputs;
    for (const auto& row : own)
        inputs.insert(row.fact.inputSet);
    std::string text = countText(static_cast<std::int64_t>(own.size()), "tensor", "tensors") + ", "
        + countText(values, "value", "values") + " · tolerance";
    for (const auto& each : tolerances)
        text += (&each == &*tolerances.begin() ? ": " : ", ") + each;
    if (inputs.size() > 1)
        text += " · " + std::to_string(inputs.size()) + " sets of inputs, each from its own seed";
    if (inputs.size() > 1 && own.front().status != NumericsStatus::Equal)
        text += ", the worst is set " + std::to_string(own.front().fact.inputSet + 1);
    text += fp64 ? " · compared with fp64 too" : " · no fp64 reference";
    if (random)
        text += " · the model draws random numbers: compared with eager's own";
    return text;
}

std::string memoryPhaseName(MemoryPhase phase)
{
    return textOf(phase,
        {{MemoryPhase::Build, "build"}, {MemoryPhase::Compile, "compile"},
            {MemoryPhase::WarmUp, "warm-up"}, {MemoryPhase::Steady, "steady calls"}});
}

MarkedText memoryWord(const MemoryRow& row)
{
    return valueFor(row.verdict,
        {{Verdict::Baseline, {Mark::Neutral, "baseline"}},
            {Verdict::Faster, {Mark::Good, "needs less"}},
            {Verdict::Slower, {Mark::Warning, "needs more"}},
            {Verdict::NoDifference, {Mark::Good, "no difference"}},
            {Verdict::UndecidedLeaningFaster, {Mark::Neutral, "undecided, leaning less"}},
            {Verdict::UndecidedLeaningSlower, {Mark::Neutral, "undecided, leaning more"}},
            {Verdict::Undecided, {Mark::Neutral, "undecided"}}},
        MarkedText {Mark::Neutral, "one process: no verdict"});
}

std::string memorySentence(
    const std::vector<MemoryRow>& rows, int variant, bool device, Emphasis emphasis)
{
    const auto found = std::ranges::find(rows, variant, &MemoryRow::variant);
    if (found == rows.end())
        return "This case has no such variant.";
    const auto& row = *found;
    const auto name = stressed(row.name, emphasis);
    const auto& steady = figureAt(row, MemoryPhase::Steady, device);
    if (!steady)
        return "What " + name + " needs is not known: " + reasonText(steady.error()) + ".";
    std::string text = name + " peaks at " + stressed(formatBytes(steady->bytes), emphasis)
        + (device ? " of device memory in a call" : " of host memory in a call");
    if (row.difference) {
        text += ", " + signedBytes(row.difference->bytes) + " against " + rows.front().name;
        if (row.difference->low && row.difference->high)
            text += " (" + signedBytes(*row.difference->low) + " to "
                + signedBytes(*row.difference->high) + ")";
    }
    if (const auto& compile = figureAt(row, MemoryPhase::Compile, device))
        text += ", and at " + formatBytes(compile->bytes) + " while it compiles";
    return text + ".";
}

} // namespace profiler
