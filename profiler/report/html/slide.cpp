// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/html/slide.h"

#include "profiler/judge/case_settings.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/variant.h"
#include "profiler/report/charts/report_charts.h"
#include "profiler/report/document/provenance.h"
#include "profiler/report/document/report_builder.h"
#include "profiler/report/html/report_writers.h"
#include "profiler/report/html/sign_svg.h"
#include "profiler/report/sentences/method_text.h"
#include "profiler/report/sentences/results_text.h"
#include "profiler/report/text/text_width.h"

#include <algorithm>
#include <fmt/format.h>

namespace profiler {
namespace {

constexpr double margin = 80;
constexpr double inner = slideWidth - 2 * margin;
constexpr double small = smallestSlideText;
constexpr double gap = 60;
constexpr std::size_t mostImportedCharts = 3;

struct SlideChart {
    std::string title;
    Picture picture;
};

class Slide {
public:
    Slide(const ComparisonResult& result, const ComparisonData& data, const SlideOptions& options)
        : m_result(result)
        , m_data(data)
        , m_options(options)
        , m_palette(paletteOf(options.theme))
        , m_svg(m_palette)
    {
    }

    [[nodiscard]] Picture picture()
    {
        if (!m_options.transparent)
            m_svg.rectangle(
                {0, 0}, slideWidth, slideHeight, fmt::format("fill:{}", m_palette.panel));
        const double top = sentence(title());
        const double bottom = foot();
        charts(top + 34, bottom - 30);
        return {.width = slideWidth,
            .height = slideHeight,
            .title = withoutMarks(text()),
            .description = provenanceText(provenance()),
            .marks = m_svg.marks()};
    }

private:
    [[nodiscard]] std::string text() const
    {
        return m_options.summary.value_or(settingsSentence(m_result, Emphasis::Markdown));
    }

    [[nodiscard]] Provenance provenance() const { return provenanceOf(m_data, m_options.file); }

    /// What was measured, and the verdict's word. Returns where it ends.
    double title()
    {
        constexpr double size = 32;
        const double baseline = margin + size;
        const auto word = settingsVerdict(m_result);
        constexpr double sign = 32; // and as much room beside it
        const double wide = textWidth(word.text, size, Weight::SemiBold) + sign + 14;
        const auto colour = m_palette.*profiler::lookOf(word.mark).colour;
        const double left = slideWidth - margin - wide - 56;
        m_svg.rectangle({left, baseline - 42}, wide + 56, 60,
            fmt::format("fill:none;stroke:{};stroke-width:2", colour), 30);
        m_svg.scaled({left + 28, baseline - 28}, sign / 16, signMarks(word.mark, m_palette));
        m_svg.text(
            {slideWidth - margin - 28, baseline}, word.text, size, colour, Anchor::End, true);
        const auto name = m_options.title.value_or(titleOf(m_result));
        m_svg.text({margin, baseline},
            shortened(printable(name), size, inner - wide - 120, Weight::SemiBold), size,
            m_palette.muted, Anchor::Start, true);
        return baseline + 26;
    }

    /// As large as four lines allow, never smaller than the smallest text.
    double sentence(double top)
    {
        constexpr double sizes[] {52, 46, 40, 36, 32, small};
        constexpr double high = 175; // the rest is for the charts
        constexpr std::size_t room = 16; // of a sentence with very long names
        auto words = text();
        double size = small;
        std::vector<TextLine> lines;
        for (const double each : sizes) {
            size = each;
            lines = linesOf(words, size, inner);
            if (each * static_cast<double>(lines.size()) <= high)
                break;
        }
        if (lines.size() > room) // no slide holds it; the report does
            lines = linesOf(shortened(withoutMarks(words), size, inner * (room - 1)), size, inner);
        double baseline = top + size;
        for (const auto& line : lines) {
            m_svg.runs({margin, baseline}, line, size, m_palette.text);
            baseline += size * 1.32;
        }
        return baseline - size;
    }

    /// The method and where it comes from, from the bottom up. Returns where it begins.
    double foot()
    {
        const double lineHeight = small * 1.35;
        auto lines = linesOf(methodLine(m_result, m_data), small, inner);
        const auto source = m_options.file.empty()
            ? "Fusescope " + provenance().toolVersion + " · " + figureIdText(provenance().id)
            : provenanceLine(provenance());
        for (auto& line : linesOf(source, small, inner))
            lines.push_back(std::move(line));
        double baseline = slideHeight - 52 - lineHeight * static_cast<double>(lines.size() - 1);
        const double top = baseline - small;
        m_svg.line({margin, top - 14}, {slideWidth - margin, top - 14},
            fmt::format("stroke:{};stroke-width:2", m_palette.border));
        for (const auto& line : lines) {
            m_svg.runs({margin, baseline}, line, small, m_palette.muted);
            baseline += lineHeight;
        }
        return top - 14;
    }

    /// The case that is drawn where only one can be: the first with advice.
    [[nodiscard]] const CaseResult& shownCase() const
    {
        const auto found = std::ranges::find_if(m_result.cases, [](const CaseResult& each) {
            return each.recommendation.kind == RecommendationKind::Recommended;
        });
        return found == m_result.cases.end() ? m_result.cases.front() : *found;
    }

    [[nodiscard]] std::vector<SlideChart> importedCharts(const ChartLook& look) const
    {
        std::vector<SlideChart> all;
        for (const auto& difference : m_result.imported->differences) {
            auto picture = differenceChart(m_result, difference.variant, look);
            if (all.size() < mostImportedCharts && !picture.isEmpty())
                all.push_back({picture.title, std::move(picture)});
        }
        return all;
    }

    [[nodiscard]] std::vector<SlideChart> chartsOf(const ChartLook& look) const
    {
        if (m_result.cases.empty())
            return {};
        if (m_result.imported)
            return importedCharts(look);
        const auto& shown = shownCase();
        const bool many = m_result.cases.size() > 1;
        const auto where = many ? ", " + shown.name : std::string();
        const int variant = subjectVariant(m_result, shown);
        const auto& names = m_result.plan.variants;
        std::vector<SlideChart> all {
            {many ? names.at(static_cast<std::size_t>(variant)).name + ", times faster"
                  : "Times faster than " + names.front().name,
                many ? casesChart(m_result, variant, look) : forestChart(m_result, shown, look)},
            {"Payback" + where, paybackChart(m_result, shown, look)},
            {"Latency" + where, latencyChart(m_result, m_data, shown, look)}};
        std::erase_if(all, [](const SlideChart& chart) { return chart.picture.isEmpty(); });
        return all;
    }

    [[nodiscard]] ChartLook lookOf(std::size_t count, double height) const
    {
        const auto columns = static_cast<double>(std::max<std::size_t>(count, 1));
        return {.width = (inner - gap * (columns - 1)) / columns,
            .height = height,
            .text = small,
            .small = small,
            .theme = m_options.theme,
            .legend = false,
            .mostHeight = height,
            .styles = stylesOf(m_data)};
    }

    void charts(double top, double bottom)
    {
        constexpr double titleSize = 30;
        constexpr double least = 260; // below it a chart says nothing
        auto legendLook = lookOf(1, 0);
        legendLook.legend = true;
        const auto legend = legendPicture(m_result, legendLook);
        const double plots = top + titleSize * 1.5;
        const double height = bottom - legend.height - 16 - plots;
        if (height < least)
            return;
        auto drawn = chartsOf(lookOf(3, height));
        if (drawn.size() < 3)
            drawn = chartsOf(lookOf(drawn.size(), height));
        double x = margin;
        for (const auto& chart : drawn) {
            m_svg.text({x, top + titleSize},
                shortened(printable(chart.title), titleSize, chart.picture.width, Weight::SemiBold),
                titleSize, m_palette.text, Anchor::Start, true);
            m_svg.group({x, plots}, chart.picture.marks);
            x += chart.picture.width + gap;
        }
        if (!drawn.empty())
            m_svg.group({margin, bottom - legend.height}, legend.marks);
    }

    const ComparisonResult& m_result;
    const ComparisonData& m_data;
    const SlideOptions& m_options;
    const Palette& m_palette;
    Svg m_svg;
};

} // namespace

Picture slidePicture(
    const ComparisonResult& result, const ComparisonData& data, const SlideOptions& options)
{
    return Slide(result, data, options).picture();
}

SlideOptions slideOptionsOf(const ReportOptions& options, bool transparent)
{
    return {.theme = options.theme,
        .transparent = transparent,
        .title = options.title,
        .summary = options.summary,
        .file = options.file};
}

} // namespace profiler
