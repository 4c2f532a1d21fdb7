// SPDX-License-Identifier: Apache-2.0
#include "app/cli/check/check_run.h"

#include "app/cli/arguments/protocol_argument.h"
#include "app/cli/check/check_plan.h"
#include "app/cli/check/check_reference.h"
#include "app/cli/terminal/environments.h"
#include "app/cli/terminal/files.h"
#include "app/cli/terminal/recording.h"
#include "app/cli/terminal/stop_signals.h"
#include "profiler/judge/gate/limit_checks.h"
#include "profiler/judge/gate/lock_file.h"
#include "profiler/judge/gate/pair_checks.h"
#include "profiler/judge/gate/structure_checks.h"
#include "profiler/judge/judge.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/record/machine/git_worktree.h"
#include "profiler/record/machine/temporary_folder.h"
#include "profiler/record/machine/wall_clock.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

namespace cli {
namespace {

namespace fs = std::filesystem;
using profiler::ErrorKind;
using profiler::failure;
using profiler::GateNoteKind;
using profiler::GateReference;
using profiler::GateResult;
using profiler::GateSubject;
using profiler::Plan;
using profiler::Result;
using profiler::Structure;
using profiler::StructureOutcome;

/// Where recordings go that nobody asked to keep.
struct RecordingPlace {
    fs::path file;
    std::optional<profiler::ScratchFolder> temporary; ///< holds the file; without: it is the user's
};

Result<RecordingPlace> recordingPlace(const std::string& output)
{
    if (!output.empty())
        return RecordingPlace {.file = output, .temporary = {}};
    return profiler::makeTemporaryFolder().map([](profiler::ScratchFolder made) {
        auto file = made.path() / "check.fscope";
        return RecordingPlace {.file = std::move(file), .temporary = std::move(made)};
    });
}

/// What was recorded, judged.
struct Recorded {
    profiler::ComparisonData data;
    profiler::ComparisonResult judged;
    Structure structure;
};

/// Failures that are about the code as a whole: it does not import, or is called wrongly.
bool isOfTheCode(const std::string& errorClass)
{
    constexpr std::array<std::string_view, 6> classes {"module_not_found", "callable_not_found",
        "no_torch", "device_not_found", "bad_input", "worker_not_started"};
    return std::ranges::find(classes, errorClass) != classes.end();
}

/// Why a variant could not even be set up; nothing where it ran or failed to compile.
std::optional<std::string> whyNotSetUp(const profiler::ComparisonData& data, int variant)
{
    for (const auto& process : data.processes) {
        const bool failed
            = process.end && process.end->outcome != profiler::ProcessOutcome::Finished;
        const bool reached = !process.blocks.empty();
        if (process.start.variant != variant || !failed || reached)
            continue;
        // What raises before its first call raises in eager as well.
        if (isOfTheCode(process.end->errorClass) || process.phases.empty())
            return process.end->reason;
    }
    return std::nullopt;
}

class CheckRun {
public:
    CheckRun(const CheckOptions& options, std::string commandLine)
        : m_options(options)
        , m_commandLine(std::move(commandLine))
    {
    }

    Result<GateResult> run()
    {
        const auto begun = std::chrono::steady_clock::now();
        m_result.started = profiler::utcNow();
        auto done = prepare().and_then([this] { return compare(); });
        m_result.took = std::chrono::steady_clock::now() - begun;
        if (!done && m_stop.requested())
            return failure(ErrorKind::Interrupted, "interrupted; nothing was compared");
        return done.map([this] { return std::move(m_result); });
    }

private:
    Result<void> prepare()
    {
        auto plan = planToCheck(m_options);
        if (!plan)
            return tl::unexpected(plan.error());
        m_plan = std::move(*plan);
        auto share = shareFrom("--max-regression", m_options.maxRegression);
        if (!share)
            return tl::unexpected(share.error());
        auto budget = budgetFrom(m_options.budget);
        if (!budget)
            return tl::unexpected(budget.error());
        m_result.maxRegression = *share;
        m_budget = *budget;
        m_result.plan = planFile();
        m_result.folder = folderInRepository();
        return {};
    }

    Result<void> compare()
    {
        const auto reference = checkReferenceFrom(m_options.against);
        m_result.reference = reference.kind;
        m_result.referenceName = reference.name;
        const auto place = recordingPlace(m_options.output);
        if (!place)
            return tl::unexpected(place.error());
        m_file = place->file;
        switch (reference.kind) {
        case GateReference::Revision:
            return againstRevision(reference.name);
        case GateReference::Environment:
            return againstEnvironment(reference.name);
        case GateReference::Recording:
            return againstRecording(reference.name);
        default:
            return againstLock();
        }
    }

    // ---- what is compared with

    Result<void> againstLock()
    {
        const auto file = lockFile();
        std::error_code ignored;
        const bool there = fs::exists(file, ignored);
        const bool limits
            = m_plan.goal.limits != profiler::Limits {} || !m_plan.goal.caseLimits.empty();
        if (!there && !m_options.update
            && (m_options.structure || !m_options.lock.empty() || !limits))
            return failure(ErrorKind::NotFound,
                "there is no lock file " + file.string()
                    + " to compare with; `fusescope check --update` writes it from the present "
                      "state");
        std::optional<Structure> locked;
        if (there && !m_options.update) {
            auto read = readFile(file).and_then([&](const std::string& text) {
                return profiler::structureFromLock(text, file.string());
            });
            if (!read)
                return tl::unexpected(read.error());
            locked = std::move(*read);
        }
        auto recorded = recordPresent();
        if (!recorded)
            return tl::unexpected(recorded.error());
        if (locked) { // with --update its notes say what the file held otherwise
            m_result.reference = GateReference::Lock;
            m_result.referenceName = file.string();
            addStructure(*locked, recorded->structure);
        }
        if (m_options.update)
            if (auto written = accept(recorded->structure); !written)
                return written;
        addLimits(recorded->judged);
        return {};
    }

    Result<void> againstRecording(const std::string& word)
    {
        auto stored = loadComparison(word);
        if (!stored)
            return tl::unexpected(stored.error());
        auto recorded = recordPresent();
        if (!recorded)
            return tl::unexpected(recorded.error());
        const auto before = profiler::structureOf(stored->data, profiler::judge(stored->data));
        addStructure(before, recorded->structure);
        addLimits(recorded->judged);
        if (!m_options.structure)
            m_result.notes.push_back({.kind = GateNoteKind::NoTimesUnpaired, .values = {}});
        return m_options.update ? accept(recorded->structure) : Result<void> {};
    }

    Result<void> againstRevision(const std::string& revision)
    {
        const fs::path folder = m_plan.workload.workingDirectory;
        const auto tree = profiler::GitWorktree::checkOut(folder, revision);
        if (!tree)
            return tl::unexpected(tree.error());
        if (const int changed = profiler::changedFiles(folder); changed > 0)
            m_result.notes.push_back({.kind = GateNoteKind::DirtyTree,
                .values = {std::to_string(changed) + (changed == 1 ? " file" : " files")}});
        m_plan = withRelativeSpec(m_plan, *tree);
        if (const auto checked = checkedInterpreter(planInTree(m_plan, *tree)); !checked)
            return failure(checked.error().kind,
                "the code at " + revision + " cannot be run: " + checked.error().message);
        return comparePairs(pairPlans(m_plan, "at " + revision,
            [&](const auto& variant) { return variantInTree(variant, m_plan, *tree); }));
    }

    Result<void> againstEnvironment(const std::string& name)
    {
        const auto python = resolvePython(name);
        if (!python)
            return tl::unexpected(python.error());
        auto other = m_plan;
        other.python = *python;
        if (const auto checked = checkedInterpreter(other); !checked)
            return failure(checked.error().kind,
                "the environment " + name + " cannot be used: " + checked.error().message);
        return comparePairs(pairPlans(m_plan, "in " + name, [&](auto variant) {
            variant.python = *python;
            return variant;
        }));
    }

    /// Each pair in a comparison of its own, so that both sides take turns and no third disturbs.
    Result<void> comparePairs(const std::vector<PairPlan>& pairs)
    {
        const auto share
            = m_budget / static_cast<std::int64_t>(std::max<std::size_t>(1, pairs.size()));
        Structure present;
        for (const auto& pair : pairs) {
            auto recorded
                = record(m_options.structure ? structurePlan(pair.plan, m_options.trace)
                                             : timingPlan(pair.plan, m_result.maxRegression, share),
                    profiler::StoppingQuestion::SlowerThanMargin);
            if (!recorded)
                return tl::unexpected(recorded.error());
            const auto& names = recorded->data.plan.variants;
            auto before = ofVariant(recorded->structure, names.front().name, pair.variant);
            auto after = ofVariant(recorded->structure, names.back().name, pair.variant);
            before.torch = profiler::torchOf(recorded->data, 0);
            after.torch = profiler::torchOf(recorded->data, 1);
            if (auto ran = referenceRan(recorded->data, before); !ran)
                return ran;
            addStructure(before, after);
            present.torch = after.torch;
            std::ranges::copy(after.variants, std::back_inserter(present.variants));
            if (!m_options.structure)
                add(profiler::pairChecks(
                    recorded->data, recorded->judged, pair.variant, m_result.maxRegression));
            addLimits(recorded->judged);
        }
        return m_options.update ? accept(present) : Result<void> {};
    }

    /// With a reference that does not run nothing is better and nothing worse.
    [[nodiscard]] Result<void> referenceRan(
        const profiler::ComparisonData& data, const Structure& before) const
    {
        const bool ran = std::ranges::any_of(before.variants,
            [](const auto& each) { return each.outcome != StructureOutcome::Failed; });
        if (ran)
            return {};
        const auto why = whyNotSetUp(data, 0);
        return failure(ErrorKind::Failed,
            "the code at " + m_result.referenceName
                + " does not run, so that nothing can be "
                  "compared with it"
                + (why ? ": " + *why : std::string()));
    }

    // ---- recording

    Result<Recorded> recordPresent()
    {
        if (structureAlone())
            return record(structurePlan(m_plan, m_options.trace));
        auto plan = m_plan;
        plan.protocol.totalTimeLimit = std::min(plan.protocol.totalTimeLimit, m_budget);
        return record(plan);
    }

    Result<Recorded> record(
        const Plan& plan, profiler::StoppingQuestion question = profiler::StoppingQuestion::Verdict)
    {
        auto recorded = recordForCaller(
            plan, {.file = m_file, .command = m_commandLine, .question = question}, m_stop);
        if (!recorded)
            return tl::unexpected(recorded.error());
        if (recorded->outcome.interrupted)
            return failure(ErrorKind::Interrupted, "interrupted; nothing was compared");
        auto& data = recorded->data;
        const auto last = static_cast<int>(data.plan.variants.size()) - 1;
        if (const auto why = whyNotSetUp(data, last); why && recorded->outcome.variantsFailed > 0)
            return failure(ErrorKind::Failed, "the model cannot be run: " + *why);
        Recorded made {.data = std::move(data), .judged = {}, .structure = {}};
        made.judged = profiler::judge(made.data);
        made.structure = profiler::structureOf(made.data, made.judged);
        return made;
    }

    // ---- the result

    void add(std::vector<profiler::GateCheck> checks)
    {
        std::ranges::move(checks, std::back_inserter(m_result.checks));
    }

    void addStructure(const Structure& before, const Structure& after)
    {
        add(profiler::structureChecks(before, after, m_result.notes));
    }

    /// What takes time to measure is not asked of a check that measures none.
    void addLimits(const profiler::ComparisonResult& judged)
    {
        auto checks = profiler::limitChecks(judged);
        if (structureAlone())
            std::erase_if(
                checks, [](const auto& check) { return check.subject == GateSubject::P99Limit; });
        add(std::move(checks));
    }

    Result<void> accept(const Structure& structure)
    {
        for (const auto& each : structure.variants)
            if (each.outcome == StructureOutcome::Failed)
                return failure(ErrorKind::Failed,
                    "the lock file is not written, for " + each.variant
                        + " fails; `fusescope check` without --update says why");
        const auto file = lockFile();
        const auto before = readFile(file).and_then([&](const std::string& text) {
            return profiler::structureFromLock(text, file.string());
        });
        if (auto written = writeFile(file, profiler::lockText(structure)); !written)
            return written;
        m_result.notes.push_back({.kind = GateNoteKind::LockWritten, .values = {file.string()}});
        if (before)
            m_result.notes.push_back(acceptedChanges(*before, structure));
        return {};
    }

    /// What the file held otherwise, counted; its difference shows each.
    static profiler::GateNote acceptedChanges(const Structure& before, const Structure& after)
    {
        std::vector<profiler::GateNote> ignored;
        const auto checks = profiler::structureChecks(before, after, ignored);
        const auto count = [&](profiler::GateOutcome outcome) {
            return std::to_string(
                std::ranges::count(checks, outcome, &profiler::GateCheck::outcome));
        };
        return {.kind = GateNoteKind::LockAccepts,
            .values = {count(profiler::GateOutcome::Regressed),
                count(profiler::GateOutcome::Better), count(profiler::GateOutcome::Undecided)}};
    }

    /// A lock file holds no times: to write one takes none either.
    [[nodiscard]] bool structureAlone() const
    {
        return m_options.structure || (m_options.update && m_options.against.empty());
    }

    [[nodiscard]] std::string planFile() const
    {
        return m_options.plan.planFile.empty() ? checkPlanName : m_options.plan.planFile;
    }

    [[nodiscard]] fs::path lockFile() const
    {
        return m_options.lock.empty() ? fs::path(planFile()).parent_path() / lockName
                                      : fs::path(m_options.lock);
    }

    [[nodiscard]] std::string folderInRepository() const
    {
        std::error_code ignored;
        const auto folder = fs::weakly_canonical(m_plan.workload.workingDirectory, ignored);
        const auto top = profiler::repositoryOf(folder);
        if (top.empty() || folder == top)
            return {};
        return folder.lexically_relative(top).generic_string() + "/";
    }

    const CheckOptions& m_options;
    std::string m_commandLine;
    profiler::StopRequest m_stop;
    StopSignals m_signals {m_stop};
    Plan m_plan;
    profiler::nanoseconds m_budget {};
    fs::path m_file;
    GateResult m_result;
};

} // namespace

Result<GateResult> runCheck(const CheckOptions& options, const std::string& commandLine)
{
    return CheckRun(options, commandLine).run();
}

} // namespace cli
