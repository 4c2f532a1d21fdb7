// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/lanes/call_budget.h"
#include "profiler/record/lanes/event_intake.h"
#include "profiler/record/lanes/silence_watch.h"
#include "profiler/record/session/session.h"
#include "profiler/record/worker_link/conversation.h"
#include "profiler/record/worker_link/event_budget.h"
#include "profiler/record/worker_link/spool_reader.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

/// One worker process of a recording: starts it, asks it, and puts everything it says into the
/// recording. After the first failure it is dead: the failure is recorded, what it gave before
/// stays.
class WorkerRun : private WorkerListener {
public:
    struct Options {
        ProcessStart start; ///< time and pid are filled in
        std::filesystem::path cache;
        bool vectorProbe = true; ///< false: TORCHINDUCTOR_VEC_ISA_OK is set
        bool startUp = false;
        bool tolerated = false; ///< a failure of this process does not make the variant fail
    };

    WorkerRun(Session& session, Options options);
    ~WorkerRun() override;

    WorkerRun(const WorkerRun&) = delete;
    WorkerRun& operator=(const WorkerRun&) = delete;
    WorkerRun(WorkerRun&&) = delete;
    WorkerRun& operator=(WorkerRun&&) = delete;

    /// Starts the process and sets it up. An Error: no process can be started here at all.
    [[nodiscard]] Result<bool> start();
    /// The same in two steps: several are begun before the first is waited for, so that they import
    /// torch at the same time.
    [[nodiscard]] Result<bool> begin();
    [[nodiscard]] bool awaitSetup();

    [[nodiscard]] bool alive() const { return m_conversation != nullptr; }

    /// A call of one of its cases failed. What it still answers only tells which others do, too:
    /// nothing of it is in any figure.
    [[nodiscard]] bool spoiled() const { return m_spoiled.has_value(); }

    [[nodiscard]] int variant() const { return m_options.start.variant; }

    /// As the sink numbered it; known once it started.
    [[nodiscard]] ProcessIndex process() const { return m_process; }

    [[nodiscard]] bool again() const { return m_options.start.again; }

    [[nodiscard]] bool compiledSomething() const { return m_events.compiledSomething(); }

    [[nodiscard]] const std::vector<int>& caseIndices() const { return m_caseIndices; }

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
    [[nodiscard]] CallBudget budget() const { return CallBudget(m_session.plan().workload.calls); }

    /// So many nanoseconds of warm-up are all that the plan allows a case.
    [[nodiscard]] bool warmUpTimeOver(std::int64_t elapsedNs) const;
    void recordSteady(const SteadyFact& fact);
    /// Ends the process in order.
    void finish();
    /// Ends it now: interrupted, or its repetition is given up.
    void abandon(const std::string& reason);

private:
    void heard(const WorkerEvent& event, std::size_t bytes) override;
    void heardTooMuch() override;
    void logged(LogStream stream, const std::string& line) override;
    Waiting waiting() override;

    /// Asks for something of one case, which is what failed where that fails.
    template <typename Reply>
    [[nodiscard]] std::optional<Reply> askOf(int caseIndex, const std::string& line,
        nanoseconds limit, Result<Reply> (*read)(std::string_view));
    template <typename Reply>
    [[nodiscard]] std::optional<Reply> ask(
        const std::string& line, nanoseconds limit, Result<Reply> (*read)(std::string_view));
    [[nodiscard]] bool say(const std::string& line, nanoseconds limit);
    template <typename Reply>
    [[nodiscard]] std::optional<Reply> hear(
        nanoseconds limit, Result<Reply> (*read)(std::string_view));
    void refuseStart(const Error& error);
    [[nodiscard]] std::string setupCommand() const;
    [[nodiscard]] nanoseconds setupLimit() const;
    /// Of this lane on a device: a native one has its runner there, too.
    [[nodiscard]] int processes() const;
    [[nodiscard]] std::map<std::string, std::string> environment() const;
    void addDeviceState(CallBlock& block, UtcTime asked, nanoseconds wall) const;
    void take(const WorkerEvent& event);
    void takeLastEvents();
    void takeSetup(const SetupReply& reply);
    [[nodiscard]] bool takeCases(const SetupReply& reply);
    void takeMemory(const std::vector<MemoryFact>& facts);
    void takeFirstCalls(const CallBlock& block, const WarmUpReply& reply);
    [[nodiscard]] nanoseconds limitOf(int caseIndex, std::int64_t calls) const;
    [[nodiscard]] std::optional<SpoolColumns> readPiece(
        const SpoolPiece& piece, std::int64_t expected);
    [[nodiscard]] std::filesystem::path loadFile() const;
    void takeLoad(const std::string& cut);
    void fail(WorkerFailure failure);
    [[nodiscard]] bool isOfCase(const WorkerFailure& failure) const;
    void noteCaseFailure(const ProcessEnd& reason);
    void end(const ProcessEnd& reason);
    void reportStage(const std::string& stage);
    void reportWaiting(const std::optional<std::string>& sentence);
    void report(ProgressKind kind, const std::string& stage, const std::string& text);

    Session& m_session;
    Options m_options;
    ProcessIndex m_process;
    bool m_begun = false;
    bool m_setUp = false;
    bool m_inBlock = false;
    LoadFact* m_load = nullptr; ///< while it is offered, and kept
    std::string m_stage; ///< last reported
    std::filesystem::path m_spool;
    EventIntake m_events;
    std::unique_ptr<Conversation> m_conversation;
    std::vector<int> m_caseIndices; ///< those that fail excepted
    std::optional<int> m_askedOf; ///< a case
    std::optional<ProcessEnd> m_spoiled; ///< by the first case that failed
    EventBudget m_budget;
    SilenceWatch m_silence;
    std::map<int, std::int64_t> m_warmUpCalls; ///< by case
    std::map<int, double> m_callNs; ///< by case: median of the last calls
    std::int64_t m_compileCount = 0;
    int m_blocks = 0;
    int m_timedBlocks = 0;
};

/// Of a process of the numeric check. Failures are tolerated: the times stand, and the numerics say
/// why they are missing.
[[nodiscard]] WorkerRun::Options checkOptions(const Session& session, int variant, int repetition);

} // namespace profiler
