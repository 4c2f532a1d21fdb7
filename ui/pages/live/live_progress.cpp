// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/live/live_progress.h"

#include "profiler/model/number_text.h"
#include "profiler/model/process_record.h"
#include "profiler/model/thresholds.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/sentences/verdict_notes.h"
#include "profiler/report/text/enum_text.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/text/text.h"

#include <algorithm>

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
    if (recorded)
        return qt(profiler::verdictWord(variant.verdict));
    if (repetitions == 1)
        return QObject::tr("one process only");
    return repetitions < profiler::repetitionsForVerdict ? QObject::tr("not enough yet")
                                                         : QObject::tr("provisional");
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

std::vector<Column<LiveProgressRow>> liveProgressColumns(const QString& baseline)
{
    const auto cell = [](const LiveProgressRow& row, const QString& text) {
        return DataCell {.text = text, .reason = row.whyNot.isEmpty() ? row.name : row.whyNot};
    };
    const auto ratio = [cell](const LiveProgressRow& row) {
        return cell(row,
            row.intervalText.isEmpty()
                ? row.ratioText
                : QStringLiteral("%1 (%2)").arg(row.ratioText, row.intervalText));
    };
    return {{{.name = QObject::tr("variant"), .align = DataAlign::Text},
                [cell](const LiveProgressRow& row) { return cell(row, row.name); }},
        {{.name = QObject::tr("times faster than %1").arg(baseline), .align = DataAlign::Text},
            ratio},
        {{.name = QStringLiteral("×")}, ratio},
        {{.name = QObject::tr("processes")}, [cell](const LiveProgressRow& row) {
             return cell(row,
                 row.processes.isEmpty() ? row.note
                                         : row.processes + QStringLiteral(", ") + row.note);
         }}};
}

} // namespace ui
