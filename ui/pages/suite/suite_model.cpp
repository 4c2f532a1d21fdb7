// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/suite/suite_model.h"

#include "profiler/model/number_text.h"
#include "ui/pages/suite/suite_tables.h"
#include "ui/text/text.h"

#include <QStringList>

#include <algorithm>
#include <set>
#include <utility>

namespace ui {

namespace {

using profiler::SuiteResult;
using profiler::SuiteRow;

/// What yields first where the window is narrow.
int yieldsOf(const std::string& heading)
{
    if (heading == "family" || heading == "notes")
        return 1;
    if (heading == "breaks")
        return 2;
    return heading == "memory" ? 3 : 0;
}

DataColumn headingOf(const profiler::SuiteColumn& column)
{
    const bool number = column.align == profiler::Align::Right;
    DataColumn made {.name = capitalized(qt(column.heading)),
        .align = number ? DataAlign::Number : DataAlign::Text,
        .yields = yieldsOf(column.heading),
        .elastic = !number,
        .narrowest = column.heading == "model" ? 150 : 110,
        .fills = column.heading == "notes" ? 1 : 0,
        .strong = column.heading == "model"};
    if (!column.variant.empty()) {
        made.name = qt(column.variant);
        made.explanation = QObject::tr("Times faster than the baseline, with its 95 % interval");
    }
    return made;
}

QString ratioText(double ratio)
{
    return qt(profiler::formatRatio(ratio));
}

} // namespace

SuiteModel::Columns SuiteModel::columnsOf(const SuiteResult& suite, const std::string& figuresOf)
{
    Columns columns;
    columns.cells = profiler::suiteColumns(suite, figuresOf);
    const auto last = std::find_if(columns.cells.rbegin(), columns.cells.rend(),
        [](const profiler::SuiteColumn& column) { return !column.variant.empty(); });
    if (last != columns.cells.rend()) {
        columns.drawn = static_cast<int>(columns.cells.rend() - last);
        columns.cells.insert(columns.cells.begin() + columns.drawn, profiler::SuiteColumn());
    }
    for (const auto& column : columns.cells)
        columns.headings.push_back(headingOf(column));
    return columns;
}

void SuiteModel::setSuite(
    std::shared_ptr<const SuiteResult> suite, const std::string& figuresOf, const QString& filter)
{
    Columns columns;
    std::vector<std::size_t> shown;
    std::set<Setting> settings;
    if (suite) {
        columns = columnsOf(*suite, figuresOf);
        shown = filteredRows(*suite, filter);
        if (shown.size() == suite->rows.size())
            for (const auto& mean : suite->means)
                settings.emplace(mean.device, mean.dtype);
    }
    const auto rows = shown.size() + settings.size();
    const auto cells = rows * columns.cells.size();
    change(rows, columns.cells.size(), [&] {
        m_suite = std::move(suite);
        m_shown = std::move(shown);
        m_means.assign(settings.begin(), settings.end());
        m_columns = std::move(columns);
        m_cells.clear();
        m_cells.resize(cells);
        takeSpan();
    });
}

/// Holds 1 and every ratio; an interval may reach out of it.
void SuiteModel::takeSpan()
{
    constexpr double least = 1.25; ///< to either side: where all are alike that shall be seen
    constexpr double most = 32;
    constexpr double room = 1.08;
    double low = 1 / least;
    double high = least;
    for (int row = 0; row < rowCount(); ++row)
        for (const auto& drawn : ratios(row)) {
            low = std::min(low, drawn.ratio.estimate);
            high = std::max(high, drawn.ratio.estimate);
        }
    m_span = {std::max(low / room, 1 / most), std::min(high * room, most)};
    if (m_columns.drawn < 0)
        return;
    auto& heading = m_columns.headings[static_cast<std::size_t>(m_columns.drawn)];
    const auto number = [](double ratio) { return QString::number(ratio, 'g', 2); };
    heading = {.name = QObject::tr("%1–%2×").arg(number(m_span.low), number(m_span.high)),
        .align = DataAlign::Text,
        .yields = 4,
        .width = 130,
        .drawn = true,
        .explanation = QObject::tr(
            "The ratio of each variant with its 95 % interval, from top to bottom in the order of "
            "the columns, on one logarithmic axis for all rows from %1 to %2×. The line is 1×: to "
            "the right of it a variant is faster than the baseline.")
                           .arg(number(m_span.low), number(m_span.high))};
}

int SuiteModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size() + m_means.size());
}

bool SuiteModel::isTotal(int row) const
{
    return static_cast<std::size_t>(row) >= m_shown.size();
}

int SuiteModel::key(int row) const
{
    return isTotal(row) ? -1 : static_cast<int>(m_shown.at(static_cast<std::size_t>(row)));
}

const SuiteRow* SuiteModel::suiteRow(int row) const
{
    return isTotal(row) ? nullptr : &m_suite->rows[m_shown[static_cast<std::size_t>(row)]];
}

std::vector<DrawnRatio> SuiteModel::ratios(int row) const
{
    std::vector<DrawnRatio> drawn;
    const auto& variants = m_suite->variants;
    const auto* of = suiteRow(row);
    for (std::size_t i = 0; i < variants.size(); ++i) {
        const auto style = static_cast<int>(i) + 1;
        if (of == nullptr) {
            const auto& setting = m_means[static_cast<std::size_t>(row) - m_shown.size()];
            for (const auto& mean : m_suite->means)
                if (mean.mean && mean.variant == variants[i] && mean.device == setting.first
                    && mean.dtype == setting.second)
                    drawn.push_back({style,
                        mean.interval.value_or(
                            profiler::Interval {*mean.mean, *mean.mean, *mean.mean})});
            continue;
        }
        const auto* cell = of->failure ? nullptr : of->cell(variants[i]);
        if (cell != nullptr && profiler::countsInMean(*cell))
            drawn.push_back({style, *cell->speedUp});
    }
    return drawn;
}

DataCell SuiteModel::cell(int row, int column) const
{
    const auto place = (static_cast<std::size_t>(row) * m_columns.cells.size())
        + static_cast<std::size_t>(column);
    auto& kept = m_cells.at(place);
    if (!kept)
        kept = std::make_unique<DataCell>(madeCell(row, column));
    return *kept;
}

DataCell SuiteModel::madeCell(int row, int column) const
{
    if (column == m_columns.drawn)
        return drawnCell(row);
    const auto place = static_cast<std::size_t>(column);
    if (const auto* of = suiteRow(row)) {
        const auto& told = m_columns.cells[place];
        return suiteCell(told.cell(*m_suite, *of), told);
    }
    return meanCell(m_means[static_cast<std::size_t>(row) - m_shown.size()], place);
}

/// What is drawn, in words; it is sorted by the best of the row.
DataCell SuiteModel::drawnCell(int row) const
{
    QStringList words;
    double best = 0;
    for (const auto& drawn : ratios(row)) {
        words << QObject::tr("%1: %2 (%3)")
                     .arg(qt(m_suite->variants[static_cast<std::size_t>(drawn.variant) - 1]),
                         ratioText(drawn.ratio.estimate),
                         qt(profiler::formatRatioInterval(drawn.ratio)));
        best = std::max(best, drawn.ratio.estimate);
    }
    DataCell cell {.accessible = words.join(QStringLiteral(", ")), .reason = words.join(u'\n')};
    if (best > 0)
        cell.value = best;
    else
        cell = missingCell({});
    return cell;
}

DataCell SuiteModel::meanCell(const Setting& setting, std::size_t column) const
{
    const auto& of = m_columns.cells[column];
    DataCell cell;
    if (column == 0) {
        const auto progress = qt(profiler::suiteProgress(*m_suite));
        cell = textCell(progress.isEmpty() ? QObject::tr("Geometric mean")
                                           : QObject::tr("Mean of %1 so far").arg(progress));
        cell.reason = progress.isEmpty() ? QString() : QObject::tr("Geometric mean");
    } else if (of.heading == "device") {
        cell = textCell(qt(setting.first));
    } else if (of.heading == "type") {
        cell = textCell(qt(setting.second));
    }
    for (const auto& mean : m_suite->means)
        if (of.mean && mean.variant == of.variant && mean.device == setting.first
            && mean.dtype == setting.second)
            cell = suiteCell(of.mean(mean), of);
    cell.strong = true;
    return cell;
}

QString SuiteModel::title() const
{
    return m_suite == nullptr || m_suite->name.empty()
        ? QObject::tr("Models beside each other")
        : QObject::tr("Suite %1").arg(qt(m_suite->name));
}

} // namespace ui
