// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/comparison_source.h"

#include <chrono>
#include <utility>

namespace ui {

namespace {

using namespace std::chrono_literals;

/// A recorder flushes at least every second; a finished file changes by `extend` only.
constexpr auto whileRecording = 700ms;
constexpr auto whenFinished = 3000ms;
constexpr int pollsUntilGone = 3;

} // namespace

profiler::Result<std::shared_ptr<const JudgedComparison>> readComparison(
    const std::filesystem::path& file, const std::string& selector)
{
    auto data = storage::loadComparison(file, selector);
    if (!data)
        return tl::unexpected<profiler::Error>(std::move(data.error()));
    return judged(std::move(*data));
}

ComparisonSource::ComparisonSource(QObject* parent)
    : QObject(parent)
{
    connect(&m_timer, &QTimer::timeout, this, &ComparisonSource::poll);
}

void ComparisonSource::open(
    const std::filesystem::path& file, const std::optional<std::string>& selector)
{
    m_file = file;
    m_selector = selector;
    m_counter.reset();
    m_counterJob.drop();
    m_comparisonJob.drop();
    readList();
    if (m_selector)
        readShown();
    m_timer.start(whenFinished);
}

void ComparisonSource::show(profiler::ComparisonId id)
{
    m_selector = std::to_string(id.value);
    readShown();
}

void ComparisonSource::cancel()
{
    m_comparisonJob.drop();
    m_listJob.drop();
    m_selector.reset();
}

void ComparisonSource::refreshList()
{
    if (!m_file.empty())
        readList();
}

void ComparisonSource::readList()
{
    m_listJob.start([file = m_file] { return storage::listComparisons(file); },
        [this](const profiler::Result<Summaries>& summaries) {
            if (summaries)
                Q_EMIT listed(*summaries);
            else
                Q_EMIT failed(QString::fromStdString(summaries.error().message));
        });
}

void ComparisonSource::readShown()
{
    Q_EMIT loading();
    m_comparisonJob.start(
        [file = m_file, selector = m_selector.value_or(std::string())] {
            // The counter first: what is written while we read is then read again.
            Answer answer;
            if (const auto counter = storage::changeCounter(file))
                answer.counter = *counter;
            answer.comparison = readComparison(file, selector);
            return answer;
        },
        [this](const Answer& answer) { takeComparison(answer); });
}

void ComparisonSource::takeComparison(const Answer& answer)
{
    m_counter = answer.counter;
    if (!answer.comparison) {
        Q_EMIT failed(QString::fromStdString(answer.comparison.error().message));
        return;
    }
    const profiler::ComparisonInfo& info = (*answer.comparison)->result.info;
    // From here on the same comparison is meant, even when the file gets a newer one.
    m_selector = std::to_string(info.id.value);
    m_timer.start(
        info.status == profiler::ComparisonStatus::Running ? whileRecording : whenFinished);
    Q_EMIT loaded(*answer.comparison);
}

void ComparisonSource::poll()
{
    if (m_counterJob.isRunning() || m_comparisonJob.isRunning())
        return;
    m_counterJob.start([file = m_file] { return storage::changeCounter(file); },
        [this](const profiler::Result<std::int64_t>& counter) { takeCounter(counter); });
}

void ComparisonSource::takeCounter(const profiler::Result<std::int64_t>& counter)
{
    if (!counter) {
        // Between two writers a file cannot be read for a moment; the next poll tells.
        if (++m_silentPolls == pollsUntilGone)
            Q_EMIT failed(QString::fromStdString(counter.error().message)
                + tr(" What is shown was read before and stays valid."));
        return;
    }
    m_silentPolls = 0;
    const bool moved = m_counter && *m_counter != *counter;
    m_counter = *counter;
    if (!moved)
        return;
    readList();
    if (m_selector)
        readShown();
}

} // namespace ui
