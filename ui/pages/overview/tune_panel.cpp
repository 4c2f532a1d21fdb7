// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/tune_panel.h"

#include "profiler/evidence/lanes/tune_steps.h"
#include "profiler/judge/tune/tune_outcome.h"
#include "profiler/model/number_text.h"
#include "profiler/model/variant.h"
#include "profiler/report/tune/tune_sentences.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/tables/column.h"
#include "ui/tables/data_table.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"
#include "ui/theme/fonts.h"
#include "ui/theme/measures.h"
#include "ui/widgets/code_block.h"
#include "ui/widgets/copying.h"
#include "ui/widgets/labels.h"

namespace ui {

namespace {

struct Tried {
    const profiler::ComparisonResult& judged;
    const profiler::TuneOutcome& outcome;
    const profiler::TuneRow& row;
};

DataCell nameCell(const Tried& tried)
{
    const auto& variants = tried.judged.plan.variants;
    auto cell = variantCell(
        qt(variants.at(static_cast<std::size_t>(tried.row.variant)).name), tried.row.variant);
    cell.strong = tried.row.variant == tried.outcome.best;
    return cell;
}

QString whyNoRatio(const Tried& tried)
{
    return tried.row.speedUp ? QObject::tr("No verdict decided it.")
                             : QObject::tr("It has no steady repetition beside the baseline.");
}

DataCell medianCell(const Tried& tried)
{
    if (!tried.row.medianNs)
        return missingCell(QObject::tr("It has no steady call, or there are several cases."));
    return numberCell(qt(profiler::formatDuration(*tried.row.medianNs)), *tried.row.medianNs / 1e9);
}

DataCell speedUpCell(const Tried& tried)
{
    const auto speedUp = tried.row.decidedSpeedUp();
    if (!speedUp)
        return missingCell(whyNoRatio(tried));
    return numberCell(qt(profiler::formatRatio(speedUp->estimate)), speedUp->estimate,
        qt(profiler::formatRatioInterval(*speedUp)));
}

DataCell compileCell(const Tried& tried)
{
    if (!tried.row.compile)
        return missingCell(QObject::tr("No process of it compiled."));
    const auto ns = static_cast<double>(tried.row.compile->count());
    return numberCell(qt(profiler::formatDuration(ns)), ns / 1e9);
}

/// Below 0: it takes longer.
DataCell wonCell(const Tried& tried)
{
    if (!tried.row.decided || !tried.row.won)
        return missingCell(whyNoRatio(tried));
    const auto ns = static_cast<double>(tried.row.won->count());
    return numberCell(qt(profiler::signedDuration(ns)), ns / 1e9);
}

DataCell wonPerSecondCell(const Tried& tried)
{
    const auto& won = tried.row.wonPerSecond;
    if (!tried.row.decided)
        return missingCell(whyNoRatio(tried));
    if (!won)
        return missingCell(QObject::tr("No compile time is known."));
    return numberCell(qt(profiler::signedDuration(*won)), *won / 1e9);
}

DataCell roundCell(const Tried& tried)
{
    const auto& step = tried.row.step;
    if (!step)
        return missingCell(QObject::tr("The search ended before it was decided."));
    return numberCell(QString::number(step->rung + 1), step->rung + 1);
}

std::vector<Column<Tried>> columnsOfTried()
{
    const auto seconds = QStringLiteral("s");
    return {{{.name = QObject::tr("setting"),
                 .align = DataAlign::Text,
                 .elastic = true,
                 .narrowest = 150},
                nameCell},
        {{.name = QObject::tr("median"), .unit = seconds, .yields = 4}, medianCell},
        {{.name = QObject::tr("× faster (95 % interval)")}, speedUpCell},
        {{.name = QObject::tr("compile"), .unit = seconds}, compileCell},
        {{.name = QObject::tr("won, a call"), .unit = seconds, .yields = 3}, wonCell},
        {{.name = QObject::tr("for each s of compile"),
             .unit = seconds,
             .yields = 2,
             .explanation = QObject::tr("What a call wins for each second that compiling takes.")},
            wonPerSecondCell},
        {{.name = QObject::tr("round"),
             .yields = 1,
             .explanation
             = QObject::tr("The last one in which the search measured it: each has more "
                           "repetitions of fewer settings.")},
            roundCell},
        {{.name = QObject::tr("outcome"),
             .align = DataAlign::Text,
             .elastic = true,
             .narrowest = 160,
             .fills = 1,
             .elide = Qt::ElideRight},
            [](const Tried& tried) {
                return textCell(qt(profiler::capitalized(
                    profiler::tuneRowText(tried.judged, tried.outcome, tried.row))));
            }}};
}

DataContent contentOf(
    const profiler::ComparisonResult& judged, const profiler::TuneOutcome& outcome)
{
    const auto columns = columnsOfTried();
    DataContent content {
        .title = QObject::tr("What the search tried"), .columns = headingsOf(columns), .rows = {}};
    for (const auto& row : outcome.rows)
        content.rows.push_back(
            filledRow(columns, Tried {judged, outcome, row}, {.cells = {}, .key = row.variant}));
    return content;
}

} // namespace

TunePanel::TunePanel(const Theme& theme)
    : PagePanel(theme, tr("What the search tried"))
    , m_found(makeParagraph(uiFont(type::base, QFont::DemiBold)))
    , m_unit(makeNote())
    , m_code(new CodeLine(theme))
    , m_codeRow(rowOf(partGap, {{m_code, 1}}))
    , m_tried(new DataTable(theme, tr("What the search tried")))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    copyFrom(m_code, this, tr("code"));
    connect(m_tried, &TableView::rowChosen, this, &TunePanel::variantChosen);
    constexpr int most = 9; // rows
    m_tried->setMostRows(most);
    add({m_found, m_codeRow, m_unit, m_tried});
}

void TunePanel::showView(const ComparisonView& view)
{
    const auto& comparison = *view.comparison;
    const bool searched = profiler::isTuned(comparison.data);
    setVisible(searched);
    if (!searched)
        return;
    const auto& judged = comparison.result;
    const auto outcome = profiler::tuneOutcomeOf(comparison.data, judged);
    setCaption(qt(profiler::budgetSentence(outcome)));
    m_found->setText(qt(profiler::tuneSentence(judged, outcome)));
    const QString code = qt(profiler::tuneCode(judged, outcome));
    m_code->setCode(code);
    m_codeRow->setVisible(!code.isEmpty());
    showText(*m_unit, qt(profiler::unitSentence(judged, outcome)));
    m_tried->setContent(contentOf(judged, outcome));
}

} // namespace ui
