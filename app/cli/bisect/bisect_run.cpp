// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bisect/bisect_run.h"

#include "app/cli/arguments/argument_error.h"
#include "app/cli/arguments/protocol_argument.h"
#include "app/cli/bisect/bisect_candidates.h"
#include "app/cli/check/check_plan.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/recording.h"
#include "app/cli/terminal/stop_signals.h"
#include "profiler/judge/bisect/bisection.h"
#include "profiler/judge/gate/structure_checks.h"
#include "profiler/judge/judge.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/number_text.h"
#include "profiler/model/process_record.h"
#include "profiler/record/machine/temporary_folder.h"
#include "profiler/record/machine/torch_settings.h"
#include "profiler/record/session/plan_estimate.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace cli {
namespace {

using profiler::BisectAnswer;
using profiler::BisectMetric;
using profiler::BisectOutcome;
using profiler::EndsAnswer;
using profiler::ErrorKind;
using profiler::failure;
using profiler::Plan;
using profiler::Result;

constexpr int coldForCompile = 3;

/// What one recording told of the candidates in it.
struct Seen {
    profiler::ComparisonData data;
    profiler::ComparisonResult judged;
};

class BisectRun {
public:
    BisectRun(const BisectOptions& options, std::string commandLine)
        : m_options(options)
        , m_commandLine(std::move(commandLine))
    {
    }

    Result<profiler::BisectResult> run()
    {
        return prepare()
            .and_then([this] { return search(); })
            .and_then([this] { return tellWhatChanged(); })
            .map([this] { return std::move(m_result); });
    }

private:
    // ---- beforehand

    Result<void> prepare()
    {
        auto plan = timedPlanFrom(m_options.plan);
        if (!plan)
            return tl::unexpected(plan.error());
        const auto metric = profiler::fromKey<BisectMetric>(m_options.metric);
        if (!metric)
            return badWord(
                "--metric", m_options.metric, "one of " + profiler::knownKeys<BisectMetric>());
        const auto least = shareFrom("--least", m_options.leastChange);
        if (!least)
            return tl::unexpected(least.error());
        const auto budget = budgetFrom(m_options.budget);
        if (!budget)
            return tl::unexpected(budget.error());
        m_budget = *budget;
        m_result.metric = *metric;
        m_result.leastChange = *least;
        if (auto chosen = chooseVariant(*plan); !chosen)
            return chosen;
        auto candidates = candidatesFor(m_options, *plan);
        if (!candidates)
            return tl::unexpected(candidates.error());
        m_candidates = std::move(*candidates);
        m_trees.emplace(std::move(*plan));
        for (const auto& each : m_candidates)
            m_result.candidates.push_back({.name = each.name, .says = each.says});
        return placeOfRecordings().and_then([this] { return sayWhatItTakes(); });
    }

    Result<void> chooseVariant(const Plan& plan)
    {
        for (const auto& variant : plan.variants)
            if (m_options.variant.empty() ? variant.kind == profiler::VariantKind::Compiled
                                          : variant.name == m_options.variant)
                m_variant = variant;
        if (m_variant.name.empty() && m_options.variant.empty())
            m_variant = plan.variants.front();
        if (m_variant.name.empty())
            return failure(ErrorKind::BadInput,
                fmt::format("--of {}: the plan has no such variant", m_options.variant));
        m_result.variant = m_variant.name;
        return {};
    }

    Result<void> placeOfRecordings()
    {
        m_file = m_options.output;
        if (!m_file.empty())
            return {};
        return profiler::makeTemporaryFolder().map([this](profiler::ScratchFolder made) {
            m_file = made.path() / "bisect.fscope";
            m_temporary.emplace(std::move(made));
        });
    }

    Result<void> sayWhatItTakes()
    {
        const auto count = m_candidates.size();
        m_result.recordingsAtMost = std::max(1, profiler::Bisection::stepsAtMost(count));
        const auto plan = planOf({0, count - 1});
        if (!plan)
            return tl::unexpected(plan.error());
        const auto one = profiler::estimatePlan(*plan);
        const auto times = [&](profiler::nanoseconds each) {
            return profiler::formatRoughly(
                static_cast<double>(each.count()) * m_result.recordingsAtMost);
        };
        printError(fmt::format("{} candidates from {} to {}: {} at most, {} to {} in all\n", count,
            m_candidates.front().name, m_candidates.back().name,
            profiler::countText(m_result.recordingsAtMost, "recording", "recordings"),
            times(one.low), times(one.high)));
        return {};
    }

    // ---- the search

    /// Oldest, newest, and one between them: the two ends are in every recording, so that what lies
    /// between is always seen beside both, on a machine that is not what it was an hour ago.
    Result<void> search()
    {
        profiler::Bisection bisection(m_candidates.size());
        bool first = true;
        do {
            const auto middle = bisection.next();
            auto seen = record(middle ? std::vector {std::size_t {0}, *middle, newest()}
                                      : std::vector {std::size_t {0}, newest()});
            if (!seen)
                return tl::unexpected(seen.error());
            ++m_result.recordings;
            if (std::exchange(first, false) && !endsDiffer(*seen))
                return {};
            if (!middle)
                break;
            const auto answer = take(*seen, *middle);
            if (answer == BisectAnswer::Unclear) {
                m_result.outcome = BisectOutcome::Narrowed;
                m_result.why = whyUnclear(*seen, 1);
                std::tie(m_result.low, m_result.high) = bisection.between();
                return {};
            }
            bisection.tell(answer == BisectAnswer::AsFirst);
        } while (bisection.next());
        m_result.outcome = BisectOutcome::Found;
        std::tie(m_result.low, m_result.high) = bisection.between();
        return {};
    }

    [[nodiscard]] std::size_t newest() const { return m_candidates.size() - 1; }

    /// In the case that changed most; the search goes on with that one.
    bool endsDiffer(const Seen& seen)
    {
        const int last = static_cast<int>(seen.data.plan.variants.size()) - 1;
        m_result.high = newest();
        auto best = EndsAnswer::Alike;
        for (const auto& inCase : seen.judged.cases) {
            const auto answer
                = profiler::endsAnswer(m_result.metric, reading(seen, 0, inCase.caseIndex),
                    reading(seen, last, inCase.caseIndex), m_result.leastChange);
            const bool better = answer == EndsAnswer::Differ
                || (answer == EndsAnswer::Unclear && best == EndsAnswer::Alike);
            if (&inCase == &seen.judged.cases.front() || (better && best != EndsAnswer::Differ)) {
                best = answer;
                m_case = inCase.caseIndex;
                m_result.caseName = inCase.name;
            }
        }
        keep(seen, 0, 0, BisectAnswer::AsFirst);
        keep(seen, newest(), last, BisectAnswer::AsLast);
        if (best == EndsAnswer::Unclear)
            m_result.why = whyUnclear(seen, last);
        m_result.outcome
            = best == EndsAnswer::Alike ? BisectOutcome::Alike : BisectOutcome::Unclear;
        return best == EndsAnswer::Differ;
    }

    [[nodiscard]] profiler::BisectReading reading(const Seen& seen, int lane, int caseIndex) const
    {
        return profiler::readingOf(m_result.metric, seen.data, seen.judged, lane, caseIndex);
    }

    void keep(const Seen& seen, std::size_t candidate, int lane, BisectAnswer answer)
    {
        auto& kept = m_result.candidates[candidate];
        kept.seen = true;
        kept.reading = reading(seen, lane, m_case);
        kept.answer = answer;
    }

    BisectAnswer take(const Seen& seen, std::size_t middle)
    {
        const auto answer = profiler::answerOf(
            reading(seen, 0, m_case), reading(seen, 1, m_case), reading(seen, 2, m_case));
        keep(seen, middle, 1, answer);
        return answer;
    }

    [[nodiscard]] profiler::Reason whyUnclear(const Seen& seen, int lane) const
    {
        const auto& result = seen.judged.cases[static_cast<std::size_t>(m_case)]
                                 .variants[static_cast<std::size_t>(lane)];
        const auto told = reading(seen, lane, m_case);
        return told.value ? result.verdictReason : told.value.error();
    }

    // ---- recordings

    Result<Plan> planOf(const std::vector<std::size_t>& candidates)
    {
        std::vector<profiler::Variant> variants;
        for (const auto index : candidates) {
            auto variant = m_trees->variantIn(m_variant, m_candidates[index]);
            if (!variant)
                return tl::unexpected(variant.error());
            variants.push_back(std::move(*variant));
        }
        auto plan = m_trees->plan();
        plan.variants = std::move(variants);
        plan.name = "bisect " + m_variant.name;
        plan.python = plan.variants.front().python;
        return suited(std::move(plan));
    }

    /// No more than the figure needs.
    [[nodiscard]] Plan suited(Plan plan) const
    {
        if (profiler::needsTimes(m_result.metric) || m_result.metric == BisectMetric::Memory)
            return timingPlan(std::move(plan), m_result.leastChange, m_budget);
        plan = structurePlan(std::move(plan), m_result.metric == BisectMetric::Kernels);
        plan.protocol.checkInputs = 0;
        plan.protocol.coldEmpty
            = m_result.metric == BisectMetric::Compile ? coldForCompile : plan.protocol.coldEmpty;
        return plan;
    }

    Result<Seen> record(const std::vector<std::size_t>& candidates)
    {
        auto plan = planOf(candidates);
        if (!plan)
            return tl::unexpected(plan.error());
        return recordedOf(*plan);
    }

    Result<Seen> recordedOf(const Plan& plan)
    {
        auto recorded = recordForCaller(
            plan, {.file = m_file, .command = m_commandLine, .question = {}}, m_stop);
        if (!recorded)
            return tl::unexpected(recorded.error());
        if (recorded->outcome.interrupted)
            return failure(ErrorKind::Interrupted,
                "interrupted; what was seen until then is in no result"
                    + (m_temporary ? std::string() : ", and recorded in " + m_file.string()));
        Seen seen {.data = std::move(recorded->data), .judged = {}};
        seen.judged = profiler::judge(seen.data);
        return seen;
    }

    /// Structure and graphs of the two neighbours side by side: seconds, and no times.
    Result<void> tellWhatChanged()
    {
        if (m_result.outcome != BisectOutcome::Found)
            return {};
        auto plan = planOf({m_result.low, m_result.high});
        if (!plan)
            return tl::unexpected(plan.error());
        const auto seen = recordedOf(structurePlan(std::move(*plan), true));
        if (!seen)
            return tl::unexpected(seen.error());
        const auto structure = profiler::structureOf(seen->data, seen->judged);
        const auto& names = seen->data.plan.variants;
        auto before = profiler::ofVariant(structure, names.front().name, m_variant.name);
        auto after = profiler::ofVariant(structure, names.back().name, m_variant.name);
        std::vector<profiler::GateNote> notes;
        m_result.structure = profiler::structureChecks(before, after, notes);
        m_result.code = profiler::codeChanges(seen->data, 0, 1);
        m_result.fields = profiler::fieldChanges(seen->data);
        tellDefaults(m_candidates[m_result.low].python, m_candidates[m_result.high].python);
        return {};
    }

    /// Two versions of torch; revisions of code run in one.
    void tellDefaults(const std::string& before, const std::string& after)
    {
        if (before == after)
            return;
        const auto old = profiler::torchDefaults(before);
        const auto now = profiler::torchDefaults(after);
        if (old && now)
            m_result.defaults = profiler::defaultsChange(*old, *now);
        else
            printError(profiler::capitalized((old ? now : old).error().message)
                + "; which defaults of torch differ is not known.\n");
    }

    const BisectOptions& m_options;
    std::string m_commandLine;
    profiler::StopRequest m_stop;
    StopSignals m_signals {m_stop};
    profiler::nanoseconds m_budget {};
    profiler::Variant m_variant;
    std::vector<Candidate> m_candidates;
    std::optional<CandidateTrees> m_trees;
    std::optional<profiler::ScratchFolder> m_temporary;
    std::filesystem::path m_file;
    int m_case = 0;
    profiler::BisectResult m_result;
};

} // namespace

Result<profiler::BisectResult> runBisect(
    const BisectOptions& options, const std::string& commandLine)
{
    return BisectRun(options, commandLine).run();
}

} // namespace cli
