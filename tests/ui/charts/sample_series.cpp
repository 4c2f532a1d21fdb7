// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/charts/sample_series.h"

#include "ui/theme/fonts.h"

#include <QDir>

#include <cmath>

namespace ui::test {

namespace {

constexpr double second = 1e9;
constexpr double millisecond = 1e6;

struct Sample {
    int variant;
    const char* name;
    profiler::CompileCache cache;
    double costSeconds;
    double savedMs;
};

profiler::PaybackLine lineOf(const Sample& sample)
{
    profiler::PaybackLine line {
        .variant = sample.variant, .name = sample.name, .cache = sample.cache};
    line.costNs = {.estimate = sample.costSeconds * second,
        .low = sample.costSeconds * 0.97 * second,
        .high = sample.costSeconds * 1.03 * second};
    line.savedNs = {.estimate = sample.savedMs * millisecond,
        .low = sample.savedMs * 0.99 * millisecond,
        .high = sample.savedMs * 1.01 * millisecond};
    if (sample.savedMs > 0) {
        const auto calls = [](double cost, double saved) {
            return static_cast<std::int64_t>(std::floor(cost / saved)) + 1;
        };
        const auto crossing = calls(line.costNs.estimate, line.savedNs.estimate);
        line.crossing = profiler::Payback {.calls = crossing,
            .low = calls(line.costNs.low, line.savedNs.high),
            .high = calls(line.costNs.high, line.savedNs.low),
            .runTimeNs = static_cast<double>(crossing) * 18.42 * millisecond};
    }
    return line;
}

constexpr auto cold = profiler::CompileCache::Empty;
constexpr auto warm = profiler::CompileCache::Kept;

} // namespace

profiler::PaybackSeries designPayback()
{
    profiler::PaybackSeries series {.horizonCalls = 100'000, .fromCalls = 20, .toCalls = 1.2e6};
    for (const Sample& sample :
        {Sample {1, "default", cold, 21.6, 5.51}, Sample {2, "reduce-overhead", cold, 24.8, 7.11},
            Sample {3, "max-autotune", cold, 96.3, 7.59},
            Sample {2, "reduce-overhead", warm, 3.1, 7.11}})
        series.lines.push_back(lineOf(sample));
    series.lowestNs = -150 * second;
    series.highestNs = 5000 * second;
    return series;
}

profiler::PaybackSeries crowdedPayback()
{
    profiler::PaybackSeries series {.horizonCalls = 4'000, .fromCalls = 10, .toCalls = 1e5};
    for (int variant = 1; variant < 8; ++variant) {
        auto line = lineOf({variant, "", cold, 21.6 + (0.1 * variant), 5.51});
        line.name = std::string(190, static_cast<char>('a' + variant))
            + " dynamic=" + std::to_string(variant);
        series.lines.push_back(std::move(line));
    }
    series.lines.push_back(lineOf({3, "warm", warm, 20.6, 5.51}));
    series.lines.push_back(lineOf({4, "never pays back", cold, 40, -1}));
    series.lowestNs = -60 * second;
    series.highestNs = 400 * second;
    return series;
}

QImage grabbed(
    Chart& chart, const Theme& theme, const QSize& size, double pixelRatio, const char* pictureName)
{
    loadFonts();
    chart.resize(size);
    QImage image(size * pixelRatio, QImage::Format_RGB32);
    QCPPainter painter(&image);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.scale(pixelRatio, pixelRatio);
    chart.toPainter(&painter, size.width(), size.height());
    painter.end();
    const QString folder = qEnvironmentVariable("FUSESCOPE_PICTURES");
    if (!folder.isEmpty()) {
        QDir().mkpath(folder);
        image.save(folder + u'/' + QString::fromLatin1(pictureName) + u'-'
            + themeWord(theme.choice()) + u".png"_qs);
    }
    return image;
}

bool isBlank(const QImage& image)
{
    const QRgb first = image.pixel(0, 0);
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (image.pixel(x, y) != first)
                return false;
        }
    }
    return true;
}

} // namespace ui::test
