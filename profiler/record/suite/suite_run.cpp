// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/suite/suite_run.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

namespace profiler {

namespace {

using SteadyClock = std::chrono::steady_clock;
using Json = nlohmann::json;

constexpr auto between = std::chrono::milliseconds(200);

/// The end of a file that somebody writes: enough for its last whole line.
std::string tailOf(const std::filesystem::path& path)
{
    constexpr std::streamoff most = 16 << 10;
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    const std::streamoff size = file ? std::streamoff(file.tellg()) : 0;
    std::string text(static_cast<std::size_t>(std::min(size, most)), '\0');
    file.seekg(size - static_cast<std::streamoff>(text.size()));
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    return text;
}

/// The last line that ended.
std::string lastWholeLine(const std::string& text)
{
    const auto end = text.rfind('\n');
    if (end == std::string::npos || end == 0)
        return {};
    const auto begin = text.rfind('\n', end - 1);
    return text.substr(begin == std::string::npos ? 0 : begin + 1, end - begin - 1);
}

struct TaskProgress {
    std::optional<nanoseconds> left;
    std::string text;
};

TaskProgress progressOf(const RecordingTask& task)
{
    const auto line = Json::parse(lastWholeLine(tailOf(task.progress())), nullptr, false);
    TaskProgress progress;
    if (!line.is_object())
        return progress;
    if (const auto left = line.find("left_ns"); left != line.end() && left->is_number_integer())
        progress.left = nanoseconds(left->get<std::int64_t>());
    if (const auto text = line.find("text"); text != line.end() && text->is_string())
        progress.text = text->get<std::string>();
    return progress;
}

/// Follows the tasks from state to state.
class TaskRun {
public:
    TaskRun(SuiteEngine& engine, const std::vector<RecordingTask>& tasks,
        const SuiteRunListener& listener)
        : m_engine(engine)
        , m_tasks(tasks)
        , m_listener(listener)
        , m_states(tasks.size())
        , m_started(tasks.size())
    {
    }

    [[nodiscard]] bool isOver() const
    {
        return std::ranges::all_of(
            m_states, [](const TaskStatus& each) { return each.state == TaskState::Ended; });
    }

    [[nodiscard]] bool isIdle() const
    {
        return std::ranges::none_of(
            m_states, [](const TaskStatus& each) { return each.state == TaskState::Running; });
    }

    Result<void> look()
    {
        const auto now = m_engine.poll();
        if (!now)
            return tl::unexpected(now.error());
        for (std::size_t i = 0; i < m_tasks.size(); ++i)
            if (auto taken = take(i, (*now)[i]); !taken)
                return taken;
        m_listener.progress(progress());
        return {};
    }

private:
    Result<void> take(std::size_t task, const TaskStatus& status)
    {
        const auto before = m_states[task].state;
        m_states[task] = status;
        if (status.state == TaskState::Running && before != TaskState::Running)
            m_started[task] = SteadyClock::now();
        if (status.state != TaskState::Ended || before == TaskState::Ended)
            return {};
        if (before == TaskState::Running && status.exitCode == 0) {
            m_taken += SteadyClock::now() - m_started[task];
            m_guessed += m_tasks[task].estimate;
        }
        if (auto fetched = m_engine.fetchLog(task); !fetched)
            return m_listener.ended({task, status, fetched.error().message});
        return m_listener.ended({task, status, lastSentence(m_tasks[task].log())});
    }

    [[nodiscard]] SuiteProgress progress() const
    {
        SuiteProgress told {.all = m_tasks.size()};
        nanoseconds guessed {};
        for (std::size_t i = 0; i < m_tasks.size(); ++i) {
            if (m_states[i].state == TaskState::Ended)
                ++told.ended;
            if (m_states[i].state == TaskState::Waiting)
                guessed += m_tasks[i].estimate;
            if (m_states[i].state != TaskState::Running)
                continue;
            told.running.push_back(i);
            const auto running = progressOf(m_tasks[i]);
            told.left += running.left.value_or(m_tasks[i].estimate);
            told.text = running.text;
        }
        told.waiting = waiting(!told.running.empty());
        const double seen = m_guessed.count() > 0
            ? std::chrono::duration<double>(m_taken) / std::chrono::duration<double>(m_guessed)
            : 1;
        told.left += std::chrono::duration_cast<nanoseconds>(
            std::chrono::duration<double, std::nano>(static_cast<double>(guessed.count()) * seen));
        return told;
    }

    /// One that runs has a reason only where nobody can tell how it is.
    [[nodiscard]] std::string waiting(bool oneRuns) const
    {
        const auto state = oneRuns ? TaskState::Running : TaskState::Waiting;
        for (const auto& each : m_states)
            if (each.state == state && !each.reason.empty())
                return each.reason;
        return {};
    }

    SuiteEngine& m_engine;
    const std::vector<RecordingTask>& m_tasks;
    const SuiteRunListener& m_listener;
    std::vector<TaskStatus> m_states;
    std::vector<SteadyClock::time_point> m_started;
    SteadyClock::duration m_taken {}; ///< by tasks that went to their end
    nanoseconds m_guessed {}; ///< that they were to take
};

} // namespace

std::string lastSentence(const std::filesystem::path& log)
{
    constexpr std::string_view mark = "fusescope: ";
    auto text = tailOf(log);
    while (text.ends_with('\n'))
        text.pop_back();
    const auto line = text.substr(text.rfind('\n') + 1);
    return line.starts_with(mark) ? line.substr(mark.size()) : std::string();
}

Result<void> runTasks(SuiteEngine& engine, const std::vector<RecordingTask>& tasks,
    const SuiteRunListener& listener, const StopRequest& stop)
{
    if (auto submitted = engine.submit(tasks); !submitted)
        return submitted;
    TaskRun run(engine, tasks, listener);
    bool asked = false;
    bool askedAgain = false;
    while (true) {
        if (stop.requested() && !std::exchange(asked, true))
            engine.stop();
        if (stop.killRequested() && !std::exchange(askedAgain, true))
            engine.stop();
        if (auto looked = run.look(); !looked)
            return looked;
        if (run.isOver() || (asked && run.isIdle()))
            return {};
        std::this_thread::sleep_for(between);
    }
}

} // namespace profiler
