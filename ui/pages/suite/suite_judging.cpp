// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/suite/suite_judging.h"

#include "profiler/model/comparison_data.h"
#include "profiler/report/text/shown_texts.h"
#include "storage/suite/suite_reader.h"
#include "ui/text/text.h"

#include <QElapsedTimer>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace ui {

namespace {

constexpr int tickMs = 200;

using Rows = std::vector<profiler::SuiteRow>;

} // namespace

/// What the threads that judge and the window's thread have in common.
struct SuiteJudging::Shared {
    std::string file;
    storage::SuiteListing listing; ///< never changed once it is there
    std::map<std::int64_t, std::size_t> placeOf; ///< by number of the recording
    std::atomic<std::size_t> judged = 0;

    std::mutex mutex; ///< of what follows
    std::vector<std::optional<Rows>> rows; ///< by place; nothing: it is only listed
    int unread = 0;

    void add(std::size_t place, std::optional<Rows> of)
    {
        const std::lock_guard lock(mutex);
        if (rows[place])
            return;
        unread += of ? 0 : 1;
        rows[place] = of ? *std::move(of) : Rows();
        ++judged;
    }

    [[nodiscard]] std::vector<std::size_t> waiting()
    {
        const std::lock_guard lock(mutex);
        std::vector<std::size_t> places;
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (!rows[i])
                places.push_back(i);
        return places;
    }

    [[nodiscard]] Suite sum()
    {
        Rows all;
        int notRead = 0;
        bool whole = true;
        {
            const std::lock_guard lock(mutex);
            notRead = unread;
            for (std::size_t i = 0; i < rows.size(); ++i) {
                const auto& of = rows[i] ? *rows[i] : listing.recordings[i].rows;
                whole = whole && rows[i];
                all.insert(all.end(), of.begin(), of.end());
            }
        }
        auto suite = whole ? profiler::suiteResult(listing.name, std::move(all))
                           : profiler::suiteSoFar(listing.name, std::move(all));
        suite.unread = notRead;
        suite.otherSuites = listing.otherSuites;
        return std::make_shared<const profiler::SuiteResult>(std::move(suite));
    }

    /// What is judged of the same recordings as they are now.
    void takeOver(Shared& old)
    {
        const std::lock_guard lock(old.mutex);
        for (std::size_t i = 0; i < listing.recordings.size(); ++i) {
            const auto& info = listing.recordings[i].info;
            const auto found = old.placeOf.find(info.id.value);
            if (found == old.placeOf.end() || info.status == profiler::ComparisonStatus::Running)
                continue;
            const auto& before = old.listing.recordings[found->second].info;
            auto& judgedBefore = old.rows[found->second];
            if (before.started == info.started && before.ended == info.ended
                && before.status == info.status && judgedBefore)
                add(i, *judgedBefore);
        }
    }
};

SuiteJudging::SuiteJudging(QObject* parent)
    : QObject(parent)
{
    m_tick.setInterval(tickMs);
    connect(&m_tick, &QTimer::timeout, this, &SuiteJudging::sumUp);
}

SuiteJudging::~SuiteJudging()
{
    stop();
}

void SuiteJudging::start(const QString& file, const std::string& suite)
{
    stop();
    m_stopped = false;
    m_unlisted = false;
    m_name = suite;
    const auto before = file == m_file ? m_shared : nullptr;
    m_file = file;
    m_listing.start(
        [path = file.toStdString(), suite, before]() -> profiler::Result<Listed> {
            auto listing = storage::listSuite(path, suite);
            if (!listing)
                return tl::unexpected(listing.error());
            auto shared = std::make_shared<Shared>();
            shared->file = path;
            shared->listing = *std::move(listing);
            const auto& recordings = shared->listing.recordings;
            shared->rows.resize(recordings.size());
            for (std::size_t i = 0; i < recordings.size(); ++i)
                shared->placeOf[recordings[i].info.id.value] = i;
            if (before && before->listing.name == shared->listing.name)
                shared->takeOver(*before);
            return Listed {shared, shared->sum()};
        },
        [this](const profiler::Result<Listed>& listed) { take(listed); });
}

void SuiteJudging::take(const profiler::Result<Listed>& listed)
{
    m_shared = listed ? listed->shared : nullptr;
    if (!listed) {
        Q_EMIT failed(capitalized(qt(listed.error().message)) + u'.');
        return;
    }
    m_summed = m_shared->judged;
    if (listed->suite->waiting > 0)
        judge();
    Q_EMIT changed(listed->suite);
}

void SuiteJudging::judge()
{
    m_stopped = false;
    m_order = std::make_shared<storage::JudgingOrder>(m_shared->waiting());
    m_wanted = std::make_shared<std::atomic<bool>>(true);
    m_judging.start(
        [shared = m_shared, order = m_order, wanted = m_wanted] {
            storage::judgeSuite(shared->file, shared->listing, *order,
                {.prepare = [](profiler::ComparisonData& data) { profiler::cutTexts(data); },
                    .take =
                        [&](std::size_t place, std::optional<Rows> rows) {
                            if (*wanted) // else it may have been interrupted
                                shared->add(place, std::move(rows));
                            return wanted->load();
                        }});
            return shared->sum();
        },
        [this](const Suite& suite) {
            m_tick.stop();
            m_summing.drop();
            Q_EMIT changed(suite);
        });
    m_pause = 0;
    m_tick.start();
}

void SuiteJudging::sumUp()
{
    if (m_pause > 0)
        --m_pause;
    const std::size_t judged = m_shared->judged;
    if (m_pause > 0 || judged == m_summed || m_summing.isRunning())
        return;
    m_summed = judged;
    using Timed = std::pair<Suite, qint64>;
    m_summing.start(
        [shared = m_shared]() -> Timed {
            QElapsedTimer clock;
            clock.start();
            auto suite = shared->sum();
            return {std::move(suite), clock.elapsed()};
        },
        [this](const Timed& sum) {
            constexpr int rest = 4; // of five parts are for judging
            m_pause = 1 + static_cast<int>(rest * sum.second / tickMs);
            Q_EMIT changed(sum.first);
        });
}

void SuiteJudging::stop()
{
    m_tick.stop();
    m_stopped = isRunning() || m_stopped;
    m_unlisted = m_listing.isRunning() || (m_unlisted && m_stopped);
    if (m_wanted)
        *m_wanted = false;
    m_listing.drop();
    m_judging.drop();
    m_summing.drop();
}

void SuiteJudging::goOn()
{
    if (!m_stopped || isRunning())
        return;
    if (m_unlisted)
        start(m_file, m_name);
    else if (m_shared)
        judge();
}

void SuiteJudging::clear()
{
    stop();
    m_stopped = false;
    m_unlisted = false;
    m_shared.reset();
    m_file.clear();
}

void SuiteJudging::prefer(const std::vector<profiler::ComparisonId>& ids)
{
    if (!m_shared || !m_judging.isRunning())
        return;
    std::vector<std::size_t> places;
    for (const auto id : ids)
        if (const auto found = m_shared->placeOf.find(id.value); found != m_shared->placeOf.end())
            places.push_back(found->second);
    m_order->prefer(std::move(places));
}

} // namespace ui
