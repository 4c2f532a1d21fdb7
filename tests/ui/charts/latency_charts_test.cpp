// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/judge/judge.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "tests/support/recorded_example.h"
#include "tests/ui/charts/sample_series.h"
#include "ui/charts/call_chart.h"
#include "ui/charts/percentile_chart.h"
#include "ui/charts/process_dots_chart.h"
#include "ui/charts/quantile_chart.h"
#include "ui/charts/spread_chart.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

namespace ui {
namespace {

using profiler::ValueAxis;
using recorded_example::ExampleOptions;
using test::grabbed;
using test::isBlank;

std::shared_ptr<const profiler::CallSeries> shared(profiler::CallSeries series)
{
    return std::make_shared<const profiler::CallSeries>(std::move(series));
}

constexpr QSize wide {590, 300};
constexpr QSize low {760, 200};

struct Judged {
    explicit Judged(const ExampleOptions& options = {})
        : data(recorded_example::recordedExample(options))
        , result(profiler::judge(data))
    {
    }

    [[nodiscard]] const profiler::CaseResult& first() const { return result.cases.at(0); }

    profiler::ComparisonData data;
    profiler::ComparisonResult result;
};

ExampleOptions ugly()
{
    ExampleOptions options;
    options.variants = recorded_example::exampleVariants(8);
    for (std::size_t i = 0; i < options.variants.size(); ++i)
        options.variants[i].name += std::string(190, static_cast<char>('a' + i)) + " end";
    options.variants[3].failure = "Inductor failed: no kernel image is available for execution";
    options.variants[2].speedUp = 40;
    options.repetitions = 2;
    options.rounds = 10;
    options.callsPerBlock = 5;
    return options;
}

/// Half of the blocks take twice as long, and one call in a hundred is 30 times as slow.
ExampleOptions heavyTails()
{
    ExampleOptions options;
    options.cases[0].eagerMs = 0.0106;
    options.callNoise = 0.25;
    options.slowCallRatio = 0.05;
    options.callsPerBlock = 200;
    return options;
}

class InBothThemes : public testing::TestWithParam<double> {
protected:
    template <typename ChartType, typename Fill>
    void check(Fill fill, const QSize& size, const char* name)
    {
        Theme theme(ThemeChoice::Dark);
        const auto chart = std::make_unique<ChartType>(theme);
        fill(*chart);
        const double ratio = GetParam();
        const QImage dark = grabbed(*chart, theme, size, ratio, name);
        theme.setChoice(ThemeChoice::Light);
        const QImage light = grabbed(*chart, theme, size, ratio, name);
        EXPECT_FALSE(isBlank(dark));
        EXPECT_FALSE(isBlank(light));
        EXPECT_NE(dark, light);
        EXPECT_EQ(dark.size(), size * ratio);
    }
};

TEST_P(InBothThemes, Spread)
{
    const Judged judged;
    check<SpreadChart>(
        [&](SpreadChart& chart) {
            chart.setSeries(profiler::spreadSeries(judged.data, judged.first()), 2);
        },
        wide, "spread");
    const Judged bad(ugly());
    check<SpreadChart>(
        [&](SpreadChart& chart) {
            chart.setSeries(profiler::spreadSeries(bad.data, bad.first(),
                                profiler::SpreadGrain::Calls, ValueAxis::Log),
                2);
        },
        wide, "spread-ugly");
    const Judged heavy(heavyTails());
    check<SpreadChart>(
        [&](SpreadChart& chart) {
            chart.setSeries(profiler::spreadSeries(heavy.data, heavy.first()), 2);
        },
        wide, "spread-heavy");
}

TEST_P(InBothThemes, Percentiles)
{
    Judged judged;
    profiler::Goal goal;
    goal.limits.p99 = profiler::nanoseconds(9'000'000);
    judged.result.cases[0].variants[1].limits.push_back({.met = true, .limit = 9e6});
    judged.result.cases[0].variants[0].limits.push_back({.met = false, .limit = 9e6});
    check<PercentileChart>(
        [&](PercentileChart& chart) {
            chart.setSeries(profiler::percentileSeries(judged.data, judged.first(), goal), 2);
        },
        wide, "percentiles");
    const Judged bad(ugly());
    check<PercentileChart>(
        [&](PercentileChart& chart) {
            chart.setSeries(profiler::percentileSeries(bad.data, bad.first(), {}), 2);
        },
        wide, "percentiles-ugly");
    const Judged heavy(heavyTails());
    check<PercentileChart>(
        [&](PercentileChart& chart) {
            chart.setSeries(profiler::percentileSeries(heavy.data, heavy.first(), {}), 2);
        },
        wide, "percentiles-heavy");
}

TEST_P(InBothThemes, Quantiles)
{
    const Judged judged;
    check<QuantileChart>(
        [&](QuantileChart& chart) {
            chart.setSeries(profiler::quantilePairs(
                                profiler::percentileSeries(judged.data, judged.first(), {})),
                u"eager"_qs, 2);
        },
        wide, "quantiles");
}

TEST_P(InBothThemes, Calls)
{
    const Judged judged;
    check<CallChart>(
        [&](CallChart& chart) {
            chart.setSeries(shared(profiler::callSeries(judged.data, judged.first())), 2);
        },
        low, "calls");
    const Judged bad(ugly());
    check<CallChart>(
        [&](CallChart& chart) {
            chart.setSeries(shared(profiler::callSeries(bad.data, bad.first())), 2);
        },
        low, "calls-ugly");
}

TEST_P(InBothThemes, ProcessDots)
{
    Judged judged;
    judged.result.quality.noiseFloor = profiler::LogRatio::ofEffect(0.004);
    check<ProcessDotsChart>(
        [&](ProcessDotsChart& chart) {
            chart.setSeries(profiler::processSeries(judged.data, judged.result, judged.first()), 2);
        },
        QSize(430, 230), "process-dots");
    const Judged bad(ugly());
    check<ProcessDotsChart>(
        [&](ProcessDotsChart& chart) {
            chart.setSeries(profiler::processSeries(bad.data, bad.result, bad.first()), 2);
        },
        QSize(430, 230), "process-dots-ugly");
}

TEST_P(InBothThemes, RatioDots)
{
    const Judged judged;
    check<RatioDotsChart>(
        [&](RatioDotsChart& chart) {
            chart.setSeries(profiler::ratioSeries(judged.data, judged.result, judged.first(), 1));
        },
        QSize(480, 300), "ratio-dots");
}

INSTANTIATE_TEST_SUITE_P(Scales, InBothThemes, testing::Values(1.0, 1.5));

class LatencyCharts : public testing::Test {
protected:
    const Theme theme {ThemeChoice::Dark};
    const Judged judged;
};

TEST_F(LatencyCharts, SpreadTableHasARowForEachBinAndOneForTheSlowest)
{
    const auto chart = std::make_unique<SpreadChart>(theme);
    chart->setSeries(profiler::spreadSeries(judged.data, judged.first()), 1);
    const ChartTable table = chart->table();
    ASSERT_EQ(table.rows.size(), static_cast<qsizetype>(chart->series().edgesNs.size()));
    EXPECT_EQ(table.columns.size(), 2 + 4);
    double sum = 0;
    for (const QVariantList& row : table.rows)
        sum += row[2].toDouble();
    EXPECT_NEAR(sum, 100, 1e-6);
}

TEST_F(LatencyCharts, SpreadReadsTheShareOfEveryVariantInABin)
{
    const auto chart = std::make_unique<SpreadChart>(theme);
    chart->setSeries(profiler::spreadSeries(judged.data, judged.first()), 1);
    (void)grabbed(*chart, theme, wide, 1, "spread-1x");
    chart->setPointer(QPointF(chart->axisRect()->rect().center()));
    ASSERT_TRUE(chart->reading());
    EXPECT_EQ(chart->reading()->rows.size(), 4U);
    EXPECT_LT(chart->reading()->low, chart->reading()->high);
}

TEST_F(LatencyCharts, PercentileTableEqualsTheSeries)
{
    const auto chart = std::make_unique<PercentileChart>(theme);
    chart->setSeries(profiler::percentileSeries(judged.data, judged.first(), {}), 1);
    std::size_t points = 0;
    for (const auto& variant : chart->series().variants)
        points += variant.curve.size() + variant.slowest.size();
    EXPECT_EQ(static_cast<std::size_t>(chart->table().rows.size()), points);
    EXPECT_EQ(chart->graphCount(), 4 * 3);
}

TEST_F(LatencyCharts, PercentilesSayWhatTheNextOneNeeds)
{
    const auto chart = std::make_unique<PercentileChart>(theme);
    chart->setSeries(profiler::percentileSeries(judged.data, judged.first(), {}), 1);
    const QString text = chart->needsText();
    EXPECT_TRUE(text.startsWith(u"p99.9 needs 3"_qs)) << text.toStdString();
    EXPECT_TRUE(text.endsWith(u"has 400"_qs)) << text.toStdString();
}

TEST_F(LatencyCharts, HeadlinesOfEightVariantsDoNotOverlap)
{
    const Judged bad(ugly());
    const auto chart = std::make_unique<PercentileChart>(theme);
    chart->setSeries(profiler::percentileSeries(bad.data, bad.first(), {}), 1);
    (void)grabbed(*chart, theme, wide, 1, "percentiles-eight");
    const auto places = chart->headlinePlaces();
    ASSERT_EQ(places.size(), 8U);
    for (std::size_t a = 0; a < places.size(); ++a) {
        for (std::size_t b = a + 1; b < places.size(); ++b)
            EXPECT_FALSE(places[a].intersects(places[b])) << a << " and " << b;
    }
}

TEST_F(LatencyCharts, CallSignsAndLabelsStandApart)
{
    const auto chart = std::make_unique<CallChart>(theme);
    chart->setSeries(shared(profiler::callSeries(judged.data, judged.first())), 1);
    (void)grabbed(*chart, theme, low, 1, "calls-1x");
    const auto signs = chart->signs();
    EXPECT_GE(signs.size(), 3U);
    for (std::size_t a = 0; a < signs.size(); ++a) {
        for (std::size_t b = a + 1; b < signs.size(); ++b) {
            EXPECT_GT(QLineF(signs[a].at, signs[b].at).length(), 10);
            if (!signs[a].label.isEmpty() && !signs[b].label.isEmpty()) {
                EXPECT_FALSE(signs[a].label.intersects(signs[b].label));
            }
        }
    }
}

TEST_F(LatencyCharts, AMillionCallsAreDrawnAsBoundedPoints)
{
    profiler::CallSeries series {.warmUpEnd = 1, .end = 1e6, .processes = 1};
    profiler::VariantCalls calls {.variant = 1, .name = "default"};
    for (int i = 1; i <= 1'000'000; ++i) {
        calls.place.push_back(i);
        calls.ns.push_back(1e6 * (1 + ((i % 997) * 1e-4)));
    }
    series.variants.push_back(std::move(calls));
    const auto chart = std::make_unique<CallChart>(theme);
    series.extent = profiler::callExtent(series.variants);
    chart->setSeries(shared(std::move(series)), 1);
    (void)grabbed(*chart, theme, low, 1, "calls-million");
    EXPECT_GT(chart->drawnPoints(), 1000U);
    EXPECT_LE(chart->drawnPoints(), 760U * 8);
}

TEST_F(LatencyCharts, RatioDotsNameTheBand)
{
    const auto chart = std::make_unique<RatioDotsChart>(theme);
    profiler::RatioSeries series {
        .variant = 1, .dots = {{0, 1.01}}, .together = {1.02, 0.98, 1.07}};
    chart->setSeries(series);
    EXPECT_EQ(chart->bandText(), u"±3 %, too small to matter"_qs);
    series.band = 0.06;
    series.bandIsNoise = true;
    chart->setSeries(series);
    EXPECT_TRUE(chart->bandText().endsWith(u"the noise of this machine"_qs));
    EXPECT_EQ(chart->table().rows.size(), 2);
}

TEST_F(LatencyCharts, WithoutDataSayWhy)
{
    const auto says = [&](Chart& chart) {
        EXPECT_FALSE(chart.emptyText().isEmpty());
        EXPECT_FALSE(isBlank(grabbed(chart, theme, wide, 1, "empty")));
        EXPECT_TRUE(chart.table().rows.isEmpty());
    };
    const auto spread = std::make_unique<SpreadChart>(theme);
    spread->setSeries(profiler::spreadSeries(profiler::ComparisonData {}, {}), 0);
    says(*spread);
    const auto percentiles = std::make_unique<PercentileChart>(theme);
    percentiles->setSeries(profiler::percentileSeries(profiler::ComparisonData {}, {}, {}), 0);
    says(*percentiles);
    const auto calls = std::make_unique<CallChart>(theme);
    calls->setSeries(shared(profiler::callSeries(profiler::ComparisonData {}, {})), 0);
    says(*calls);
    const auto dots = std::make_unique<ProcessDotsChart>(theme);
    dots->setSeries(profiler::processSeries(profiler::ComparisonData {}, {}, {}), 0);
    says(*dots);
}

} // namespace
} // namespace ui
