// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/results/results_page.h"

#include "profiler/model/variant.h"
#include "profiler/report/documents.h"
#include "profiler/report/sentences/results_text.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/page_data.h"
#include "ui/pages/page_services.h"
#include "ui/pages/results/matrix_table.h"
#include "ui/pages/results/results_rows.h"
#include "ui/tables/bar_table.h"
#include "ui/tables/data_table.h"
#include "ui/tables/file_saving.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/button.h"
#include "ui/widgets/code_block.h"
#include "ui/widgets/copying.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/sentence_panel.h"
#include "ui/widgets/tab_strip.h"

namespace ui {

PageDescriptor ResultsPage::descriptor()
{
    return describedPage<ResultsPage>(PageId::Results, PageGroup::Worth, Icon::Results,
        {tr("Results"), tr("Which setting for which input?"),
            tr("Every case beside every variant. The frame marks the best one within the goal; "
               "the table below is what goes into a report.")},
        needOfRecording(tr("Which setting is best follows from calls that were timed in "
                           "turns. Imported files hold none.")));
}

ResultsPage::ResultsPage(const Theme& theme)
    : ColumnPage(theme, tr("Results"))
{
    createMatrixPanel();
    createTablePanel();
    createSettingsPanel();
    createCostPanel();
    addPanel(m_matrixPanel);
    addRow(m_tablePanel, 17, m_settingsPanel, 8);
    addPanel(m_costPanel);
}

void ResultsPage::createMatrixPanel()
{
    m_matrixPanel = new Panel(theme(), tr("Cases × variants"));
    m_matrix = new MatrixTable(theme());
    m_footer = makeNote();
    m_matrixPanel->add({m_matrix, m_footer});
    m_matrixPanel->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(m_matrix, &MatrixTable::cellChosen, this, &Page::caseRequested);
}

void ResultsPage::createTablePanel()
{
    m_tablePanel = new Panel(theme(), tr("Results table"));
    m_rows = new TabStrip(theme(), tr("Rows of the table"), {tr("Best of each case"), tr("All")});
    m_results = new DataTable(theme(), tr("Results of each case"));
    auto* csv = makeCompactButton(theme(), tr("CSV"), Icon::Export);
    auto* markdown = makeCompactButton(theme(), tr("Copy as Markdown"), Icon::Copy);
    csv->setAccessibleName(tr("Save all results as CSV"));
    m_tablePanel->addControls({m_rows, csv, markdown});
    m_tablePanel->add({m_results, stretch()});
    connect(m_rows, &TabStrip::currentChanged, this, &ResultsPage::showRows);
    connect(csv, &Button::clicked, this, &ResultsPage::saveCsv);
    connect(markdown, &Button::clicked, m_results, &DataTable::copyTable);
    connect(m_results, &DataTable::rowChosen, this, &ResultsPage::openRow);
}

void ResultsPage::createSettingsPanel()
{
    m_settingsPanel = new Panel(theme(), tr("Settings to use"));
    m_code = new CodeBlock(theme(), tr("Settings to use, as Python"));
    m_oneSetting = makeNote();
    m_keepTitle = makeLabel(
        tr("Keep eager below, calls in one process"), uiFont(type::caption, QFont::DemiBold));
    m_keepEager = new DataTable(theme(), tr("Calls in one process below which eager costs less"));
    m_keepReasons = makeNote();
    m_settingsPanel->add(
        {m_code, m_oneSetting, space(4), m_keepTitle, m_keepEager, m_keepReasons, stretch()});
    copyFrom(m_code, this, tr("code"));
    connect(m_keepEager, &DataTable::rowChosen, this, &ResultsPage::openRow);
}

void ResultsPage::createCostPanel()
{
    m_costPanel = new Panel(theme(), tr("Time, compile cost and memory"));
    m_costPanel->setCaption(tr("of every variant; each column has one scale"));
    m_cost = new BarTable(theme(), tr("Time, compile cost and memory of every variant"));
    m_cost->setRowHeight(30);
    m_costPanel->add({m_cost});
    connect(m_cost, &DataTable::rowChosen, this, &ResultsPage::openRow);
}

void ResultsPage::openRow(int key)
{
    const ResultPlace place = placeOfKey(key);
    Q_EMIT caseRequested(place.caseIndex, place.variant);
}

void ResultsPage::showView(const ComparisonView& view)
{
    m_view = view;
    if (view.comparison == nullptr || view.comparison->result.cases.empty()) {
        showNothing();
        return;
    }
    showPanels();
    showSentence();
    const auto& result = view.comparison->result;
    const QString baseline = qt(result.plan.variants.front().name);
    m_matrixPanel->setCaption(tr("times faster than %1, with the interval · the frame marks the "
                                 "best choice within your goal · click opens the case")
                                  .arg(baseline));
    m_matrix->showMatrix(matrixOf(view), view.caseIndex);
    const QString correction = qt(profiler::correctionText(result));
    m_footer->setText(
        (correction + u' ' + qt(profiler::goalText(result))).trimmed().toHtmlEscaped());
    constexpr std::size_t fewRows = 16;
    if (m_rowsChosenFor != result.info.id) {
        m_rowsChosenFor = result.info.id;
        const auto all = result.cases.size() * (result.plan.variants.size() - 1);
        m_rows->setCurrent(all <= fewRows ? 1 : 0);
    }
    showRows();
    showSettings();
    m_cost->setContent(costBars(view));
    m_cost->selectKey(resultKey(view.caseIndex, view.focus));
}

void ResultsPage::showSentence()
{
    const auto& result = m_view.comparison->result;
    const profiler::MarkedText verdict = profiler::settingsVerdict(result);
    const profiler::MarkedText trust = profiler::trustOverCases(result);
    sentence().setContent({.status = statusOf(verdict.mark),
        .word = qt(verdict.text),
        .notes = {{statusOf(trust.mark), qt(trust.text)}},
        .sentence = qt(profiler::settingsSentence(result, profiler::Emphasis::Markdown))});
}

void ResultsPage::showRows()
{
    if (m_view.comparison == nullptr)
        return;
    const auto rows = m_rows->current() == 0 ? ResultRows::Best : ResultRows::All;
    m_results->setContent(resultsTable(m_view, rows));
    m_results->selectKey(resultKey(m_view.caseIndex, m_view.focus));
}

void ResultsPage::showSettings()
{
    const auto& result = m_view.comparison->result;
    const QString code = qt(profiler::settingsCode(result));
    m_code->setVisible(!code.isEmpty());
    m_code->setCode(code);
    m_oneSetting->setText(qt(profiler::oneSettingText(result)).toHtmlEscaped());
    m_oneSetting->setVisible(result.cases.size() > 1);
    m_keepEager->setContent(keepEagerTable(m_view));
    const bool pays = m_keepEager->dataModel().rowCount() > 0;
    m_keepEager->setVisible(pays);
    m_keepTitle->setVisible(pays);
    m_keepTitle->setText(
        tr("Keep %1 below, calls in one process").arg(qt(result.plan.variants.front().name)));
    showText(*m_keepReasons, plainParagraph(keepEagerReasons(m_view).join(u'\n')));
}

void ResultsPage::saveCsv()
{
    if (m_view.comparison == nullptr)
        return;
    saveCsvAs(*this, tr("All results"),
        QByteArray::fromStdString(profiler::compareCsv(
            m_view.comparison->result, figureSourceOf(*this).text().toStdString())));
}

} // namespace ui
