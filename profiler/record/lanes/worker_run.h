// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/lanes/call_budget.h"
#include "profiler/record/lanes/worker_life.h"
#include "profiler/record/worker_link/spool_reader.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

/// One worker process of a recording: asks it for warm-up, blocks, checks and traces, and puts what
/// it answers into the recording.
class WorkerRun final : public WorkerLife {
public:
    using WorkerLife::WorkerLife;
    ~WorkerRun() override; // NOLINT(bugprone-exception-escape): see there

    WorkerRun(const WorkerRun&) = delete;
    WorkerRun& operator=(const WorkerRun&) = delete;
    WorkerRun(WorkerRun&&) = delete;
    WorkerRun& operator=(WorkerRun&&) = delete;

    /// A piece of warm-up and a timed block, recorded with the machine around them; nullopt when
    /// the worker failed.
    [[nodiscard]] std::optional<CallBlock> warmUp(int caseIndex, std::int64_t calls);
    [[nodiscard]] std::optional<CallBlock> block(
        const BlockCommand& command, int round, bool repeated);
    /// Proves that compiled regions run; `afterBlock` is the block just done.
    [[nodiscard]] bool prove(int caseIndex);
    /// So many steps of training whose parts are clocked, none of them timed.
    [[nodiscard]] bool stepParts(int caseIndex, int round, std::int64_t calls);
    /// Nothing is lost but the curve where a worker answers with a reason.
    [[nodiscard]] bool losses(const LossesCommand& command);
    [[nodiscard]] bool steadyMemory(int caseIndex);
    [[nodiscard]] std::optional<OutputsReply> outputs(const OutputsCommand& command);
    /// What it found is recorded, too.
    [[nodiscard]] std::optional<std::vector<NumericsFact>> compare(const CompareCommand& command);
    [[nodiscard]] std::optional<ModuleOutputsReply> moduleOutputs(
        const ModuleOutputsCommand& command);
    [[nodiscard]] bool moduleErrors(const ModuleErrorsCommand& command);
    void noModuleErrors(const ModuleErrorsCommand& command, const std::string& reason);
    [[nodiscard]] std::optional<TraceReply> trace(const TraceCommand& command);
    /// Offers the fact's requests, and fills in and records what became of them if they are `kept`,
    /// whatever becomes of the worker. False when it failed.
    [[nodiscard]] bool load(LoadFact& fact, nanoseconds drain, bool kept);
    /// After the traces: what the machine does at most, what a call works on, and, as the last that
    /// is asked, where its graphs would break. What was not answered is recorded with the reason.
    void measureRoofs();
    void countWork(int caseIndex);
    void tryToCompile(int caseIndex);
    /// How much of a few calls the modules of an eager model take.
    [[nodiscard]] std::optional<std::vector<ModuleUse>> modules(int caseIndex, int calls);

    /// How often the workload makes its call.
    [[nodiscard]] CallBudget budget() const { return CallBudget(session().plan().workload.calls); }

    /// So many nanoseconds of warm-up are all that the plan allows a case.
    [[nodiscard]] bool warmUpTimeOver(std::int64_t elapsedNs) const;
    void recordSteady(const SteadyFact& fact);
    /// Of a call that compiled nothing: what is left of the recording is estimated with it.
    void tellCallTime(int caseIndex, nanoseconds call);

private:
    void ended(const ProcessEnd& reason) override;

    void addDeviceState(CallBlock& block, UtcTime asked, nanoseconds wall) const;
    void takeFirstCalls(const CallBlock& block, const WarmUpReply& reply);
    [[nodiscard]] nanoseconds limitOf(int caseIndex, std::int64_t calls) const;
    [[nodiscard]] std::optional<SpoolColumns> readPiece(
        const SpoolPiece& piece, std::int64_t expected);
    [[nodiscard]] std::filesystem::path loadFile() const;
    void takeLoad(const std::string& cut);

    LoadFact* m_load = nullptr; ///< while it is offered, and kept
    std::map<int, std::int64_t> m_warmUpCalls; ///< by case
    std::map<int, double> m_callNs; ///< by case: median of the last calls
    std::int64_t m_compileCount = 0;
};

/// Of a process of the numeric check. Failures are tolerated: the times stand, and the numerics say
/// why they are missing.
[[nodiscard]] WorkerRun::Options checkOptions(Session& session, int variant, int repetition);

} // namespace profiler
