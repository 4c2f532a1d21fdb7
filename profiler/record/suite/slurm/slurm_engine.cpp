// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/suite/slurm/slurm_engine.h"

#include "profiler/model/files/file_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <map>
#include <system_error>
#include <utility>

namespace profiler {
namespace {

namespace fs = std::filesystem;

/// Slurm's own limit is 1000 on most clusters (MaxArraySize is one more).
constexpr std::size_t mostInArray = 1000;
constexpr int interrupted = 130; ///< as the recorder ends when it is asked to

std::optional<int> exitCodeIn(const RecordingTask& task)
{
    // Listing the folder makes a network file system look anew.
    std::error_code ignored;
    for (fs::directory_iterator it(task.folder, ignored);
         !ignored && it != fs::directory_iterator(); it.increment(ignored)) { }
    int code = 0;
    std::ifstream file(task.exitCode());
    return file >> code ? std::optional(code) : std::nullopt;
}

bool hasBegun(const RecordingTask& task)
{
    std::error_code ignored;
    return fs::exists(task.log(), ignored);
}

/// What Slurm writes beside a task's own files: "error: *** JOB 12 ON n1 CANCELLED AT … ***".
fs::path wordsOfSlurm(const fs::path& parts, const SlurmElement& element)
{
    return parts / fmt::format("slurm-{}_{}.txt", element.job, element.index);
}

/// It ended by itself, and its recorder did not come to say how.
std::string withoutExitCode(
    const std::string& state, const RecordingTask& task, const fs::path& words)
{
    if (state.empty())
        return "Slurm knows nothing of it any more, and it left no exit code";
    if (!hasBegun(task))
        return fmt::format("Slurm says {}, and nothing was written into {}; the nodes must see "
                           "that folder: choose a place that they share by -o",
            state, task.folder.string());
    const auto said = fileText(words);
    return fmt::format("its job ended before its recorder did (Slurm says {}{})", state,
        said.empty() ? std::string() : ": " + slurmComplaint(said));
}

bool isHere(const fs::path& parts, const std::string& mark)
{
    std::error_code ignored;
    return fs::exists(parts / mark / "plan.json", ignored);
}

} // namespace

SlurmEngine::SlurmEngine(SlurmSettings settings)
    : m_settings(std::move(settings))
{
}

std::set<std::string> SlurmEngine::inHand() const
{
    std::set<std::string> marks;
    for (const auto& array : loadSlurmArrays(m_settings.parts))
        for (const auto& mark : array.marks)
            if (isHere(m_settings.parts, mark))
                marks.insert(mark);
    return marks;
}

Result<void> SlurmEngine::submit(const std::vector<RecordingTask>& tasks)
{
    auto left = loadSlurmArrays(m_settings.parts);
    if (tasks.empty() && left.empty())
        return {};
    if (auto installed = SlurmClient::isInstalled(); !installed)
        return installed;
    for (const auto& task : tasks)
        m_jobs.push_back({.task = task, .status = {}, .element = {}, .missedSince = {}});
    return goOn(std::move(left)).and_then([&] { return submitNew(); });
}

/// With what a command before this one submitted.
Result<void> SlurmEngine::goOn(std::vector<SlurmArray> arrays)
{
    for (auto& array : arrays) {
        const auto isThere = findAgain(array);
        const auto attached = isThere && *isThere ? attach(array) : Result<void>();
        if (!isThere || !attached)
            return failure(ErrorKind::Unavailable,
                "Slurm does not answer (" + (isThere ? attached.error() : isThere.error()).message
                    + "); jobs of an earlier run are still with it, and nothing was submitted: try "
                      "again when `squeue` answers");
    }
    return storeSlurmArrays(m_settings.parts, m_arrays);
}

/// That command may have been killed before it read what sbatch printed. False: there is no such
/// job (any more), and what it recorded counts.
Result<bool> SlurmEngine::findAgain(SlurmArray& array)
{
    if (!array.job.job.empty())
        return true;
    const auto found = SlurmClient::find(array.job.cluster, array.name);
    if (!found)
        return tl::unexpected(found.error());
    if (*found) {
        array.job = **found;
        return true;
    }
    for (auto& job : m_jobs)
        if (std::ranges::find(array.marks, job.task.mark) != array.marks.end())
            if (const auto code = exitCodeIn(job.task))
                end(job, code, {});
    return false;
}

/// What the suite no longer asks for is cancelled.
Result<void> SlurmEngine::attach(const SlurmArray& array)
{
    std::error_code ignored;
    std::vector<std::string> unwanted;
    bool isWanted = false;
    for (std::size_t i = 0; i < array.marks.size(); ++i) {
        const auto& mark = array.marks[i];
        const SlurmElement element {array.job.job, static_cast<int>(i)};
        const auto job
            = std::ranges::find_if(m_jobs, [&](const Job& each) { return each.task.mark == mark; });
        if (job != m_jobs.end()) {
            job->element = element;
            isWanted = true;
        } else if (isHere(m_settings.parts, mark)) {
            unwanted.push_back(fmt::format("{}_{}", element.job, element.index));
            fs::remove_all(m_settings.parts / mark, ignored);
        }
    }
    if (isWanted)
        m_arrays.push_back(array);
    return SlurmClient::cancel(array.job.cluster, unwanted);
}

Result<void> SlurmEngine::submitNew()
{
    std::map<std::string, std::vector<Job*>> byDevice;
    for (auto& job : m_jobs)
        if (job.element.job.empty() && !job.over)
            byDevice[job.task.device].push_back(&job);
    for (const auto& [device, jobs] : byDevice)
        for (std::size_t begin = 0; begin < jobs.size(); begin += mostInArray) {
            const auto first = jobs.begin() + static_cast<std::ptrdiff_t>(begin);
            const auto count = std::min(mostInArray, jobs.size() - begin);
            if (auto submitted = submitArray({first, first + static_cast<std::ptrdiff_t>(count)});
                !submitted) {
                takeBack();
                return submitted;
            }
        }
    return {};
}

/// All or none: what was submitted would record beside a command that ended. An array of which
/// nobody knows whether Slurm has it stays in our file.
void SlurmEngine::takeBack()
{
    const auto isUnknown = [](const SlurmArray& array) { return array.job.job.empty(); };
    std::vector<SlurmArray> unknown;
    std::ranges::copy_if(m_arrays, std::back_inserter(unknown), isUnknown);
    std::erase_if(m_arrays, isUnknown);
    stop();
    stop();
    clear();
    if (!unknown.empty())
        (void)storeSlurmArrays(m_settings.parts, unknown);
}

Result<void> SlurmEngine::submitArray(const std::vector<Job*>& jobs)
{
    std::vector<const RecordingTask*> tasks;
    tasks.reserve(jobs.size());
    for (const auto* job : jobs)
        tasks.push_back(&job->task);
    // First what we are about to do: whoever comes after us if we are killed looks for it.
    m_arrays.push_back(newSlurmArray(m_settings, tasks));
    if (auto stored = storeSlurmArrays(m_settings.parts, m_arrays); !stored) {
        m_arrays.pop_back();
        return stored;
    }
    const auto submitted = submitSlurmArray(m_settings, m_arrays.back(), tasks);
    if (!submitted) {
        if (!submitted.error().mayBeThere)
            m_arrays.pop_back();
        return failure(ErrorKind::Unavailable, submitted.error().message);
    }
    m_arrays.back().job = *submitted;
    for (std::size_t i = 0; i < jobs.size(); ++i)
        jobs[i]->element = {submitted->job, static_cast<int>(i)};
    return storeSlurmArrays(m_settings.parts, m_arrays);
}

Result<std::vector<TaskStatus>> SlurmEngine::poll()
{
    if (m_stopFailed)
        return tl::unexpected(*m_stopFailed);
    if (!isOver() && (!m_heard || Clock::now() - *m_heard >= m_settings.askEvery))
        if (auto heard = hear(); !heard)
            return tl::unexpected(heard.error());
    if (isOver())
        clear();
    std::vector<TaskStatus> states;
    states.reserve(m_jobs.size());
    for (const auto& job : m_jobs)
        states.push_back(job.status);
    return states;
}

Result<void> SlurmEngine::hear()
{
    const auto says = m_client.ask(m_arrays);
    m_heard = Clock::now();
    if (!says)
        return keepWaiting(says.error());
    m_silent.reset();
    for (auto& job : m_jobs) {
        if (job.over)
            continue;
        auto said = slurmSaidOf(*says, job.element);
        // An element that is cancelled by itself while it waits leaves no trace in Slurm's lists.
        if (said.state.empty() && slurmKnowsJob(*says, job.element.job) && !hasBegun(job.task))
            said.state = "CANCELLED";
        take(job, said);
    }
    return {};
}

/// A controller that is restarted does not end its jobs, and so does not end us.
Result<void> SlurmEngine::keepWaiting(const Error& error)
{
    const auto since = m_silent.value_or(Clock::now());
    m_silent = since;
    const auto complaint = "Slurm does not answer (" + error.message + ")";
    if (m_stops > 0 || Clock::now() - since > m_settings.patience)
        return failure(ErrorKind::Unavailable,
            complaint
                + "; its jobs may go on, and what is recorded stays: the same command goes on with "
                  "them when `squeue` answers");
    for (auto& job : m_jobs)
        if (!job.over)
            job.status.reason = complaint;
    return {};
}

void SlurmEngine::take(Job& job, const SlurmSaid& said)
{
    if (said.state.empty() || taskStateOf(said) == TaskState::Ended) {
        end(job, said);
        return;
    }
    job.missedSince.reset();
    const auto state = taskStateOf(said);
    job.status = {.state = state,
        .exitCode = std::nullopt,
        .reason = state == TaskState::Waiting ? said.reason : std::string()};
}

/// The recorder's own word counts where it came to its end, Slurm's where it was ended.
void SlurmEngine::end(Job& job, const SlurmSaid& said) const
{
    const auto code = exitCodeIn(job.task);
    const bool itself = said.state.empty() || endedByItself(said);
    if (code && (itself || *code == 0))
        return end(job, *code, {});
    if (!itself && m_stops > 0 && said.state == "CANCELLED") {
        // By us: one that never ran is left as it waits, as another engine leaves it.
        if (code || hasBegun(job.task))
            return end(job, interrupted, {});
        job.status = {};
        job.over = true;
        return;
    }
    if (!itself)
        return end(job, std::nullopt, endedBySlurm(said));
    const auto since = job.missedSince.value_or(Clock::now());
    job.missedSince = since;
    if (Clock::now() - since < m_settings.filesWithin)
        return;
    end(job, std::nullopt,
        withoutExitCode(said.state, job.task, wordsOfSlurm(m_settings.parts, job.element)));
}

void SlurmEngine::end(Job& job, std::optional<int> code, const std::string& reason)
{
    job.status = {.state = TaskState::Ended, .exitCode = code, .reason = reason};
    job.over = true;
}

Result<void> SlurmEngine::fetchLog(std::size_t task)
{
    const auto& job = m_jobs[task];
    const auto file = wordsOfSlurm(m_settings.parts, job.element);
    const auto text = fileText(file);
    // Behind a recorder's own sentence it would hide it.
    if (!job.status.exitCode && !text.empty())
        std::ofstream(job.task.log(), std::ios::binary | std::ios::app) << text;
    std::error_code ignored;
    fs::remove(file, ignored);
    for (auto& array : m_arrays)
        if (array.job.job == job.element.job)
            array.marks[static_cast<std::size_t>(job.element.index)].clear();
    return storeSlurmArrays(m_settings.parts, m_arrays);
}

void SlurmEngine::stop()
{
    ++m_stops;
    m_heard.reset();
    auto asked = m_stops == 1 ? SlurmClient::askToEnd(m_arrays) : Result<void>();
    if (m_stops > 1)
        for (const auto& array : m_arrays)
            if (auto cancelled = SlurmClient::cancel(array.job.cluster, {array.job.job});
                !cancelled)
                asked = std::move(cancelled);
    if (asked)
        return;
    if (const auto silent = keepWaiting(asked.error()); !silent)
        m_stopFailed = silent.error();
}

bool SlurmEngine::isOver() const
{
    return std::ranges::all_of(m_jobs, &Job::over);
}

/// Of our own files beside the tasks' folders.
void SlurmEngine::clear()
{
    std::error_code ignored;
    m_arrays.clear();
    (void)storeSlurmArrays(m_settings.parts, {});
    fs::remove(m_settings.parts / "slurm.sh", ignored);
}

} // namespace profiler
