// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/overview_page.h"

#include "profiler/model/variant_result.h"
#include "profiler/report/sentences/outlook_text.h"
#include "profiler/report/sentences/verdict_notes.h"
#include "profiler/report/suite/suite_documents.h"
#include "profiler/report/training/training_text.h"
#include "ui/comparison/family_peers.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/overview/card_contents.h"
#include "ui/pages/overview/chart_panels.h"
#include "ui/pages/overview/findings_panel.h"
#include "ui/pages/overview/goal_panel.h"
#include "ui/pages/overview/headline.h"
#include "ui/pages/overview/imported_panel.h"
#include "ui/pages/overview/outlook_panel.h"
#include "ui/pages/overview/tune_panel.h"
#include "ui/pages/overview/variant_table.h"
#include "ui/pages/overview/verdict_panel.h"
#include "ui/pages/page_data.h"
#include "ui/pages/page_services.h"
#include "ui/text/text.h"
#include "ui/theme/measures.h"
#include "ui/widgets/button.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/scroll_column.h"
#include "ui/widgets/tab_strip.h"

#include <QDialog>
#include <QGridLayout>
#include <QStackedWidget>

#include <algorithm>
#include <utility>

namespace ui {

namespace {

constexpr int leastChartHeight = 250;

/// "Goal: lowest median · p99 at most 15 ms 13.2 ms: all met".
QString goalLine(const std::vector<profiler::MarkedRow>& rows)
{
    QStringList parts;
    bool met = true;
    for (const profiler::MarkedRow& row : rows) {
        if (row.mark == profiler::Mark::Information)
            continue;
        parts << (qt(row.name) + QLatin1Char(' ') + qt(row.stress)).trimmed();
        met = met && row.mark == profiler::Mark::Good;
    }
    return parts.isEmpty()
        ? QString()
        : QObject::tr("Goal: %1%2")
              .arg(parts.join(QStringLiteral(" · ")), met ? QObject::tr(": all met") : QString());
}

/// Of the variants that the forest shows, in its order.
std::vector<OneCallBars::Split> splitsOf(
    const ComparisonView& view, const profiler::CaseResult& caseResult, const Forest& forest)
{
    std::vector<OneCallBars::Split> splits;
    for (const ForestRow& row : forest.rows)
        splits.push_back(profiler::splitOfCall(view.comparison->data,
            caseResult.variants.at(static_cast<std::size_t>(row.variant)), view.caseIndex));
    return splits;
}

/// Empty where no step is split.
std::vector<OneCallBars::Step> stepsOf(const profiler::CaseResult& caseResult, const Forest& forest)
{
    std::vector<OneCallBars::Step> steps;
    bool any = false;
    for (const ForestRow& row : forest.rows) {
        steps.push_back(caseResult.variants.at(static_cast<std::size_t>(row.variant)).step);
        any = any || steps.back().has_value();
    }
    return any ? steps : std::vector<OneCallBars::Step>();
}

QString stepSentenceOf(const ComparisonView& view, const profiler::CaseResult& caseResult)
{
    return qt(profiler::stepSentence(view.comparison->result.plan, caseResult, view.focus));
}

std::vector<int> variantsOf(const Forest& forest)
{
    std::vector<int> variants;
    variants.reserve(forest.rows.size());
    for (const ForestRow& row : forest.rows)
        variants.push_back(row.variant);
    return variants;
}

bool differsInFocusAlone(const ComparisonView& view, ComparisonView before)
{
    const int focus = std::exchange(before.focus, view.focus);
    return focus != view.focus && before == view;
}

} // namespace

PageDescriptor OverviewPage::descriptor()
{
    auto page = describedPage<OverviewPage>(PageId::Overview, PageGroup::Worth, Icon::Overview,
        {tr("Overview"), tr("Should I use it?"),
            tr("The verdict on top weighs time, compile cost and results against your goal. Bars "
               "begin at 1, the baseline; brackets are 95 % intervals between fresh processes. "
               "Within the shaded band a difference is too small to matter. Click a variant to "
               "see its figures; edit the goal and the recommendation follows.")});
    page.make = [](PageServices& services) -> Page* {
        auto* made = newPage<OverviewPage>(services);
        connect(made, &OverviewPage::recordMoreRequested, &services,
            &PageServices::recordMoreRequested);
        return made;
    };
    return page;
}

OverviewPage::OverviewPage(const Theme& theme)
    : Page(theme)
    , m_scroll(new ScrollColumn)
    , m_column(m_scroll->column())
{
    makeColumn(this, 0, {m_scroll});
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->widget()->setAutoFillBackground(true); // so that scrolling moves what stands there
    asPageColumn(*m_column, {});
    createPanels();
    createInspector();
    createCompactTabs();
    arrangeWide();
}

void OverviewPage::createPanels()
{
    m_imported = new ImportedPanel(theme());
    m_imported->hide();
    m_column->addWidget(m_imported, 1);
    connect(m_imported, &ImportedPanel::focusRequested, this, &Page::focusRequested);
    connect(m_imported, &ImportedPanel::pageRequested, this, &Page::pageRequested);
    connect(m_imported, &ImportedPanel::noted, this, &Page::noted);

    m_verdict = new VerdictPanel(theme());
    passOn(*m_verdict, m_view);
    connect(m_verdict, &VerdictPanel::reportRequested, this, &Page::reportRequested);
    connect(
        m_verdict, &VerdictPanel::recordMoreRequested, this, &OverviewPage::recordMoreRequested);
    connect(m_verdict, &VerdictPanel::goalEditRequested, this, &OverviewPage::editGoal);

    m_outlook = new OutlookPanel(theme());
    passOn(*m_outlook, m_view);
    m_tune = new TunePanel(theme());
    passOn(*m_tune, m_view);
    m_variantsPanel = new Panel(theme(), tr("Variants"));
    m_variantsPanel->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_variants = new VariantTable(theme());
    m_variantsPanel->add({m_variants});
    connect(m_variants, &VariantTable::variantChosen, this, &Page::focusRequested);

    m_oneCall = new OneCallPanel(theme());
    connect(m_oneCall, &OneCallPanel::variantChosen, this, [this](int variant) {
        if (variant != 0)
            Q_EMIT focusRequested(variant);
        Q_EMIT pageRequested(PageId::Kernels);
    });
    m_paybackPanel = new PaybackPanel(theme());
    m_ratios = new RatioPanel(theme());
    m_payback = new QStackedWidget;
    m_payback->addWidget(m_paybackPanel);
    m_payback->addWidget(m_ratios);
    m_charts = rowOf(pageGap, {});
    m_charts->setMinimumHeight(leastChartHeight);

    m_cardsBox = new QWidget;
    m_cardsGrid = new QGridLayout(m_cardsBox);
    m_cardsGrid->setContentsMargins(0, 0, 0, 0);
    m_cardsGrid->setSpacing(pageGap);
    for (Card*& card : m_cards)
        card = new Card(theme());
}

void OverviewPage::createInspector()
{
    m_goal = new GoalPanel(theme());
    m_findings = new FindingsPanel(theme());
    connect(m_goal, &GoalPanel::goalChanged, this, &Page::goalRequested);
    connect(m_findings, &FindingsPanel::findingChosen, this, &OverviewPage::openFinding);
    passOn(*m_findings, m_view);
    m_quality = new FactsPanel(theme(), tr("Measurement quality"), SignSide::Right);
    m_goal->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_quality->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_inspector = makeInspector(this);
    setInspector(m_inspector);
}

void OverviewPage::createCompactTabs()
{
    m_tabs = new TabStrip(theme(), {},
        {tr("Where the time goes"), tr("Payback"), tr("Findings"), tr("Measurement quality"),
            tr("Key figures")});
    m_tabPages = new QStackedWidget;
    for (int i = 0; i < 5; ++i)
        m_tabPages->addWidget(columnOf(0, {}));
    connect(m_tabs, &TabStrip::currentChanged, m_tabPages, &QStackedWidget::setCurrentIndex);
}

void OverviewPage::placeCards(int columns)
{
    for (std::size_t i = 0; i < m_cards.size(); ++i) {
        const int place = static_cast<int>(i);
        m_cardsGrid->addWidget(m_cards.at(i), place / columns, place % columns);
    }
}

void OverviewPage::arrangeWide()
{
    m_tabs->setVisible(false);
    m_tabPages->setVisible(false);
    placeCards(6);
    m_charts->layout()->addWidget(m_oneCall);
    m_charts->layout()->addWidget(m_payback);
    static_cast<QHBoxLayout*>(m_charts->layout())->setStretch(0, 17);
    static_cast<QHBoxLayout*>(m_charts->layout())->setStretch(1, 16);
    addParts(*m_column,
        {m_verdict, m_outlook, m_tune, m_variantsPanel, {m_charts, 1}, m_cardsBox, m_tabs,
            m_tabPages});
    auto* inspector = static_cast<QVBoxLayout*>(m_inspector->layout());
    inspector->addWidget(m_goal);
    constexpr int all = 1000; // what the findings do not need stays free below
    inspector->addWidget(m_findings, all);
    inspector->addWidget(m_quality);
    if (m_inspectorEnd == nullptr) {
        m_inspectorEnd = new QWidget;
        m_inspectorEnd->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
    }
    inspector->addWidget(m_inspectorEnd, 1);
    m_column->setContentsMargins(
        pageMargin, pageMargin, pageGap - 1, pageMargin); // the dock's line is 1 px
    setShown({m_charts, m_cardsBox, m_oneCall, m_payback, m_goal, m_findings, m_quality}, true);
}

void OverviewPage::arrangeCompact()
{
    placeCards(3);
    const auto put = [this](Lower place, QWidget* widget) {
        m_tabPages->widget(static_cast<int>(place))->layout()->addWidget(widget);
        widget->show();
    };
    put(Lower::OneCall, m_oneCall);
    put(Lower::Payback, m_payback);
    put(Lower::Findings, m_findings);
    put(Lower::Quality, m_quality);
    put(Lower::Cards, m_cardsBox);
    m_column->setContentsMargins(pageMargin, pageMargin, pageMargin, pageMargin);
    m_charts->hide();
    m_column->setStretchFactor(m_tabPages, 1);
    m_tabs->setVisible(true);
    m_tabPages->setVisible(true);
}

void OverviewPage::compactChanged()
{
    if (isCompact())
        arrangeCompact();
    else
        arrangeWide();
    m_verdict->setCompact(isCompact());
    m_variants->setCompact(isCompact());
    if (m_view.caseResult() != nullptr)
        showView(m_view);
}

QString OverviewPage::verdictSentence() const
{
    return isImported() ? m_imported->sentence() : m_verdict->sentence();
}

void OverviewPage::showView(const ComparisonView& view)
{
    const bool focusAlone = differsInFocusAlone(view, m_view);
    m_view = view;
    readPeers(view);
    setInspector(isImported() ? nullptr : m_inspector);
    const profiler::CaseResult* caseResult = view.caseResult();
    m_scroll->widget()->setVisible(caseResult != nullptr && view.focused() != nullptr);
    if (caseResult == nullptr || view.focused() == nullptr)
        return;
    const profiler::ComparisonResult& result = view.comparison->result;
    showImported(isImported());
    if (isImported())
        return m_imported->showView(view);
    const profiler::VariantResult& subjectVariant = caseResult->variants.at(
        static_cast<std::size_t>(std::max(0, caseResult->recommendation.variant)));
    const auto goal = profiler::goalRows(result, *caseResult, subjectVariant);
    m_verdict->showHeadline(headlineOf(view, view.file), goalLine(goal));
    showPeers();
    m_goal->showView(view, goal);
    m_quality->showRows(profiler::qualityRows(result));
    m_findings->showView(view);

    if (focusAlone) { // what does not speak of the focused variant is neither worked out nor
                      // painted
        m_variants->selectVariant(view.focus);
        m_oneCall->showFocus(view.focus, stepSentenceOf(view, *caseResult));
    } else {
        showForest(view, *caseResult);
    }
    showLower(view, *caseResult);
    showAlone(view);
    if (!focusAlone)
        m_tune->showView(view);
}

/// Once for each comparison that is shown; not of one that is recorded, where it would disturb.
void OverviewPage::readPeers(const ComparisonView& view)
{
    if (m_peersOf == view.comparison)
        return;
    m_peersOf = view.comparison;
    m_peers.clear();
    m_peersJob.drop();
    if (view.comparison == nullptr || view.file.isEmpty()
        || view.comparison->result.info.status == profiler::ComparisonStatus::Running)
        return;
    m_peersJob.start([file = view.file.toStdString(),
                         comparison = view.comparison] { return peersOf(file, *comparison); },
        [this](std::vector<profiler::FamilyRange> peers) {
            m_peers = std::move(peers);
            showPeers();
        });
}

/// Beside the ratio of the variant that is looked at, else of the one that is spoken of.
void OverviewPage::showPeers()
{
    const auto* caseResult = m_view.caseResult();
    if (caseResult == nullptr || m_view.focused() == nullptr)
        return;
    const int variant = m_view.focus != 0 ? m_view.focus : caseResult->recommendation.variant;
    auto peers = m_peers;
    std::erase_if(peers, [&](const profiler::FamilyRange& range) {
        const auto place = static_cast<std::size_t>(std::max(0, variant));
        return range.variant != caseResult->variants.at(place).name;
    });
    m_verdict->showPeers(qt(profiler::peersSentence(peers)));
}

bool OverviewPage::isOne() const
{
    return m_view.comparison != nullptr && profiler::isAlone(m_view.comparison->result);
}

void OverviewPage::showAlone(const ComparisonView& view)
{
    const bool one = isOne();
    setShown({m_outlook}, one);
    setShown({m_variantsPanel}, !one);
    m_payback->setVisible(!one);
    m_tabs->setTabVisible(static_cast<int>(Lower::Payback), !one);
    if (one)
        m_outlook->showView(view);
}

void OverviewPage::showForest(const ComparisonView& view, const profiler::CaseResult& caseResult)
{
    const Forest forest = forestOf(view);
    m_variantsPanel->setCaption(isCompact()
            ? QString()
            : tr("bars: 95 % interval of the ratio to %1 · shaded: %2")
                  .arg(forest.baseline, forest.bandText));
    m_variants->showForest(forest, view.focus);
    m_oneCall->showContents({.forest = forest,
                                .splits = splitsOf(view, caseResult, forest),
                                .losses = withLosses({}, view, variantsOf(forest)),
                                .steps = stepsOf(caseResult, forest),
                                .stepSentence = stepSentenceOf(view, caseResult)},
        view.focus);
}

bool OverviewPage::isImported() const
{
    return m_view.comparison != nullptr && profiler::isImported(m_view.comparison->result.kind);
}

void OverviewPage::showImported(bool imported)
{
    m_imported->setVisible(imported);
    setShown({m_verdict, m_variantsPanel}, !imported);
    setShown({m_outlook}, !imported && isOne());
    if (imported)
        m_tune->hide();
    setShown({m_charts}, !imported && !isCompact());
    setShown({m_cardsBox}, !imported);
    setShown({m_tabs, m_tabPages}, !imported && isCompact());
}

void OverviewPage::showLower(const ComparisonView& view, const profiler::CaseResult& caseResult)
{
    const auto kind = caseResult.recommendation.kind;
    const profiler::VariantResult& subjectVariant
        = caseResult.variants.at(static_cast<std::size_t>(caseResult.recommendation.variant));
    // Without a variant that is clearly faster there is no payback to draw.
    const bool dots = (kind == profiler::RecommendationKind::Undecided
                          || kind == profiler::RecommendationKind::MachineTooBusy
                          || kind == profiler::RecommendationKind::Slower)
        && subjectVariant.speedUp && subjectVariant.speedUp->byRepetition.size() > 1;
    if (dots)
        m_ratios->showVariant(view, subjectVariant);
    else
        m_paybackPanel->showView(view);
    m_payback->setCurrentIndex(dots ? 1 : 0);
    const auto contents = cardContents(view);
    for (std::size_t i = 0; i < m_cards.size(); ++i)
        m_cards.at(i)->setContent(contents.at(i), view.focus);
}

void OverviewPage::openFinding(const profiler::Finding& finding)
{
    if (finding.variant.value_or(0) != 0)
        Q_EMIT focusRequested(*finding.variant);
    Q_EMIT pageRequested(pageOf(finding));
}

void OverviewPage::runCommand(const QString& id)
{
    if (id == QLatin1String("edit.goal"))
        editGoal();
}

void OverviewPage::editGoal()
{
    if (m_view.caseResult() == nullptr || isImported()) // nothing was measured for a goal
        return;
    if (isCompact())
        return openGoalDialog();
    m_goal->setEditing(true);
    m_goal->form().setFocus();
}

void OverviewPage::openGoalDialog()
{
    auto* dialog = new QDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Goal"));
    auto* column = new QVBoxLayout(dialog);
    column->setContentsMargins(20, 16, 20, 16);
    column->setSpacing(14);
    auto* form = new GoalForm(theme());
    form->showGoal(m_view.comparison->result.plan.goal, caseNames(m_view), m_view.caseIndex);
    form->setMinimumWidth(360);
    auto* done = new Button(theme(), ButtonKind::Primary, tr("Done"));
    addParts(*column, {form, {done, 0, Qt::AlignRight}});
    connect(form, &GoalForm::goalChanged, this, &Page::goalRequested);
    connect(done, &Button::clicked, dialog, &QDialog::accept);
    dialog->open();
}

} // namespace ui
