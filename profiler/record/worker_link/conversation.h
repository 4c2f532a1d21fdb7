// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/log_line.h"
#include "profiler/model/interface.h"
#include "profiler/record/worker_link/text_lines.h"
#include "profiler/record/worker_link/worker_messages.h"
#include "profiler/record/worker_link/worker_process.h"

#include <tl/expected.hpp>

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <vector>

struct pollfd;

namespace profiler {

/// Why a worker gave no answer.
struct WorkerFailure {
    ProcessOutcome outcome = ProcessOutcome::Failed;
    std::string errorClass = "other"; ///< key of the catalogue
    std::string sentence;
    std::string traceback;
    std::string stage;
};

template <typename T>
using WorkerAnswer = tl::expected<T, WorkerFailure>;

enum class Waiting { GoOn, GiveUp };

/// Hears what a worker says besides its answers.
class WorkerListener : public Interface {
public:
    /// `bytes`: how long the message was.
    virtual void heard(const WorkerEvent& event, std::size_t bytes) = 0;
    /// A message that is no answer and too long to be looked at.
    virtual void heardTooMuch() = 0;
    virtual void logged(LogStream stream, const std::string& line) = 0;
    /// Asked several times a second while an answer is awaited.
    virtual Waiting waiting() = 0;
};

/// Commands to one worker and its answers, one at a time, with a time limit each.
class Conversation {
public:
    Conversation(WorkerProcess process, WorkerListener& listener);

    template <typename Reply>
    [[nodiscard]] WorkerAnswer<Reply> ask(const std::string& commandLine,
        std::chrono::nanoseconds limit, Result<Reply> (*read)(std::string_view))
    {
        if (auto said = say(commandLine, limit); !said)
            return tl::unexpected(said.error());
        return hear(limit, read);
    }

    /// A command alone: others can be told theirs before its answer is awaited with `hear`.
    [[nodiscard]] WorkerAnswer<void> say(
        const std::string& commandLine, std::chrono::nanoseconds limit);

    template <typename Reply>
    [[nodiscard]] WorkerAnswer<Reply> hear(
        std::chrono::nanoseconds limit, Result<Reply> (*read)(std::string_view))
    {
        const auto text = answer(limit);
        if (!text)
            return tl::unexpected(text.error());
        auto reply = read(*text);
        if (!reply)
            return tl::unexpected(brokenProtocol(reply.error().message));
        return std::move(*reply);
    }

    /// Says `end` and waits until the worker has left; what stays is killed.
    WorkerExit finish(std::chrono::milliseconds limit);
    WorkerExit kill();

    [[nodiscard]] int pid() const { return m_process.pid(); }

    /// A failure for something that the recorder found wrong in what this worker sent.
    [[nodiscard]] static WorkerFailure brokenProtocol(const std::string& what);

private:
    [[nodiscard]] WorkerAnswer<std::string> answer(std::chrono::nanoseconds limit);
    [[nodiscard]] WorkerFailure died();
    [[nodiscard]] bool readControl(); ///< false = end of file
    void readLogs(std::span<pollfd> waits);
    /// Hands on the events that came; nothing while the answer is not among them.
    [[nodiscard]] std::optional<WorkerAnswer<std::string>> answerHeard();
    [[nodiscard]] std::optional<WorkerAnswer<std::string>> answerIn(const std::string& line);
    void readLog(int fd, LogStream stream, LineSplitter& splitter);
    void drainLogs();

    WorkerProcess m_process;
    WorkerListener& m_listener;
    LineSplitter m_messages;
    LineSplitter m_output;
    LineSplitter m_errors;
    std::vector<std::string> m_pending; ///< whole messages not looked at yet
};

} // namespace profiler
