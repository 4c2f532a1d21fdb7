// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/check/check_documents.h"
#include "profiler/report/check/check_sentences.h"
#include "profiler/report/sentences/ratio_text.h"
#include "profiler/report/text/text_table.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace profiler {
namespace {

constexpr std::size_t cells = 41; ///< odd: as fast as before has the middle one
constexpr std::size_t longestBarName = 32;
constexpr std::size_t mostBars = 20;
constexpr double widest = 2; ///< times; what is farther away ends at the edge

/// Where ratios stand on an axis whose middle is "as fast as before"; faster is on the right.
class BarAxis {
public:
    BarAxis(const std::vector<GateCheck>& checks, double margin)
        : m_margin(std::log1p(margin))
        , m_span(2 * m_margin)
    {
        for (const auto& check : checks)
            m_span = std::max({m_span, std::abs(std::log(check.ratio->low)),
                std::abs(std::log(check.ratio->high))});
        m_span = std::min(m_span, std::log(widest));
    }

    [[nodiscard]] std::string line(const Interval& ratio) const
    {
        std::vector<std::string> marks(cells, " ");
        marks[at(-m_margin)] = "┊";
        marks[at(0)] = "│";
        const auto low = at(std::log(ratio.low));
        const auto high = at(std::log(ratio.high));
        for (auto cell = low; cell <= high; ++cell)
            marks[cell] = marks[cell] == " " ? "─" : "┼";
        marks[at(std::log(ratio.estimate))] = "●";
        std::string text;
        for (const auto& mark : marks)
            text += mark;
        return text;
    }

private:
    [[nodiscard]] std::size_t at(double logarithm) const
    {
        const double share = (std::clamp(logarithm / m_span, -1.0, 1.0) + 1) / 2;
        return static_cast<std::size_t>(std::lround(share * static_cast<double>(cells - 1)));
    }

    double m_margin;
    double m_span;
};

std::vector<GateCheck> timedChecks(const GateResult& result)
{
    std::vector<GateCheck> checks;
    for (const auto& check : result.checks)
        if (check.subject == GateSubject::Time && check.ratio && check.ratio->low > 0
            && std::isfinite(check.ratio->high) && checks.size() < mostBars)
            checks.push_back(check);
    return checks;
}

std::string padded(const std::string& text, std::size_t width)
{
    return text + std::string(width - std::min(width, displayWidth(text)), ' ');
}

} // namespace

std::string checkBars(const GateResult& result)
{
    const auto checks = timedChecks(result);
    if (checks.empty())
        return {};
    const BarAxis axis(checks, result.maxRegression);
    std::size_t width = 0;
    std::vector<std::string> names;
    for (const auto& check : checks) {
        names.push_back(elided(printable(whereText(check)), longestBarName));
        width = std::max(width, displayWidth(names.back()));
    }
    std::string text;
    for (std::size_t i = 0; i < checks.size(); ++i)
        text += padded(names[i], width) + "  " + axis.line(*checks[i].ratio) + "  "
            + ratioWithInterval(*checks[i].ratio) + "\n";
    return text + padded("", width) + "  " + barsLegend(result.maxRegression) + "\n";
}

} // namespace profiler
