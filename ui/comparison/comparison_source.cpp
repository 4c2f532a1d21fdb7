// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/comparison/comparison_source.h"

#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/comparison/shown_file.h"
#include "ui/text/text.h"

#include <algorithm>
#include <sys/stat.h>
#include <utility>

namespace ui {

namespace {

using namespace std::chrono_literals;

/// A recorder flushes at least every second; a finished file changes by `extend` only.
constexpr auto whileRecording = 700ms;
constexpr auto whenFinished = 3000ms;
/// Between two writers, and while a file is being replaced, it cannot be read for a moment.
constexpr auto secondLook = 500ms;
constexpr int pollsUntilGone = 2;

} // namespace

profiler::Result<std::shared_ptr<const JudgedComparison>> readComparison(
    const std::filesystem::path& file, const std::string& selector)
{
    auto data = loadShown(file, selector);
    if (!data)
        return tl::unexpected<profiler::Error>(std::move(data.error()));
    return judged(std::move(*data));
}

ComparisonSource::ComparisonSource(QObject* parent)
    : QObject(parent)
    , m_pause(whenFinished)
{
    connect(&m_timer, &QTimer::timeout, this, &ComparisonSource::poll);
}

void ComparisonSource::open(
    const std::filesystem::path& file, const std::optional<std::string>& selector)
{
    m_file = file;
    m_selector = selector;
    m_shown.reset();
    m_look.reset();
    m_link = Link::Holds;
    m_waitsForLock = false;
    m_silentPolls = 0;
    m_lookJob.drop();
    m_comparisonJob.drop();
    readList(Reading::Asked);
    if (m_selector)
        readShown(Reading::Asked);
    m_timer.start(m_pause);
}

void ComparisonSource::follow(
    const std::filesystem::path& file, const profiler::ComparisonInfo& shown)
{
    m_file = file;
    m_selector = std::to_string(shown.id.value);
    m_shown = shown;
    m_unsure = true;
    m_look.reset();
    m_waitsForLock = false;
    m_silentPolls = 0;
    m_lookJob.drop();
    m_comparisonJob.drop();
    m_listJob.drop();
    m_timer.start(m_pause);
}

void ComparisonSource::show(profiler::ComparisonId id)
{
    m_selector = std::to_string(id.value);
    m_shown.reset();
    readShown(Reading::Asked);
}

void ComparisonSource::cancel()
{
    m_comparisonJob.drop();
    m_listJob.drop();
    m_selector.reset();
    m_waitsForLock = false;
}

void ComparisonSource::refreshList()
{
    if (!m_file.empty())
        readList(Reading::Followed);
}

void ComparisonSource::readList(Reading reading)
{
    m_listJob.start([file = m_file] { return listShown(file); },
        [this, reading](const profiler::Result<Summaries>& summaries) {
            if (summaries)
                Q_EMIT listed(*summaries);
            else if (reading == Reading::Asked && !m_selector) // else the comparison says it
                Q_EMIT failed(qt(summaries.error().message));
        });
}

std::optional<ComparisonSource::FileStamp> ComparisonSource::stampOf(
    const std::filesystem::path& file)
{
    struct stat information { };

    if (::stat(file.c_str(), &information) != 0)
        return std::nullopt;
    constexpr std::int64_t nsPerSecond = 1'000'000'000;
    return FileStamp {.device = information.st_dev,
        .node = information.st_ino,
        .bytes = information.st_size,
        .changedNs = information.st_mtim.tv_sec * nsPerSecond + information.st_mtim.tv_nsec};
}

profiler::Result<ComparisonSource::Look> ComparisonSource::lookAt(const std::filesystem::path& file)
{
    // The stamp first: what is written meanwhile is then seen by the next look.
    const auto stamp = stampOf(file);
    return storage::changeCounter(file).map(
        [&](std::int64_t counter) { return Look {.stamp = stamp, .counter = counter}; });
}

void ComparisonSource::readShown(Reading reading)
{
    if (reading == Reading::Asked)
        Q_EMIT loading();
    m_comparisonJob.start(
        [file = m_file, selector = m_selector.value_or(std::string())]() -> Answer {
            // The look first: what is written while we read is then read again.
            const auto look = lookAt(file);
            if (!look) // a locked file is waited for once
                return {.comparison = tl::unexpected<profiler::Error>(look.error())};
            return {.look = *look, .comparison = readComparison(file, selector)};
        },
        [this, reading](const Answer& answer) { takeComparison(answer, reading); });
}

void ComparisonSource::takeComparison(const Answer& answer, Reading reading)
{
    m_look = answer.look;
    m_unsure = false;
    if (!answer.comparison) {
        takeFailure(answer, reading);
        return;
    }
    const profiler::ComparisonInfo& info = (*answer.comparison)->result.info;
    if (m_shown && m_shown->started != info.started) {
        lose(Link::Replaced, tr("%1 was replaced by another file").arg(qt(m_file.string())));
        return;
    }
    // From here on the same comparison is meant, even when the file gets a newer one.
    m_selector = std::to_string(info.id.value);
    m_shown = info;
    m_waitsForLock = false;
    m_timer.start(info.status == profiler::ComparisonStatus::Running ? whileRecording : m_pause);
    if (std::exchange(m_link, Link::Holds) != Link::Holds)
        Q_EMIT found();
    Q_EMIT loaded(*answer.comparison);
}

void ComparisonSource::takeFailure(const Answer& answer, Reading reading)
{
    const profiler::Error& error = answer.comparison.error();
    const QString sentence = qt(error.message);
    if (reading == Reading::Followed && m_shown) {
        if (answer.look && error.kind == profiler::ErrorKind::NotFound)
            lose(Link::Replaced,
                tr("%1 does not hold this comparison any more: it was deleted there, or the file "
                   "was replaced")
                    .arg(qt(m_file.string())));
        else
            lose(Link::Unreadable, sentence);
        return;
    }
    m_waitsForLock = error.kind == profiler::ErrorKind::Unavailable;
    if (reading == Reading::Asked)
        Q_EMIT failed(sentence);
}

void ComparisonSource::lose(Link link, const QString& reason)
{
    if (std::exchange(m_link, link) != link)
        Q_EMIT lost(withoutDot(reason));
}

void ComparisonSource::poll()
{
    if (m_lookJob.isRunning() || m_comparisonJob.isRunning())
        return;
    m_lookJob.start([file = m_file] { return lookAt(file); },
        [this](const profiler::Result<Look>& look) { takeLook(look); });
}

void ComparisonSource::takeLook(const profiler::Result<Look>& look)
{
    if (!look) {
        ++m_silentPolls;
        if (m_silentPolls < pollsUntilGone)
            QTimer::singleShot(std::min<std::chrono::milliseconds>(secondLook, m_pause), this,
                &ComparisonSource::poll);
        else if (m_shown)
            lose(Link::Unreadable, qt(look.error().message));
        return;
    }
    m_silentPolls = 0;
    const bool moved = m_look && *m_look != *look;
    m_look = *look;
    if (m_waitsForLock) {
        readList(Reading::Asked);
        readShown(Reading::Asked);
    } else if (moved || m_link == Link::Unreadable || (m_unsure && m_shown)) {
        readList(Reading::Followed);
        if (m_selector)
            readShown(Reading::Followed);
    }
}

} // namespace ui
