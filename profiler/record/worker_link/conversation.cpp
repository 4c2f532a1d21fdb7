// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/worker_link/conversation.h"

#include "profiler/record/worker_link/error_catalogue.h"
#include "profiler/record/worker_link/event_budget.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <span>
#include <sys/socket.h>
#include <unistd.h>

namespace profiler {
namespace {

using namespace std::chrono_literals;
using SteadyClock = std::chrono::steady_clock;

constexpr std::size_t longestMessage = 32U << 20U;
constexpr std::size_t longestLogLine = 4096;
constexpr int readsPerTurn = 16; // of 64 KiB
constexpr auto tick = 100ms;

std::string limitText(std::chrono::nanoseconds limit)
{
    const auto seconds = std::chrono::duration<double>(limit).count();
    return seconds < 120 ? fmt::format("{:g} s", seconds) : fmt::format("{:g} min", seconds / 60);
}

WorkerFailure tookTooLong(std::chrono::nanoseconds limit)
{
    return {.outcome = ProcessOutcome::TimedOut,
        .errorClass = "timed_out",
        .sentence = fmt::format("no answer within the time limit of {}", limitText(limit))};
}

WorkerFailure gaveUp()
{
    return {.outcome = ProcessOutcome::Interrupted, .sentence = "ended on request"};
}

} // namespace

Conversation::Conversation(WorkerProcess process, WorkerListener& listener)
    : m_process(std::move(process))
    , m_listener(listener)
    , m_messages(longestMessage)
    , m_output(longestLogLine)
    , m_errors(longestLogLine)
{
    ::fcntl(m_process.control(), F_SETFL, O_NONBLOCK);
}

WorkerFailure Conversation::brokenProtocol(const std::string& what)
{
    return {.outcome = ProcessOutcome::Failed, .errorClass = "bad_protocol", .sentence = what};
}

WorkerAnswer<void> Conversation::say(const std::string& commandLine, std::chrono::nanoseconds limit)
{
    const auto until = SteadyClock::now() + limit;
    std::string_view left = commandLine;
    while (!left.empty()) {
        const auto sent = ::send(m_process.control(), left.data(), left.size(), MSG_NOSIGNAL);
        if (sent > 0) {
            left.remove_prefix(static_cast<std::size_t>(sent));
            continue;
        }
        if (errno != EAGAIN && errno != EINTR)
            return tl::unexpected(died());
        if (m_listener.waiting() == Waiting::GiveUp)
            return tl::unexpected(gaveUp());
        if (SteadyClock::now() > until)
            return tl::unexpected(tookTooLong(limit));
        pollfd wait {.fd = m_process.control(), .events = POLLOUT};
        ::poll(&wait, 1, static_cast<int>(tick.count()));
    }
    return {};
}

WorkerAnswer<std::string> Conversation::answer(std::chrono::nanoseconds limit)
{
    const auto until = SteadyClock::now() + limit;
    std::array<pollfd, 3> waits {};
    waits[0] = {.fd = m_process.control(), .events = POLLIN};
    waits[1] = {.fd = m_process.standardOutput(), .events = POLLIN};
    waits[2] = {.fd = m_process.standardError(), .events = POLLIN};
    for (auto nextTick = SteadyClock::now() + tick;;) {
        ::poll(waits.data(), waits.size(), static_cast<int>(tick.count()));
        readLogs(std::span(waits).subspan(1));
        const bool open = waits[0].revents == 0 || readControl();
        if (auto answer = answerHeard())
            return std::move(*answer);
        if (!open)
            return tl::unexpected(died());
        if (SteadyClock::now() < nextTick)
            continue;
        nextTick = SteadyClock::now() + tick;
        if (m_listener.waiting() == Waiting::GiveUp)
            return tl::unexpected(gaveUp());
        if (SteadyClock::now() > until)
            return tl::unexpected(tookTooLong(limit));
    }
}

void Conversation::readLogs(std::span<pollfd> waits)
{
    for (auto& wait : waits) {
        if (wait.revents == 0)
            continue;
        const bool output = wait.fd == m_process.standardOutput();
        readLog(
            wait.fd, output ? LogStream::Stdout : LogStream::Stderr, output ? m_output : m_errors);
        if ((wait.revents & POLLIN) == 0)
            wait.fd = -1; // closed by the worker: poll must not spin on it
    }
}

std::optional<WorkerAnswer<std::string>> Conversation::answerHeard()
{
    for (auto messages = std::exchange(m_pending, {}); const auto& line : messages)
        if (auto answer = answerIn(line))
            return answer;
    return std::nullopt;
}

std::optional<WorkerAnswer<std::string>> Conversation::answerIn(const std::string& line)
{
    const bool answers = line.starts_with("{\"done\"") || line.starts_with("{\"error\"");
    if (line.size() > longestEvent && !answers) {
        m_listener.heardTooMuch();
        return std::nullopt;
    }
    const auto message = messageFrom(line);
    if (!message)
        return tl::unexpected(brokenProtocol(message.error().message));
    if (const auto* event = std::get_if<WorkerEvent>(&*message))
        m_listener.heard(*event, line.size());
    if (const auto* complaint = std::get_if<WorkerComplaint>(&*message))
        return tl::unexpected(WorkerFailure {.errorClass = complaint->errorClass,
            .sentence = complaint->sentence,
            .traceback = complaint->traceback,
            .stage = complaint->stage});
    if (const auto* done = std::get_if<DoneMessage>(&*message))
        return done->text;
    return std::nullopt;
}

bool Conversation::readControl()
{
    std::array<char, 65536> buffer {};
    // So much a turn, so that a worker that sends without end does not keep the recorder.
    for (int turn = 0; turn < readsPerTurn; ++turn) {
        const auto got = ::recv(m_process.control(), buffer.data(), buffer.size(), 0);
        if (got < 0)
            return errno == EAGAIN || errno == EINTR;
        if (got == 0)
            return false;
        for (auto& line :
            m_messages.push(std::string_view(buffer.data(), static_cast<std::size_t>(got))))
            m_pending.push_back(std::move(line));
    }
    return true;
}

void Conversation::readLog(int fd, LogStream stream, LineSplitter& splitter)
{
    std::array<char, 16384> buffer {};
    // One bufferful a turn, so that a worker that prints without end does not keep the recorder.
    const auto got = ::read(fd, buffer.data(), buffer.size());
    if (got <= 0)
        return;
    for (const auto& line :
        splitter.push(std::string_view(buffer.data(), static_cast<std::size_t>(got))))
        m_listener.logged(stream, cleanText(line));
}

void Conversation::drainLogs()
{
    for (int turn = 0; turn < 64; ++turn) {
        readLog(m_process.standardOutput(), LogStream::Stdout, m_output);
        readLog(m_process.standardError(), LogStream::Stderr, m_errors);
    }
    if (const auto rest = m_output.rest(); !rest.empty())
        m_listener.logged(LogStream::Stdout, cleanText(rest));
    if (const auto rest = m_errors.rest(); !rest.empty())
        m_listener.logged(LogStream::Stderr, cleanText(rest));
}

WorkerFailure Conversation::died()
{
    // Its end of the socket is closed: it is ending by itself and tells how, if one waits.
    const auto end = m_process.waitForExit(2s).value_or(WorkerExit {});
    kill();
    return {.outcome = ProcessOutcome::Crashed,
        .errorClass = "crashed",
        .sentence = fmt::format("the worker process {}", end.sentence())};
}

WorkerExit Conversation::finish(std::chrono::milliseconds limit)
{
    if (!say(endLine(), 1s))
        return kill();
    const auto until = SteadyClock::now() + limit;
    auto left = m_process.waitForExit(20ms);
    while (!left && SteadyClock::now() < until) {
        drainLogs(); // what it prints at its end must not make it wait
        left = m_process.waitForExit(20ms);
    }
    drainLogs();
    if (left)
        return *left;
    auto end = kill();
    end.overdue = true;
    return end;
}

WorkerExit Conversation::kill()
{
    const auto end = m_process.kill();
    drainLogs();
    return end;
}

} // namespace profiler
