// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/card_contents.h"

#include "profiler/evidence/breaks/break_intent.h"
#include "profiler/evidence/compile/compile_cost.h"
#include "profiler/evidence/compile/threads_used.h"
#include "profiler/evidence/kernels/call_split.h"
#include "profiler/evidence/lanes/lanes.h"
#include "profiler/evidence/numerics/numerics.h"
#include "profiler/model/number_text.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/report/sentences/compile_text.h"
#include "profiler/report/sentences/outlook_text.h"
#include "profiler/report/sentences/safety_text.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/text/counted.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

#include <cstdlib>

namespace ui {

namespace {

using profiler::VariantResult;

/// "3.43 GiB" is shown as a large number and a small unit.
void split(const std::string& text, CardContent& card)
{
    const QString whole = qt(text);
    const qsizetype space = whole.lastIndexOf(QLatin1Char(' '));
    card.value = space < 0 ? whole : whole.left(space);
    card.unit = space < 0 ? QString() : whole.mid(space + 1);
}

CardContent missingCard(const QString& name, const QString& reason)
{
    return {.name = name, .value = absent(), .note = reason, .reason = reason};
}

const VariantResult& baselineOf(const ComparisonView& view)
{
    return view.caseResult()->variants.front();
}

CardContent throughputCard(const ComparisonView& view, const VariantResult& variant)
{
    if (!variant.throughput)
        return missingCard(tr("Throughput"), qt(variant.throughput.error()));
    const profiler::Throughput& throughput = *variant.throughput;
    // Beside six digits there is no room for "tokens/s", and "/s" alone says nothing.
    CardContent card {.name = tr("Throughput, %1/s").arg(qt(throughput.unit)),
        .value = qt(profiler::formatNumber(throughput.perSecond))};
    card.note = QStringLiteral("%1–%2").arg(
        qt(profiler::formatNumber(throughput.low)), qt(profiler::formatNumber(throughput.high)));
    if (hasClock(view.comparison->data, view.caseIndex, profiler::Clock::Pipelined))
        card.reason = tr("Of calls in a row, launched without waiting for each other; the median "
                         "is of single calls.");
    const VariantResult& baseline = baselineOf(view);
    if (variant.variant != 0 && baseline.throughput)
        card.note += QStringLiteral("; %1 %2").arg(
            qt(baseline.name), qt(profiler::formatNumber(baseline.throughput->perSecond)));
    return card;
}

CardContent costCard(const QString& name, const VariantResult& variant)
{
    const auto& cold = variant.compileCold;
    const auto& warm = variant.compileWarm;
    if (!cold)
        return missingCard(name, qt(cold.error()));
    CardContent card {.name = name};
    split(profiler::formatDuration(cold->medianNs), card);
    const QString range = cold->processes == 1
        ? tr("1 process")
        : QStringLiteral("%1–%2").arg(
            qt(profiler::formatDuration(cold->minNs)), qt(profiler::formatDuration(cold->maxNs)));
    const QString kept = warm
        ? tr("warm cache %1").arg(qt(profiler::formatDuration(warm->medianNs)))
        : qt(warm.error());
    const auto total = profiler::totalCost(cold, variant.startUpCold);
    card.note = variant.startUpCold
        ? tr("total %1 with start-up").arg(qt(profiler::formatDuration(total->medianNs)))
        : warm ? kept
               : range;
    card.reason
        = tr("Empty cache: %1, median of %2. %3. %4")
              .arg(range, counted(cold->processes, tr("cold process"), tr("cold processes")), kept,
                  qt(profiler::compileCostMeaning()));
    return card;
}

bool compilesNothing(const ComparisonView& view, const VariantResult& variant)
{
    const auto& variants = view.comparison->result.plan.variants;
    return variants.at(static_cast<std::size_t>(variant.variant)).kind
        == profiler::VariantKind::Eager;
}

CardContent compileCard(const ComparisonView& view, const VariantResult& variant)
{
    const QString name = tr("Compile, cold");
    if (compilesNothing(view, variant))
        return missingCard(name, qt(variant.name) + QStringLiteral(" compiles nothing"));
    return costCard(name, variant);
}

CardContent memoryCard(const ComparisonView& view, const VariantResult& variant)
{
    const bool device = view.comparison->result.plan.numeric.device != "cpu";
    const QString name = device ? tr("Peak memory, device") : tr("Peak memory, host");
    const auto& peak = device ? variant.peakMemory.device : variant.peakMemory.host;
    const auto& reference
        = device ? baselineOf(view).peakMemory.device : baselineOf(view).peakMemory.host;
    if (!peak)
        return missingCard(name, qt(peak.error()));
    CardContent card {.name = name};
    split(profiler::formatBytes(*peak), card);
    if (variant.variant == 0 || !reference) {
        card.note = tr("steady calls");
        return card;
    }
    const std::int64_t difference = *peak - *reference;
    card.note = QStringLiteral("%1%2 %3 %4") // the name last: it is what may be cut
                    .arg(difference < 0 ? QStringLiteral("−") : QStringLiteral("+"),
                        qt(profiler::formatBytes(std::abs(difference))), tr("vs"),
                        qt(baselineOf(view).name));
    if (variant.memoryVerdict == profiler::Verdict::Slower)
        card.noteStatus = Status::Warning;
    return card;
}

CardContent threadsCard(const ComparisonView& view, const VariantResult& variant)
{
    const QString name = tr("Threads used");
    const auto used = profiler::threadsUsed(view.comparison->data, variant.variant, view.caseIndex);
    if (!used)
        return missingCard(name, qt(used.error()));
    CardContent card {.name = name, .value = qt(profiler::formatNumber(*used, 2))};
    const auto reference = profiler::threadsUsed(view.comparison->data, 0, view.caseIndex);
    card.note = variant.variant != 0 && reference ? QStringLiteral("%1 %2").arg(
                    qt(baselineOf(view).name), qt(profiler::formatNumber(*reference, 2)))
                                                  : tr("CPU time / wall time");
    card.reason = tr("CPU time of the timed blocks over their wall time");
    return card;
}

CardContent busyCard(const ComparisonView& view, const VariantResult& variant)
{
    const QString name = tr("GPU busy");
    const auto splitOf = [&](const VariantResult& one) {
        return profiler::splitOfCall(view.comparison->data, one, view.caseIndex);
    };
    const auto percentOf = [](double ratio) { return qt(profiler::formatNumber(100 * ratio, 2)); };
    const auto split = splitOf(variant);
    if (!split || !split->busyRatio)
        return missingCard(
            name, split ? QStringLiteral("nothing ran on a device") : qt(split.error()));
    CardContent card {
        .name = name, .value = percentOf(*split->busyRatio), .unit = tr("% of a call")};
    const auto reference = splitOf(baselineOf(view));
    card.note = variant.variant != 0 && reference && reference->busyRatio
        ? QStringLiteral("%1 %2 %").arg(qt(baselineOf(view).name), percentOf(*reference->busyRatio))
        : tr("at least one kernel runs");
    card.reason = tr("Share of a call in which at least one kernel, copy or fill ran; it does not "
                     "say how full the device is.");
    return card;
}

/// What they cost, where a trace tells it.
QString breakNote(const VariantResult& variant)
{
    return variant.breakCosts
        ? tr("%1 of a call").arg(qt(profiler::formatDuration(variant.breakCosts->all.estimateNs)))
        : tr("cost not known");
}

CardContent breaksCard(const ComparisonView& view, const VariantResult& variant)
{
    const QString name = tr("Graph breaks");
    if (compilesNothing(view, variant))
        return {.name = name,
            .value = absent(),
            .note = tr("%1 compiles nothing").arg(qt(variant.name)),
            .reason = tr("%1 compiles nothing, so nothing can break.").arg(qt(variant.name))};
    if (!variant.graphBreaks)
        return missingCard(name, qt(variant.graphBreaks.error()));
    CardContent card {.name = name, .value = qt(profiler::formatCount(*variant.graphBreaks))};
    const int recompiles = variant.recompiles.value_or(0);
    const bool unwanted
        = profiler::unwantedBreaks(view.comparison->data, variant.variant, view.caseIndex) > 0;
    card.noteStatus = unwanted || recompiles > 0 ? Status::Warning
        : *variant.graphBreaks > 0               ? Status::Information
                                                 : Status::Good;
    card.note = !variant.recompiles ? tr("recompiles not known")
        : recompiles == 0 ? (*variant.graphBreaks > 0 ? breakNote(variant) : tr("no recompiles"))
        : recompiles == 1 ? tr("1 recompile")
                          : tr("%1 recompiles").arg(recompiles);
    return card;
}

CardContent numericsCard(const ComparisonView& view, const VariantResult& variant)
{
    const QString name = tr("Numeric error");
    const profiler::NumericsSummary& numerics = variant.numerics;
    if (variant.variant == 0)
        return {.name = name,
            .value = absent(),
            .note = profiler::isAlone(view.comparison->result) ? tr("nothing beside it")
                                                               : tr("others compared with it"),
            .reason = tr("The other variants' results are compared with the baseline's.")};
    if (numerics.status == profiler::NumericsStatus::NotChecked)
        return missingCard(name,
            numerics.reason.empty() ? QStringLiteral("the results were not compared")
                                    : qt(numerics.reason));
    const auto special = qt(profiler::specialValuesNote(numerics.special));
    CardContent card {.name = name, .noteStatus = statusOf(numerics)};
    if (numerics.status == profiler::NumericsStatus::Equal) {
        card.value = QStringLiteral("0");
        card.unit = tr("% of tolerance");
        card.shortUnit = tr("% of tol.");
        card.note = special.isEmpty() ? tr("equal bit by bit") : special;
        return card;
    }
    if (numerics.status == profiler::NumericsStatus::TooSmallToJudge)
        return {.name = name,
            .value = absent(),
            .note = qt(profiler::numericsWord(numerics.status)),
            .noteStatus = card.noteStatus,
            .reason = qt(numerics.reason)};
    card.value = numerics.toleranceUsedRatio
        ? qt(profiler::formatNumber(100 * *numerics.toleranceUsedRatio, 2))
        : absent();
    card.unit = tr("% of tolerance");
    card.shortUnit = tr("% of tol.");
    card.note = numerics.maxAbs
        ? tr("largest %1").arg(qt(profiler::formatNumber(*numerics.maxAbs, 2)))
        : qt(view.comparison->result.dtype);
    if (numerics.status == profiler::NumericsStatus::WithinTolerance && numerics.relativeError) {
        card.note = tr("error %1 % of the values")
                        .arg(qt(profiler::formatNumber(100 * *numerics.relativeError, 2)));
    }
    if (numerics.status == profiler::NumericsStatus::Different)
        card.note = tr("different: %1").arg(qt(profiler::tensorName(numerics.worstTensor)));
    if (numerics.status == profiler::NumericsStatus::AsAccurateAsEager)
        card.note = tr("as accurate as eager");
    if (!special.isEmpty())
        card.note = special;
    return card;
}

} // namespace

std::array<CardContent, 6> cardContents(const ComparisonView& view)
{
    const VariantResult& variant = *view.focused();
    const bool onCpu = view.comparison->result.plan.numeric.device == "cpu";
    return {throughputCard(view, variant), compileCard(view, variant), memoryCard(view, variant),
        onCpu ? threadsCard(view, variant) : busyCard(view, variant), breaksCard(view, variant),
        numericsCard(view, variant)};
}

} // namespace ui
