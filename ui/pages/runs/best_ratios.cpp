// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/runs/best_ratios.h"

#include "profiler/judge/judge.h"
#include "profiler/judge/recommendation.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/number_text.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/report/sentences/results_text.h"
#include "profiler/report/text/enum_text.h"
#include "ui/comparison/shown_file.h"
#include "ui/text/text.h"

#include <algorithm>
#include <utility>

namespace ui {

namespace {

/// Of the first case; what ran under a profiler is no latency.
void addMedians(BestEntry& entry, const profiler::ComparisonResult& result, std::size_t shown)
{
    if (profiler::isImported(result.kind) || result.cases.empty())
        return;
    const profiler::CaseResult& first = result.cases.front();
    for (std::size_t i = 0; i < first.variants.size(); ++i) {
        const profiler::VariantResult& variant = first.variants[i];
        if (!variant.latency || !variant.latency->median().ns)
            continue;
        const QString name = QObject::tr("%1 in %2").arg(qt(variant.name), qt(first.name));
        entry.mediansNs[name] = *variant.latency->median().ns;
        if (i == shown)
            entry.medianOf = name;
    }
}

/// ", in s64" where other cases are not decided; the ratio of several is their mean.
QString whereFaster(const profiler::ComparisonResult& result, const std::vector<int>& cases)
{
    if (result.cases.size() < 2)
        return {};
    if (cases.size() > 1)
        return QObject::tr(", mean of %1 cases").arg(cases.size());
    const auto only
        = std::ranges::find(result.cases, cases.front(), &profiler::CaseResult::caseIndex);
    return QObject::tr(", in %1").arg(qt(only->name));
}

} // namespace

BestEntry bestEntry(const profiler::ComparisonResult& result)
{
    const profiler::BestRatio best = profiler::bestRatio(result);
    BestEntry entry {.ratio = best.ratio, .sentence = qt(profiler::settingsSentence(result))};
    const auto variant = static_cast<std::size_t>(std::max(0, best.recommendation.variant));
    const bool recommended
        = best.recommendation.kind == profiler::RecommendationKind::Recommended && best.ratio;
    if (recommended && variant < result.plan.variants.size())
        entry.text = qt(profiler::formatRatio(*best.ratio)) + u' '
            + qt(result.plan.variants.at(variant).name) + whereFaster(result, best.cases);
    else
        entry.text = qt(profiler::recommendationWord(best.recommendation.kind)).toLower();
    addMedians(entry, result, variant);
    if (!recommended)
        entry.ratio.reset(); // nothing to be proud of, and nothing to sort by
    return entry;
}

std::optional<double> BestEntry::medianNs() const
{
    const auto found = mediansNs.find(medianOf);
    return found == mediansNs.end() ? std::nullopt : std::optional(found->second);
}

BestRatios::BestRatios(QObject* parent)
    : QObject(parent)
{
}

void BestRatios::request(
    const std::filesystem::path& file, const std::vector<storage::ComparisonSummary>& summaries)
{
    if (file != m_file) {
        m_file = file;
        m_known.clear();
        m_job.drop();
    }
    m_waiting.clear();
    for (const auto& summary : summaries) {
        const auto known = m_known.find(summary.info.id);
        const bool same = known != m_known.end() && known->second.ended == summary.info.ended;
        // While something records into the file the list comes again every second.
        const bool inWork = m_job.isRunning() && m_current == summary.info.id;
        if (!same && !inWork && summary.info.status != profiler::ComparisonStatus::Running)
            m_waiting.push_back({summary.info.id, summary.info.ended});
    }
    if (!m_job.isRunning())
        startNext();
}

const BestEntry* BestRatios::find(profiler::ComparisonId id) const
{
    const auto known = m_known.find(id);
    return known == m_known.end() ? nullptr : &known->second.entry;
}

void BestRatios::startNext()
{
    if (m_waiting.empty())
        return;
    const Wanted wanted = m_waiting.front();
    m_waiting.pop_front();
    m_current = wanted.id;
    m_job.start(
        [file = m_file, id = wanted.id]() -> BestEntry {
            const auto data = loadShown(file, std::to_string(id.value));
            if (!data)
                return {.text = absent(), .sentence = qt(data.error().message)};
            return bestEntry(profiler::judge(*data));
        },
        [this, wanted](BestEntry entry) {
            m_known[wanted.id] = {wanted.ended, std::move(entry)};
            Q_EMIT found(wanted.id);
            startNext();
        });
}

} // namespace ui
