// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/sentences/verdict_sentence.h"

#include "profiler/judge/case_settings.h"
#include "profiler/judge/machine_noise.h"
#include "profiler/judge/verdict.h"
#include "profiler/model/number_text.h"
#include "profiler/report/sentences/imported_text.h"
#include "profiler/report/sentences/outlook_text.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/sentences/safety_text.h"
#include "profiler/report/text/enum_text.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace profiler {
namespace {

class SentenceMaker {
public:
    SentenceMaker(const ComparisonResult& result, Emphasis emphasis)
        : m_result(result)
        , m_emphasis(emphasis)
    {
    }

    [[nodiscard]] std::string ofCase(const CaseResult& caseResult) const
    {
        return capitalized(
            place(caseText(caseResult)) + verdict(caseResult, caseResult.recommendation) + ".");
    }

    [[nodiscard]] std::string ofAll() const
    {
        const auto& cases = m_result.cases;
        return place(countText(static_cast<std::int64_t>(cases.size()), "case", "cases"))
            + verdictOverCases(m_result.recommendation) + ".";
    }

private:
    [[nodiscard]] std::string strong(const std::string& text) const
    {
        return stressed(text, m_emphasis);
    }

    [[nodiscard]] std::string name(int variant) const { return variantName(m_result, variant); }

    [[nodiscard]] std::string place(const std::string& caseText) const
    {
        std::string text;
        for (const auto& part : {m_result.device, m_result.dtype, caseText})
            if (!part.empty())
                text += (text.empty() ? "" : ", ") + part;
        return text.empty() ? "" : "On " + text + ": ";
    }

    /// A name that says nothing gives way to the shapes.
    static std::string caseText(const CaseResult& caseResult)
    {
        if (caseResult.name.empty() || caseResult.name == "default")
            return caseResult.inputs;
        return caseResult.inputs.empty() ? caseResult.name
                                         : caseResult.name + " (" + caseResult.inputs + ")";
    }

    [[nodiscard]] std::string ratio(const VariantResult& variant) const
    {
        const auto& estimate = variant.speedUp->ratio.estimate;
        const auto text = formatRatio(estimate);
        return strong(estimate >= 1 ? text + " faster" : text) + " than " + name(0);
    }

    static std::string method(const VariantResult& variant, bool oriented)
    {
        const auto& speedUp = *variant.speedUp;
        auto processes = processesText(speedUp.repetitions, speedUp.rounds);
        if (speedUp.time == CallTime::Cpu)
            processes += ", in CPU time";
        return oriented ? "95 % interval " + formatRatioInterval(speedUp.ratio) + ", " + processes
                        : formatOpenInterval(speedUp.ratio) + " (95 % interval, " + processes + ")";
    }

    [[nodiscard]] std::string payback(const VariantResult& variant) const
    {
        const bool kept = m_result.plan.goal.cacheKept;
        const auto& evenAt = kept ? variant.paybackWarm : variant.paybackCold;
        const auto& compile = kept ? variant.compileWarm : variant.compileCold;
        const auto& startUp = kept ? variant.startUpWarm : variant.startUpCold;
        if (!evenAt)
            return "; payback: " + reasonText(evenAt.error());
        std::string cost;
        if (compile)
            cost += " its " + formatDuration(compile->medianNs) + " compile";
        if (startUp && startUp->medianNs > 0)
            cost += (cost.empty() ? " its " : " and ") + formatDuration(startUp->medianNs)
                + " start-up";
        return ", pays back" + cost + " after " + formatCount(evenAt->calls)
            + (evenAt->calls == 1 ? " call (" : " calls (") + formatDuration(evenAt->runTimeNs)
            + ")";
    }

    [[nodiscard]] std::string verdict(
        const CaseResult& caseResult, const Recommendation& recommendation) const
    {
        const auto* variant = variantOf(caseResult, recommendation.variant);
        switch (recommendation.kind) {
        case RecommendationKind::Recommended:
            return recommended(variant, recommendation);
        case RecommendationKind::KeepEager:
            return keepEager(caseResult, recommendation);
        case RecommendationKind::Undecided:
            return undecided(variant, recommendation);
        case RecommendationKind::MachineTooBusy:
            return tooBusy(variant);
        case RecommendationKind::Slower:
            return slower(variant, recommendation);
        case RecommendationKind::OneVariant:
            return outlook(caseResult);
        default:
            return withoutNumbers(recommendation, variant);
        }
    }

    /// By how much the results differ; over all cases nothing.
    [[nodiscard]] std::string amount(const VariantResult* variant) const
    {
        const auto text = variant == nullptr
            ? std::string()
            : differenceAmountText(variant->numerics, variant->name, name(0));
        return text.empty() ? text : ": " + text;
    }

    /// Of one variant alone: what compiling it can win.
    [[nodiscard]] std::string outlook(const CaseResult& caseResult) const
    {
        auto text = outlookSentence(caseResult, m_emphasis);
        text.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(text.front())));
        text.pop_back(); // the sentence around it ends by itself
        return text;
    }

    [[nodiscard]] std::string recommended(
        const VariantResult* variant, const Recommendation& recommendation) const
    {
        const auto use = "use " + strong(name(recommendation.variant));
        if (variant == nullptr || !variant->speedUp)
            return use + because(recommendation);
        return use + ": " + ratio(*variant) + " (" + method(*variant, true) + ")"
            + payback(*variant) + precision(*variant);
    }

    /// What it gives up for that.
    [[nodiscard]] std::string precision(const VariantResult& variant) const
    {
        const auto kept = variant.numerics.status == NumericsStatus::WithinTolerance
            ? digitsKeptText(variant.numerics, name(0))
            : std::string();
        return kept.empty() ? kept : ", and " + kept;
    }

    /// The fastest variant that is faster beyond doubt: what keeping eager gives up.
    static const VariantResult* fastest(const CaseResult& caseResult)
    {
        const VariantResult* best = nullptr;
        for (const auto& variant : caseResult.variants)
            if (variant.verdict == Verdict::Faster && variant.speedUp
                && (best == nullptr
                    || variant.speedUp->ratio.estimate > best->speedUp->ratio.estimate))
                best = &variant;
        return best;
    }

    [[nodiscard]] std::string keepEager(
        const CaseResult& caseResult, const Recommendation& recommendation) const
    {
        const auto keep = "keep " + strong(name(0));
        const auto* best = fastest(caseResult);
        if (best == nullptr)
            return keep + because(recommendation);
        auto text
            = keep + ": " + best->name + " is " + ratio(*best) + " (" + method(*best, true) + ")";
        return text + reasonAfter(", but ", recommendation.reason);
    }

    [[nodiscard]] std::string undecided(
        const VariantResult* variant, const Recommendation& recommendation) const
    {
        const auto who = strong(name(recommendation.variant));
        if (variant != nullptr && variant->speedUp && variant->verdict == Verdict::Faster)
            return who + " is " + ratio(*variant) + " (" + method(*variant, true)
                + "), but whether to use it is not decided" + because(recommendation);
        auto text = "no clear difference yet between " + who + " and " + name(0);
        if (variant != nullptr && variant->speedUp)
            text += ": " + method(*variant, false);
        if (variant != nullptr && variant->speedUp && isUndecided(variant->verdict)
            && !variant->speedUp->repetitionsNeeded) {
            const auto words = precisionText(*variant->speedUp);
            text += words.empty() ? "" : "; " + words;
        }
        return text;
    }

    /// What the disturbed blocks leave open, where not everything.
    [[nodiscard]] std::string leftOpen(const VariantResult* variant) const
    {
        if (variant == nullptr || isTooBusy(m_result.quality))
            return {};
        const auto& why = variant->verdictReason;
        return why.kind == ReasonKind::MachineTooBusy
            ? reasonAfter("; ", std::get<std::vector<Reason>>(why.values.front()).back())
            : reasonAfter("; ", why);
    }

    [[nodiscard]] std::string tooBusy(const VariantResult* variant) const
    {
        auto text = "the machine was " + strong("too busy")
            + " for a verdict: " + contentionText(m_result.quality) + leftOpen(variant);
        if (variant != nullptr && variant->speedUp) {
            text += "; " + aheadText(*variant, name(0));
            if (const auto words = precisionText(*variant->speedUp); !words.empty())
                text += "; " + words;
        }
        return text + ". " + capitalized(whatToDoWhenBusy());
    }

    [[nodiscard]] std::string slower(
        const VariantResult* variant, const Recommendation& recommendation) const
    {
        if (variant == nullptr || !variant->speedUp)
            return name(recommendation.variant) + " is slower than " + name(0)
                + because(recommendation);
        return "keep " + strong(name(0)) + ": " + name(recommendation.variant) + " is "
            + ratio(*variant) + " (" + method(*variant, true) + ")";
    }

    [[nodiscard]] std::string withoutNumbers(
        const Recommendation& recommendation, const VariantResult* variant = nullptr) const
    {
        const auto who = strong(name(recommendation.variant));
        switch (recommendation.kind) {
        case RecommendationKind::ResultsDiffer:
            return "the outputs of " + who + " do not match " + name(0) + because(recommendation)
                + amount(variant);
        case RecommendationKind::NotComparable:
            return who + " and " + name(0) + " are not comparable" + because(recommendation);
        default:
            if (recommendation.reason.kind == ReasonKind::BaselineFailed)
                return "no verdict: " + reasonText(recommendation.reason);
            if (recommendation.reason.kind == ReasonKind::RecordedWithoutTiming)
                return "no verdict on " + who + because(recommendation);
            return "not enough data for a verdict on " + who + because(recommendation);
        }
    }

    static std::string because(const Recommendation& recommendation)
    {
        return reasonAfter(": ", recommendation.reason);
    }

    // ---- over all cases

    /// "1.21× faster (s128, 1.20–1.22) to 1.63× faster (s32, …)", of the cases with that verdict.
    [[nodiscard]] std::string span(int variant, Verdict verdict) const
    {
        const CaseResult* least = nullptr;
        const CaseResult* most = nullptr;
        const auto estimate = [&](const CaseResult& caseResult) {
            return variantOf(caseResult, variant)->speedUp->ratio.estimate;
        };
        for (const auto& caseResult : m_result.cases) {
            const auto* found = variantOf(caseResult, variant);
            if (found == nullptr || !found->speedUp || found->verdict != verdict)
                continue;
            if (least == nullptr || estimate(caseResult) < estimate(*least))
                least = &caseResult;
            if (most == nullptr || estimate(caseResult) > estimate(*most))
                most = &caseResult;
        }
        if (least == nullptr)
            return {};
        const auto text = [&](const CaseResult& caseResult) {
            const auto& interval = variantOf(caseResult, variant)->speedUp->ratio;
            const auto number = formatRatio(interval.estimate);
            return strong(interval.estimate >= 1 ? number + " faster" : number) + " ("
                + caseResult.name + ", " + formatRatioInterval(interval) + ")";
        };
        const bool same = formatRatio(estimate(*least)) == formatRatio(estimate(*most));
        return same ? text(*least) : text(*least) + " to " + text(*most);
    }

    /// "; s256: undecided (0.91–2.38)": a ratio that was not decided is no speed-up.
    [[nodiscard]] std::string otherCases(int variant, Verdict verdict) const
    {
        std::string text;
        for (const auto& caseResult : m_result.cases) {
            const auto* found = variantOf(caseResult, variant);
            if (found == nullptr || found->verdict == verdict)
                continue;
            text += "; " + caseResult.name + ": " + verdictWord(found->verdict);
            if (found->speedUp)
                text += " (" + formatOpenInterval(found->speedUp->ratio) + ")";
        }
        return text;
    }

    [[nodiscard]] std::string methodOf(int variant) const
    {
        for (const auto& caseResult : m_result.cases)
            if (const auto* found = variantOf(caseResult, variant);
                found != nullptr && found->speedUp)
                return "95 % intervals, "
                    + processesText(found->speedUp->repetitions, found->speedUp->rounds);
        return {};
    }

    [[nodiscard]] std::string verdictOverCases(const Recommendation& recommendation) const
    {
        const auto decided
            = recommendation.kind == RecommendationKind::Slower ? Verdict::Slower : Verdict::Faster;
        const auto spanText = span(recommendation.variant, decided);
        const auto reason = reasonAfter(", ", recommendation.reason);
        switch (recommendation.kind) {
        case RecommendationKind::Recommended:
            return "use " + strong(name(recommendation.variant)) + " for all"
                + (spanText.empty() ? because(recommendation)
                                    : ": " + spanText + " than " + name(0)
                            + otherCases(recommendation.variant, decided) + "; "
                            + methodOf(recommendation.variant) + reason);
        case RecommendationKind::KeepEager:
            return "keep " + strong(name(0)) + because(recommendation);
        case RecommendationKind::Undecided:
            if (!spanText.empty())
                return strong(name(recommendation.variant)) + " is " + spanText + " than " + name(0)
                    + otherCases(recommendation.variant, decided)
                    + ", but whether to use it for all is not decided" + because(recommendation);
            return "no clear difference yet between " + strong(name(recommendation.variant))
                + " and " + name(0) + " over all cases" + because(recommendation);
        case RecommendationKind::MachineTooBusy:
            return tooBusy(nullptr);
        case RecommendationKind::Slower:
            return "keep " + strong(name(0)) + ": " + name(recommendation.variant)
                + (spanText.empty() ? " is slower" : " is " + spanText + " than " + name(0));
        case RecommendationKind::OneVariant:
            return ceilings();
        default:
            return withoutNumbers(recommendation);
        }
    }

    /// Of one variant alone, over its cases.
    [[nodiscard]] std::string ceilings() const
    {
        std::string text;
        for (const auto& caseResult : m_result.cases)
            if (caseResult.outlook)
                text += (text.empty() ? "" : ", ")
                    + strong("at most " + ceilingFigure(caseResult.outlook->ceiling)) + " in "
                    + caseResult.name;
        return text.empty() ? outlook(m_result.cases.front())
                            : "compiled, a call can be faster " + text;
    }

    const ComparisonResult& m_result;
    Emphasis m_emphasis;
};

} // namespace

std::string aheadText(const VariantResult& variant, const std::string& baseline)
{
    const auto& interval = variant.speedUp->ratio;
    if (interval.low <= 1 && interval.high >= 1)
        return "which of " + variant.name + " and " + baseline + " is faster is not decided";
    const auto& first = interval.low > 1 ? variant.name : baseline;
    const auto& second = interval.low > 1 ? baseline : variant.name;
    return first + " is ahead of " + second + ", which is not decided";
}

std::string verdictSentence(
    const ComparisonResult& result, const CaseResult& caseResult, Emphasis emphasis)
{
    if (isImported(result.kind))
        return importedSentence(result, caseResult.recommendation.variant, emphasis);
    return SentenceMaker(result, emphasis).ofCase(caseResult);
}

std::string overallSentence(const ComparisonResult& result, Emphasis emphasis)
{
    if (result.cases.empty())
        return "Nothing was measured yet.";
    if (isImported(result.kind))
        return importedSentence(result, result.recommendation.variant, emphasis);
    const SentenceMaker maker(result, emphasis);
    return result.cases.size() == 1 ? maker.ofCase(result.cases.front()) : maker.ofAll();
}

} // namespace profiler
