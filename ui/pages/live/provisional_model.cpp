// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/live/provisional_model.h"

#include "profiler/model/number_text.h"
#include "profiler/model/thresholds.h"
#include "profiler/report/sentences/verdict_notes.h"
#include "ui/text/text.h"

#include <algorithm>
#include <utility>

namespace ui {

namespace {

QString noteOf(const profiler::VariantResult& variant, int repetitions, bool recorded)
{
    if (variant.verdict == profiler::Verdict::Failed)
        return QObject::tr("failed");
    if (variant.verdict == profiler::Verdict::RanEager)
        return QObject::tr("ran eager");
    if (repetitions == 0)
        return QObject::tr("none finished");
    if (repetitions == 1)
        return QObject::tr("one process only");
    if (repetitions < profiler::repetitionsForVerdict)
        return recorded ? QObject::tr("not enough") : QObject::tr("not enough yet");
    return recorded ? QObject::tr("recorded") : QObject::tr("provisional");
}

LiveProgressRow rowOf(const profiler::VariantResult& variant, int planned, bool recorded)
{
    LiveProgressRow row {
        .variant = variant.variant, .name = qt(variant.name), .ratioText = absent()};
    if (variant.variant == 0) {
        row.ratioText = QStringLiteral("1");
        row.note = QObject::tr("baseline");
        return row;
    }
    const int repetitions = variant.speedUp ? variant.speedUp->repetitions : 0;
    row.processes = QObject::tr("%1 of %2").arg(repetitions).arg(std::max(planned, repetitions));
    row.note = noteOf(variant, repetitions, recorded);
    if (!variant.speedUp) {
        row.whyNot = qt(variant.speedUp.error());
        return row;
    }
    row.ratio = variant.speedUp->ratio;
    row.dots = variant.speedUp->byRepetition;
    row.ratioText = qt(profiler::formatRatio(row.ratio->estimate));
    row.intervalText = qt(profiler::formatRatioInterval(*row.ratio));
    return row;
}

} // namespace

LiveProgress liveProgressOf(const ComparisonView& view)
{
    const profiler::ComparisonResult& result = view.comparison->result;
    LiveProgress liveProgress;
    const bool recorded = result.info.status == profiler::ComparisonStatus::Complete;
    for (const profiler::VariantResult& variant : view.caseResult()->variants)
        liveProgress.rows.push_back(rowOf(variant, result.plan.protocol.repetitionsMin, recorded));
    if (!liveProgress.rows.empty())
        liveProgress.baseline = liveProgress.rows.front().name;
    if (result.quality.noiseFloor)
        liveProgress.noisePercent = result.quality.noiseFloor->effect() * 100;
    const profiler::LogRatio band = profiler::negligible(result);
    liveProgress.bandLow = (-band).ratio();
    liveProgress.bandHigh = band.ratio();
    return liveProgress;
}

void LiveProgressModel::setProgress(LiveProgress liveProgress)
{
    if (liveProgress.rows.size() == m_liveProgress.rows.size() && !liveProgress.rows.empty()) {
        m_liveProgress = std::move(liveProgress);
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    m_liveProgress = std::move(liveProgress);
    endResetModel();
}

int LiveProgressModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_liveProgress.rows.size());
}

int LiveProgressModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant LiveProgressModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const LiveProgressRow& row = m_liveProgress.rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::ToolTipRole)
        return row.whyNot.isEmpty() ? row.name : row.whyNot;
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            (index.column() >= Ratio ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Name:
        return row.name;
    case Processes:
        return row.processes.isEmpty() ? row.note : row.processes + QStringLiteral(", ") + row.note;
    default:
        return row.intervalText.isEmpty()
            ? row.ratioText
            : QStringLiteral("%1 (%2)").arg(row.ratioText, row.intervalText);
    }
}

QVariant LiveProgressModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const QStringList names {tr("variant"), tr("times faster than %1").arg(m_liveProgress.baseline),
        QStringLiteral("×"), tr("processes")};
    if (role == Qt::DisplayRole)
        return names.at(section);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            (section >= Ratio ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return {};
}

} // namespace ui
