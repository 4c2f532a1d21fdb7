// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/serving/serving_tables.h"

#include "profiler/model/number_text.h"
#include "profiler/report/serving/serving_sentences.h"
#include "ui/charts/chart_text.h"
#include "ui/tables/column.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

namespace ui {

namespace {

using profiler::OfferedRate;
using profiler::ServedPercentile;
using profiler::ServedVariant;
using profiler::ServingVerdict;
using profiler::SlowRequest;

QString rateNumber(double rate)
{
    return numberText(rate, 3);
}

QString rangeText(const profiler::Interval& interval)
{
    return rateNumber(interval.low) + u'–' + rateNumber(interval.high);
}

DataCell intervalCell(const std::optional<profiler::LoadInterval>& interval, const QString& why)
{
    if (!interval)
        return missingCell(why);
    auto cell = numberCell(
        rateNumber(interval->value.estimate), interval->value.estimate, rangeText(interval->value));
    cell.reason = qt(profiler::overWhat(*interval));
    cell.quietYields = true;
    return cell;
}

DataCell highestCell(const profiler::HighestRate& highest)
{
    using Kind = profiler::HighestRate::Kind;
    if (highest.kind == Kind::Found)
        return intervalCell(highest.rate, {});
    if (highest.kind == Kind::Unknown)
        return missingCell(tr("No rate has a p99: too few requests came."));
    auto cell = numberCell(qt(profiler::highestRateText(highest)), highest.bound);
    cell.reason = highest.kind == Kind::AtLeast ? tr("Every offered rate meets the limit.")
                                                : tr("No offered rate meets the limit.");
    return cell;
}

std::optional<Status> statusOf(ServingVerdict verdict)
{
    switch (verdict) {
    case ServingVerdict::MoreLoad:
        return Status::Good;
    case ServingVerdict::LessLoad:
        return Status::Bad;
    case ServingVerdict::Undecided:
    case ServingVerdict::NoDifference:
        return Status::Neutral;
    case ServingVerdict::NothingServed:
        return Status::Warning;
    case ServingVerdict::Baseline:
        break;
    }
    return std::nullopt;
}

DataCell servedRatioCell(const ServedVariant& variant)
{
    if (!variant.ratio)
        return missingCell(variant.variant == 0 ? tr("the baseline") : tr("nothing was served"));
    const std::string text = profiler::servedRatioText(variant);
    if (text.empty())
        return missingCell(tr("undecided"));
    const auto& ratio = variant.ratio->value;
    const bool fewer = ratio.estimate < 1;
    auto cell = numberCell(qt(text), ratio.estimate,
        rangeText({ratio.estimate, fewer ? 1 / ratio.high : ratio.low,
            fewer ? 1 / ratio.low : ratio.high}));
    cell.reason = variant.ratioIsOfCapacity
        ? tr("Of what is served at most: not every process has a highest rate within the limit.")
        : tr("Of the highest rate within the limit.");
    return cell;
}

DataCell percentileCell(const ServedPercentile& percentile)
{
    if (percentile.ns) {
        auto cell = numberCell(
            durationText(percentile.ns->value.estimate), percentile.ns->value.estimate / 1e6);
        cell.reason = tr("%1–%2, %3")
                          .arg(durationText(percentile.ns->value.low),
                              durationText(percentile.ns->value.high),
                              qt(profiler::overWhat(*percentile.ns)));
        return cell;
    }
    auto cell = missingCell(capitalized(qt(profiler::whyNoPercentile(percentile))) + u'.');
    if (percentile.unanswered)
        cell.text = QStringLiteral("∞");
    return cell;
}

DataCell shareCell(std::optional<double> share)
{
    return share ? numberCell(qt(profiler::percentText(*share)), 100 * *share)
                 : missingCell(tr("No request was answered."));
}

DataCell timeCell(std::optional<double> ns)
{
    return ns ? numberCell(durationText(*ns), *ns / 1e6)
              : missingCell(tr("No request was answered."));
}

DataCell nsCell(std::optional<std::int64_t> ns, const QString& why)
{
    return ns ? numberCell(durationText(*ns), static_cast<double>(*ns) / 1e6) : missingCell(why);
}

DataCell stateCell(const OfferedRate& rate)
{
    auto cell = textCell(qt(profiler::rateStateText(rate)));
    cell.status = !rate.sustained        ? Status::Bad
        : rate.meetsLimit.value_or(true) ? Status::Good
                                         : Status::Warning;
    if (rate.sustained && rate.meetsLimit == std::optional(false))
        cell.text = tr("p99 above the limit");
    if (rate.disturbed) {
        cell.text += tr(", disturbed");
        cell.reason = tr("Other programs used the cores meanwhile, which lengthens tails.");
    }
    return cell;
}

struct RateRow {
    const ServedVariant* variant = nullptr;
    const OfferedRate* rate = nullptr;
};

std::vector<Column<RateRow>> rateColumns()
{
    const auto percentile = [](double p) {
        return [index = profiler::percentileIndex(p)](
                   RateRow row) { return percentileCell(row.rate->latencies[index]); };
    };
    constexpr double deepTail = 0.999;
    return {
        {{.name = tr("variant"), .align = DataAlign::Text, .elastic = true, .strong = true},
            [](RateRow row) { return variantCell(qt(row.variant->name), row.variant->variant); }},
        {{.name = tr("offered"), .unit = tr("requests/s")},
            [](RateRow row) { return numberCell(rateNumber(row.rate->rate), row.rate->rate); }},
        {{.name = tr("answered"), .unit = tr("requests/s"), .yields = 2},
            [](RateRow row) {
                return numberCell(rateNumber(row.rate->achieved), row.rate->achieved);
            }},
        {{.name = tr("median"), .unit = tr("ms")}, percentile(profiler::medianPercentile)},
        {{.name = tr("p99"), .unit = tr("ms"), .strong = true},
            percentile(profiler::tailPercentile)},
        {{.name = tr("p99.9"), .unit = tr("ms"), .yields = 1}, percentile(deepTail)},
        {{.name = tr("call"),
             .unit = tr("ms"),
             .yields = 3,
             .explanation = tr("mean time of the call itself")},
            [](RateRow row) { return timeCell(row.rate->serviceNs); }},
        {{.name = tr("waiting"),
             .unit = tr("%"),
             .explanation = tr("share of a request's time before its call began")},
            [](RateRow row) { return shareCell(row.rate->queueShare()); }},
        {{.name = tr("busy"),
             .unit = tr("%"),
             .yields = 1,
             .explanation = tr("share of the time in which calls ran")},
            [](RateRow row) { return shareCell(row.rate->busyRatio); }},
        {{.name = tr("state"), .align = DataAlign::Text, .elastic = true},
            [](RateRow row) { return stateCell(*row.rate); }}};
}

struct SlowRow {
    const OfferedRate* rate = nullptr;
    const SlowRequest* slow = nullptr;
};

std::vector<Column<SlowRow>> slowColumns()
{
    return {{{.name = tr("offered"), .unit = tr("requests/s")},
                [](SlowRow row) { return numberCell(rateNumber(row.rate->rate), row.rate->rate); }},
        {{.name = tr("process"), .yields = 1},
            [](SlowRow row) {
                return numberCell(
                    QString::number(row.slow->repetition + 1), row.slow->repetition + 1);
            }},
        {{.name = tr("planned at"), .unit = tr("ms"), .yields = 2},
            [](SlowRow row) { return nsCell(row.slow->plannedNs, {}); }},
        {{.name = tr("latency"), .unit = tr("ms"), .strong = true},
            [](SlowRow row) {
                return nsCell(row.slow->latencyNs(), tr("It was never answered."));
            }},
        {{.name = tr("waited"), .unit = tr("ms")},
            [](SlowRow row) { return nsCell(row.slow->waitNs, tr("It never started.")); }},
        {{.name = tr("call"), .unit = tr("ms")},
            [](SlowRow row) { return nsCell(row.slow->serviceNs, tr("It never returned.")); }},
        {{.name = tr("why"), .align = DataAlign::Text, .elastic = true, .fills = 1},
            [](SlowRow row) { return textCell(qt(profiler::causeText(*row.slow))); }}};
}

} // namespace

DataContent servedVariantTable(const ComparisonView& view, const profiler::ServedCase& served)
{
    const std::vector<Column<ServedVariant>> columns {
        {{.name = tr("variant"), .align = DataAlign::Text, .elastic = true, .strong = true},
            [](const ServedVariant& row) { return variantCell(qt(row.name), row.variant); }},
        {{.name = tr("within the limit"),
             .unit = tr("requests/s"),
             .explanation = tr("highest rate whose p99 is within the limit")},
            [](const ServedVariant& row) { return highestCell(row.withinLimit); }},
        {{.name = tr("× baseline")}, servedRatioCell},
        {{.name = tr("keeps up with"),
             .unit = tr("requests/s"),
             .yields = 1,
             .explanation = tr("of the offered rates the highest one, with all below it")},
            [](const ServedVariant& row) {
                return row.highestSustained
                    ? numberCell(rateNumber(*row.highestSustained), *row.highestSustained)
                    : missingCell(tr("It kept up with no offered rate."));
            }},
        {{.name = tr("at most"),
             .unit = tr("requests/s"),
             .explanation = tr("answered a second when all requests come at once")},
            [](const ServedVariant& row) {
                return intervalCell(row.capacity, tr("Nothing was served."));
            }},
        {{.name = tr("verdict"), .align = DataAlign::Text, .elastic = true},
            [](const ServedVariant& row) {
                auto cell = textCell(qt(profiler::verdictWord(row.verdict)));
                cell.status = statusOf(row.verdict);
                return cell;
            }}};
    DataContent content {.title = tr("Serving"), .columns = headingsOf(columns), .rows = {}};
    for (const auto& variant : served.variants)
        if (variant.variant == 0 || !view.isHidden(variant.variant))
            content.rows.push_back(filledRow(columns, variant, {.key = variant.variant}));
    return content;
}

DataContent offeredRateTable(const ComparisonView& view, const profiler::ServedCase& served)
{
    const auto columns = rateColumns();
    DataContent content {.title = tr("Rates"), .columns = headingsOf(columns), .rows = {}};
    bool shaded = false;
    for (const auto& variant : served.variants) {
        if (variant.variant != 0 && view.isHidden(variant.variant))
            continue;
        for (const auto& rate : variant.rates)
            content.rows.push_back(filledRow(
                columns, RateRow {&variant, &rate}, {.key = variant.variant, .shaded = shaded}));
        shaded = !shaded;
    }
    return content;
}

DataContent slowRequestTable(const ComparisonView& view, const profiler::ServedCase& served)
{
    const auto columns = slowColumns();
    DataContent content {.title = tr("Slow requests"), .columns = headingsOf(columns), .rows = {}};
    for (const auto& variant : served.variants) {
        if (variant.variant != view.focus)
            continue;
        bool shaded = false;
        for (const auto& rate : variant.rates) {
            for (const auto& slow : rate.slowest)
                content.rows.push_back(
                    filledRow(columns, SlowRow {&rate, &slow}, {.shaded = shaded}));
            shaded = !shaded;
        }
    }
    return content;
}

} // namespace ui
