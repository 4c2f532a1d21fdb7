// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/remote/job.h"

#include "profiler/model/quantity.h"
#include "profiler/model/text/parted.h"
#include "profiler/record/remote/machine.h"
#include "profiler/record/remote/patience.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>

namespace profiler::remote {
namespace {

constexpr std::chrono::seconds beforeAsking {20}; ///< what became of a recording that is silent
constexpr std::chrono::seconds forTheRest {2};
constexpr std::size_t longestLine = std::size_t {1} << 20U;
constexpr std::size_t longestLog = std::size_t {64} * 1024;
constexpr std::string_view endMark = "# ended ";
constexpr std::int64_t kib = 1024;

std::optional<int> exitCodeFrom(std::string_view text)
{
    constexpr std::int64_t most = 255;
    const auto number = wholeNumber(text);
    return number && *number <= most ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

std::int64_t bytesOf(std::string_view inKib)
{
    constexpr std::int64_t most = std::int64_t {1} << 50U;
    return std::min(wholeNumber(inKib).value_or(0), most) * kib;
}

Result<JobStatus> statusIn(const Connection& connection, const Result<Answer>& answer)
{
    if (!answer)
        return tl::unexpected(answer.error());
    if (const auto status = jobStatusFrom(valueOf(*answer, "state")))
        return *status;
    return failure(ErrorKind::BadData,
        addressOf(connection.target()) + " does not say what became of the recording");
}

/// Reads the lines of the progress file as they come, and where the next one begins.
class Lines {
public:
    explicit Lines(const JobEyes& eyes)
        : m_eyes(eyes)
    {
    }

    [[nodiscard]] std::int64_t offset() const { return m_offset; }

    [[nodiscard]] const std::optional<JobStatus>& end() const { return m_end; }

    /// What had no line's end yet comes again with the next connection.
    void begin() { m_partial.clear(); }

    /// False: it has ended, or a line is longer than any of ours.
    bool take(std::string_view bytes)
    {
        m_partial += bytes;
        std::size_t begin = 0;
        for (auto end = m_partial.find('\n'); end != std::string::npos && !m_end;
             end = m_partial.find('\n', begin)) {
            const auto line = m_partial.substr(begin, end - begin);
            m_offset += static_cast<std::int64_t>(line.size()) + 1;
            begin = end + 1;
            if (line.starts_with('{'))
                m_eyes.line(line);
            else if (line.starts_with(endMark))
                if (const auto code = exitCodeFrom(line.substr(endMark.size())))
                    m_end = JobStatus {.state = JobState::Ended, .exitCode = *code};
        }
        m_partial.erase(0, begin);
        return !m_end && m_partial.size() <= longestLine;
    }

private:
    const JobEyes& m_eyes;
    std::string m_partial;
    std::int64_t m_offset = 0;
    std::optional<JobStatus> m_end;
};

class Follower {
public:
    Follower(const Connection& connection, const std::string& job, const JobEyes& eyes)
        : m_connection(connection)
        , m_job(job)
        , m_eyes(eyes)
        , m_lines(eyes)
    {
    }

    Result<std::optional<JobStatus>> followed()
    {
        for (;;) {
            const auto step = once();
            if (m_lines.end())
                return m_lines.end();
            const auto wish = m_eyes.wish();
            if (wish == JobEyes::Wish::Leave)
                return std::nullopt;
            const bool stops = wish == JobEyes::Wish::Stop;
            const auto heard = stops ? stopJob(m_connection, m_job) : told(step);
            if (heard && isOver(*heard))
                return std::optional(*heard);
            if (heard || heard.error().kind == ErrorKind::Interrupted)
                continue; // of a wish that came meanwhile
            if (heard.error().kind != ErrorKind::Unavailable)
                return tl::unexpected(heard.error());
            if (stops || !patient(heard.error()))
                return std::nullopt;
        }
    }

private:
    /// Its last lines may have come meanwhile: they are looked for once.
    bool isOver(const JobStatus& status)
    {
        m_asked = status.state == JobState::Running ? 0 : m_asked + 1;
        return m_asked > 1;
    }

    Result<void> once()
    {
        m_lines.begin();
        return m_connection.stream(
            {"follow", m_job, std::to_string(m_lines.offset())},
            [&](std::string_view bytes) {
                if (m_lost)
                    m_eyes.notice("connected again");
                m_lost = false;
                m_patience.reset();
                return m_lines.take(bytes);
            },
            m_asked == 0 ? beforeAsking : forTheRest, [&] { return !m_eyes.asks(); });
    }

    /// Hands on what the user asks for, or asks what became of it.
    Result<JobStatus> told(const Result<void>& step)
    {
        if (m_request.empty())
            m_request = m_eyes.request();
        if (m_request.empty())
            return asked(step);
        auto heard = statusIn(m_connection, m_connection.ask({"request", m_job, m_request}));
        if (heard || heard.error().kind == ErrorKind::Failed) // it is over
            m_request.clear();
        if (!heard && heard.error().kind == ErrorKind::Failed)
            return asked(step);
        return heard;
    }

    /// It said nothing for long, or its end was not told: what became of it?
    Result<JobStatus> asked(const Result<void>& step)
    {
        if (!step
            && (step.error().kind == ErrorKind::Unavailable
                || step.error().kind == ErrorKind::BadInput))
            return tl::unexpected(step.error());
        return statusOf(m_connection, m_job);
    }

    /// False: the user would rather leave.
    bool patient(const Error& lost)
    {
        m_lost = true;
        m_eyes.notice(fmt::format("{}; the recording goes on there, trying again in {} s",
            lost.message, m_patience.next().count()));
        return m_patience.wait(m_eyes.goOn);
    }

    const Connection& m_connection;
    const std::string& m_job;
    const JobEyes& m_eyes;
    Lines m_lines;
    Patience m_patience;
    std::string m_request; ///< that was not heard yet
    bool m_lost = false;
    int m_asked = 0; ///< how often it did not run any more
};

} // namespace

std::optional<JobStatus> jobStatusFrom(std::string_view text)
{
    constexpr std::array<std::pair<std::string_view, JobState>, 5> words {
        {{"absent", JobState::Absent}, {"waiting", JobState::Waiting},
            {"running", JobState::Running}, {"gone", JobState::Gone},
            {"restarted", JobState::Restarted}}};
    for (const auto& [word, state] : words)
        if (text == word)
            return JobStatus {.state = state};
    constexpr std::string_view ended = "ended ";
    if (!text.starts_with(ended))
        return std::nullopt;
    const auto code = exitCodeFrom(text.substr(ended.size()));
    return code ? std::optional(JobStatus {.state = JobState::Ended, .exitCode = *code})
                : std::nullopt;
}

Result<JobStatus> statusOf(const Connection& connection, const std::string& job)
{
    return statusIn(connection, connection.ask({"state", job}));
}

Result<JobStatus> stopJob(const Connection& connection, const std::string& job)
{
    return statusIn(connection, connection.ask({"stop", job}));
}

Result<void> markFetched(const Connection& connection, const std::string& job)
{
    return connection.ask({"fetched", job}).map([](const auto&) {});
}

Result<void> removeJob(const Connection& connection, const std::string& job)
{
    return connection.ask({"remove", job}).map([](const auto&) {});
}

Result<std::string> endOfLog(const Connection& connection, const std::string& job)
{
    return connection.read({"ending", job}, longestLog).map([](auto said) { return said.text; });
}

Result<std::vector<ListedJob>> listJobs(const Connection& connection)
{
    const auto answer = connection.ask({"list"});
    if (!answer)
        return tl::unexpected(answer.error());
    std::vector<ListedJob> jobs;
    const auto [begin, end] = answer->equal_range("job");
    for (auto each = begin; each != end; ++each) {
        const auto words = parted(each->second, ' ');
        if (words.size() < 4 || !isJobId(words[0]))
            continue;
        const auto state
            = each->second.substr(static_cast<std::size_t>(words[3].data() - each->second.data()));
        if (const auto status = jobStatusFrom(state))
            jobs.push_back({.id = std::string(words[0]),
                .bytes = bytesOf(words[1]),
                .fetched = words[2] == "kept",
                .status = *status});
    }
    return jobs;
}

Result<Cleaned> clean(const Connection& connection, bool alsoUnfetched)
{
    const auto answer = connection.ask({"clean", alsoUnfetched ? "all" : "fetched"});
    if (!answer)
        return tl::unexpected(answer.error());
    Cleaned cleaned {.bytes = bytesOf(valueOf(*answer, "freed_kib")),
        .running = wholeNumber(valueOf(*answer, "running")).value_or(0),
        .unfetched = {}};
    const auto [begin, end] = answer->equal_range("unfetched");
    for (auto each = begin; each != end; ++each)
        if (isJobId(each->second))
            cleaned.unfetched.push_back(each->second);
    return cleaned;
}

Result<std::optional<JobStatus>> followJob(
    const Connection& connection, const std::string& job, const JobEyes& eyes)
{
    return Follower(connection, job, eyes).followed();
}

} // namespace profiler::remote
