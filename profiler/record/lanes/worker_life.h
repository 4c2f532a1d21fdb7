// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/record/lanes/event_intake.h"
#include "profiler/record/lanes/silence_watch.h"
#include "profiler/record/session/session.h"
#include "profiler/record/worker_link/conversation.h"
#include "profiler/record/worker_link/event_budget.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

/// A worker process from its start to its end: sets it up, hears it, and says of what it failed.
/// After the first failure it is dead: the failure is recorded, what it gave before stays.
class WorkerLife : private WorkerListener {
public:
    struct Options {
        ProcessStart start; ///< time and pid are filled in
        std::filesystem::path cache;
        bool startUp = false;
        bool tolerated = false; ///< a failure of this process does not make the variant fail
        bool savesOutputs = false; ///< it will be asked for outputs from the state it was built in
    };

    WorkerLife(Session& session, Options options);
    ~WorkerLife() override;

    WorkerLife(const WorkerLife&) = delete;
    WorkerLife& operator=(const WorkerLife&) = delete;
    WorkerLife(WorkerLife&&) = delete;
    WorkerLife& operator=(WorkerLife&&) = delete;

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

    /// Those it was to run; absent = all.
    [[nodiscard]] const std::optional<CaseRange>& cases() const { return m_options.start.cases; }

    /// From now on a failure is not the variant's, and an error that the worker answers does not
    /// end it: only what was asked for is missing.
    void tolerateErrors() { m_options.tolerated = m_goesOnAfterErrors = true; }

    [[nodiscard]] bool again() const { return m_options.start.again; }

    [[nodiscard]] bool compiledSomething() const { return m_events.compiledSomething(); }

    [[nodiscard]] const std::vector<int>& caseIndices() const { return m_caseIndices; }

    /// Ends the process in order.
    void finish();
    /// Ends it now: interrupted, or its repetition is given up.
    void abandon(const std::string& reason);

protected:
    /// What runs there just now: storing meanwhile would take a core from what is measured.
    enum class Busy { Other, Block, Load };

    struct BlockCount {
        int all = 0;
        int timed = 0;
    };

    [[nodiscard]] Session& session() const { return m_session; }

    [[nodiscard]] const std::filesystem::path& spool() const { return m_spool; }

    [[nodiscard]] BlockCount& blocks() { return m_blocks; }

    /// While it is alive.
    [[nodiscard]] pid_t pid() const { return m_conversation->pid(); }

    void setBusy(Busy busy) { m_busy = busy; }

    template <typename Fact>
    void record(const Fact& fact)
    {
        m_session.recording.add(m_process, fact);
    }

    void takeMemory(const std::vector<MemoryFact>& facts);
    void fail(WorkerFailure failure);

    /// Asks for something of one case, which is what failed where that fails.
    template <typename Reply>
    [[nodiscard]] std::optional<Reply> askOf(int caseIndex, const std::string& line,
        nanoseconds limit, Result<Reply> (*read)(std::string_view))
    {
        m_askedOf = caseIndex;
        auto reply = ask<Reply>(line, limit, read);
        m_askedOf.reset();
        return reply;
    }

    template <typename Reply>
    [[nodiscard]] std::optional<Reply> ask(
        const std::string& line, nanoseconds limit, Result<Reply> (*read)(std::string_view))
    {
        return say(line, limit) ? hear<Reply>(limit, read) : std::nullopt;
    }

private:
    /// The process is gone; what it told until then can still be taken.
    virtual void ended(const ProcessEnd& reason) = 0;

    void heard(const WorkerEvent& event, std::size_t bytes) override;
    void heardTooMuch() override;
    void logged(LogStream stream, const std::string& line) override;
    Waiting waiting() override;

    [[nodiscard]] bool say(const std::string& line, nanoseconds limit);

    template <typename Reply>
    [[nodiscard]] std::optional<Reply> hear(
        nanoseconds limit, Result<Reply> (*read)(std::string_view))
    {
        if (!alive())
            return std::nullopt;
        m_silence.asked(limit);
        auto answer = m_conversation->hear<Reply>(limit, read);
        m_session.recording.flushIfDue();
        if (answer) {
            reportWaiting(m_silence.answered());
            return std::move(*answer);
        }
        fail(answer.error());
        return std::nullopt;
    }

    void refuseStart(const Error& error);
    [[nodiscard]] std::string setupCommand() const;
    [[nodiscard]] nanoseconds setupLimit() const;
    /// Of this lane on a device: a native one has its runner there, too.
    [[nodiscard]] int processes() const;
    [[nodiscard]] std::map<std::string, std::string> environment() const;
    void take(const WorkerEvent& event);
    void takeLastEvents();
    void takeSetup(const SetupReply& reply);
    [[nodiscard]] bool takeCases(const SetupReply& reply);
    [[nodiscard]] bool isOfCase(const WorkerFailure& failure) const;
    void noteCaseFailure(const ProcessEnd& reason);
    void end(const ProcessEnd& reason);
    void reportStage(const std::string& stage);
    void reportWaiting(const std::optional<std::string>& sentence);
    void report(ProgressKind kind, const std::string& stage, const std::string& text);

    Session& m_session;
    Options m_options;
    ProcessIndex m_process;
    bool m_goesOnAfterErrors = false;
    bool m_begun = false;
    bool m_setUp = false;
    Busy m_busy = Busy::Other;
    BlockCount m_blocks;
    std::string m_stage; ///< last reported
    std::filesystem::path m_spool;
    EventIntake m_events;
    std::unique_ptr<Conversation> m_conversation;
    std::vector<int> m_caseIndices; ///< those that fail excepted
    std::optional<int> m_askedOf; ///< a case
    std::optional<ProcessEnd> m_spoiled; ///< by the first case that failed
    EventBudget m_budget;
    SilenceWatch m_silence;
};

} // namespace profiler
