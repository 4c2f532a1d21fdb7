// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/comparison_result.h"
#include "profiler/model/number_text.h"
#include "profiler/model/variant.h"
#include "profiler/report/charts/chart_frame.h"
#include "profiler/report/charts/report_charts.h"
#include "profiler/report/sentences/imported_text.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/sentences/work_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace profiler {

namespace {

using namespace report_chart;

constexpr double barShare = 0.5; ///< of a row

std::string titleOf(const ComparisonResult& result, const TraceDifference& difference)
{
    return "From " + result.plan.variants.front().name + " to "
        + result.plan.variants.at(static_cast<std::size_t>(difference.variant)).name
        + ", where the difference comes from";
}

/// Neither good nor bad: no verdict follows. What grows goes right, what shrinks left.
class Bars {
public:
    Bars(const ChartLook& look, const TraceDifference& difference)
        : m_canvas(look)
        , m_difference(difference)
        , m_names(look.isNarrow() ? 0.36 * look.width : 0.24 * look.width)
        , m_values(look.text * 6.5)
    {
        for (const auto& part : difference.parts)
            m_most = std::max(m_most, std::abs(part.changeNs()));
        m_most = std::max(m_most, std::abs(difference.changeNs()));
    }

    [[nodiscard]] Picture picture(std::string title)
    {
        const auto rows = static_cast<double>(m_difference.parts.size() + 1);
        const auto& look = m_canvas.look();
        double high = look.text * 2.1;
        if (look.mostHeight > 0)
            high = std::min(high, look.mostHeight / rows);
        double top = 0;
        for (const auto& part : m_difference.parts) {
            row(part.name, part.changeNs(), top, high, false);
            top += high;
        }
        const double left = m_names + m_values;
        m_canvas.axis({left, top}, {look.width - m_values, top});
        row("together", m_difference.changeNs(), top, high, true);
        m_canvas.grid({middle(), 0}, {middle(), high * rows});
        return m_canvas.picture(high * rows, std::move(title));
    }

private:
    [[nodiscard]] double reach() const
    {
        return (m_canvas.look().width - m_names - 2 * m_values) / 2;
    }

    [[nodiscard]] double middle() const { return m_names + m_values + reach(); }

    void row(const std::string& name, double ns, double top, double high, bool strong)
    {
        const double baseline = top + high * 0.68;
        const auto shown = shortened(name, m_canvas.look().text, m_names - 8);
        const double length = m_most > 0 ? reach() * std::abs(ns) / m_most : 0;
        const double from = ns < 0 ? middle() - length : middle();
        const auto& palette = m_canvas.palette();
        m_canvas.svg().rectangle({from, top + high * (1 - barShare) / 2}, std::max(length, 1.0),
            high * barShare, fmt::format("fill:{}", strong ? palette.text : palette.accent));
        const Point end {ns < 0 ? from - 6 : from + length + 6, baseline};
        const auto anchor = ns < 0 ? Anchor::End : Anchor::Start;
        if (strong) {
            m_canvas.strong({0, baseline}, shown);
            m_canvas.strong(end, signedDuration(ns), anchor);
        } else {
            m_canvas.label({0, baseline}, shown);
            m_canvas.label(end, signedDuration(ns), anchor);
        }
    }

    Canvas m_canvas;
    const TraceDifference& m_difference;
    double m_names;
    double m_values;
    double m_most = 0;
};

} // namespace

Picture differenceChart(const ComparisonResult& result, int variant, const ChartLook& look)
{
    const auto* difference = differenceOf(result, variant);
    if (difference == nullptr)
        return nothing(look, "Difference of the traces",
            result.imported ? reasonText(result.imported->noDifference) : std::string());
    return Bars(look, *difference).picture(titleOf(result, *difference));
}

} // namespace profiler
