// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/breaks/breaks_page.h"

#include "profiler/evidence/breaks/source_at.h"
#include "profiler/model/variant.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/figure/chart_table.h"
#include "ui/pages/breaks/break_explanation.h"
#include "ui/pages/breaks/break_list.h"
#include "ui/pages/breaks/graph_strip.h"
#include "ui/pages/breaks/source_view.h"
#include "ui/pages/page_data.h"
#include "ui/pages/page_services.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/theme/measures.h"
#include "ui/widgets/button.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/sentence_panel.h"
#include "ui/widgets/status_label.h"
#include "ui/widgets/tab_strip.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>
#include <QStackedWidget>

#include <algorithm>

namespace ui {

namespace {

QStringList namesOf(const ComparisonView& view)
{
    QStringList names;
    if (view.comparison != nullptr)
        for (const auto& variant : view.comparison->result.plan.variants)
            names << qt(variant.name);
    return names;
}

} // namespace

PageDescriptor BreaksPage::descriptor()
{
    return describedPage<BreaksPage>(PageId::GraphBreaks, PageGroup::Why, Icon::GraphBreaks,
        {tr("Graph breaks"), tr("What do breaks cost, and how do I remove them?"),
            tr("Where the graph breaks and what was recompiled, with the reason, the source "
               "line and what to write instead.")},
        needOfLog(tr("A kernel trace does not hold graph breaks. Record, or "
                     "import the TORCH_TRACE log of the same run beside it.")));
}

BreaksPage::BreaksPage(const Theme& theme)
    : SentencePage(theme, tr("What the breaks are"))
    , m_model(new BreakModel(this))
{
    createPanels();
    createSource();
    createLower();
    asPageColumn(*new QVBoxLayout(this), {&sentence(), m_stripPanel, {m_lower, 1}});
    arrange();
}

void BreaksPage::createPanels()
{
    m_stripPanel = new Panel(theme(), tr("One call"));
    m_stripPanel->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_strip = new GraphStrip(theme());
    m_stripPanel->add({m_strip});
    connect(m_strip, &GraphStrip::breakChosen, this, &BreaksPage::chooseBreak);

    m_listPanel = new Panel(theme(), tr("Graph breaks"));
    auto* copy = makeCompactButton(theme(), tr("Copy table"), Icon::Copy);
    connect(copy, &Button::clicked, this, &BreaksPage::copyTable);
    m_listPanel->addControl(copy);
    m_list = new BreakList(theme(), m_model);
    m_listPanel->add({{m_list, 1}});
    connect(m_list, &BreakList::rowChosen, this, &BreaksPage::chooseRow);

    m_explanation = new BreakExplanation(theme());
    passOn(*m_explanation, m_view);
    m_inspector = makeInspector(this);
    setInspector(m_inspector);
}

void BreaksPage::createSource()
{
    m_sourcePanel = new Panel(theme(), tr("Source"));
    m_source = new SourceView(theme());
    m_path = new CallPath;
    m_noSource = makeParagraph(uiFont(), QPalette::PlaceholderText);
    m_sourceStack = new QStackedWidget;
    m_sourceStack->addWidget(columnOf(partGap, {{m_source, 1}, m_path}));
    m_sourceStack->addWidget(m_noSource);
    m_sourcePanel->add({{m_sourceStack, 1}});
}

QWidget* BreaksPage::createClean()
{
    auto* panel = new Panel(theme());
    panel->setAccessibleName(tr("No breaks"));
    panel->body()->setSpacing(12);
    QLabel* words = makeCentredLabel(tr("One graph, no breaks, no recompiles"),
        uiFont(type::verdict, QFont::DemiBold), QPalette::WindowText);
    QLabel* hint
        = makeCentredLabel(tr("fullgraph=True keeps it so: it fails at a break."), uiFont());
    auto* sign = new StatusSign(theme(), 52);
    sign->setStatus(Status::Good);
    sign->setObjectName(QStringLiteral("clean sign"));
    panel->add({stretch(2), {sign, 0, Qt::AlignHCenter}, words, hint, stretch(3)});
    return panel;
}

void BreaksPage::createLower()
{
    m_right = new QStackedWidget;
    m_right->addWidget(m_sourcePanel);
    m_tabs = new TabStrip(theme(), tr("Source or advice"), {tr("Source"), tr("What to do")});
    connect(m_tabs, &TabStrip::currentChanged, m_right, &QStackedWidget::setCurrentIndex);
    QLayout* right = makeColumn(nullptr, partGap, {{m_tabs, 0, Qt::AlignLeft}, {m_right, 1}});
    m_lower = new QStackedWidget;
    m_lower->addWidget(rowOf(pageGap, {{m_listPanel, 10}, {right, 14}}));
    m_lower->addWidget(createClean());
    m_lower->addWidget(new QWidget);
}

void BreaksPage::arrange()
{
    m_tabs->setVisible(isCompact());
    if (isCompact()) {
        m_right->addWidget(m_explanation);
        m_right->setCurrentIndex(m_tabs->current());
    } else {
        m_right->setCurrentIndex(0);
        m_right->removeWidget(m_explanation);
        m_inspector->layout()->addWidget(m_explanation);
    }
    m_explanation->setVisible(!isCompact() || m_tabs->current() == 1);
}

void BreaksPage::compactChanged()
{
    arrange();
    showRest();
}

/// The same place as before, else the first row.
int BreaksPage::rowToChoose(const BreakRow* before) const
{
    if (before != nullptr)
        for (int row = 0; row < m_model->rowCount(); ++row)
            if (m_model->row(row).kind == before->kind && m_model->row(row).file == before->file
                && m_model->row(row).line == before->line)
                return row;
    return m_model->rowCount() > 0 ? 0 : -1;
}

void BreaksPage::showView(const ComparisonView& view)
{
    std::optional<BreakRow> before;
    if (const QModelIndex current = m_list->currentIndex(); current.isValid())
        before = m_model->row(current.row());
    m_view = view;
    m_contents = breakContents(view);
    sentence().setContent(m_contents.headline);
    m_model->setBreaks(m_contents.rows, namesOf(view));
    m_strip->setGraphs(m_contents.graphs, view.focus);
    const int chosen = rowToChoose(before ? &*before : nullptr);
    if (chosen >= 0)
        m_list->setCurrentIndex(m_model->index(chosen, BreakModel::what));
    else
        chooseRow(-1);
    showRest();
}

void BreaksPage::showRest()
{
    const bool nothing = m_contents.rows.empty();
    // Empty, it holds the room that else the sentence would take.
    m_lower->setCurrentIndex(!nothing ? 0 : m_contents.clean ? 1 : 2);
    const bool strip = m_contents.graphs.size() > 1 && m_contents.graphs.size() <= 40;
    m_stripPanel->setVisible(strip && !(isCompact() && height() < 560));
    const auto breaks = std::count_if(m_contents.rows.begin(), m_contents.rows.end(),
        [](const BreakRow& row) { return row.kind == BreakRowKind::Break; });
    if (!nothing)
        m_listPanel->setTitle(headingOf(m_contents.rows.front().kind));
    m_listPanel->setCaption(breaks < 2 ? QString()
            : m_contents.byCost        ? tr("most expensive first")
                                       : tr("most often passed first"));
    m_stripPanel->setCaption(m_contents.inTime
            ? tr("its graphs and the breaks between them, in order of time; not to scale")
            : tr("its graphs and the breaks between them, in the order compiled; not to scale"));
}

void BreaksPage::chooseRow(int row)
{
    if (row < 0 || row >= m_model->rowCount()) {
        m_strip->setChosen(-1);
        m_explanation->showClean(m_view);
        return;
    }
    const BreakRow& chosen = m_model->row(row);
    m_strip->setChosen(chosen.kind == BreakRowKind::Break ? chosen.number - 1 : -1);
    m_explanation->showRow(chosen, m_view);
    showSource(chosen);
}

void BreaksPage::chooseBreak(int place)
{
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (m_model->row(row).number == place + 1)
            m_list->setCurrentIndex(m_model->index(row, BreakModel::what));
}

void BreaksPage::showSource(const BreakRow& row)
{
    const auto* source = m_view.comparison == nullptr
        ? nullptr
        : profiler::sourceAt(m_view.comparison->data, row.file, row.line);
    m_sourcePanel->setTitle(row.place.isEmpty() ? tr("Source") : row.place.section(u':', 0, 0));
    m_sourceStack->setCurrentIndex(source != nullptr ? 0 : 1);
    if (source == nullptr) {
        m_sourcePanel->setCaption({});
        m_noSource->setText((row.file.empty()
                ? tr("torch named no place in your code for this.")
                : tr("The source of %1 was not stored: this was recorded by an older Fusescope, or "
                     "the file could not be read. Record again to see it here.")
                      .arg(row.wholePlace + u':' + QString::number(row.line)))
                                .toHtmlEscaped());
        return;
    }
    m_sourcePanel->setCaption(tr("as it was recorded; library frames are folded"));
    std::vector<SourceMark> marks;
    for (const BreakRow& other : m_contents.rows) {
        if (other.file != row.file || other.line <= 0)
            continue;
        const bool chosen = other.line == row.line && other.kind == row.kind;
        const QString word = other.number > 0       ? tr("break %1").arg(other.number)
            : other.kind == BreakRowKind::Recompile ? tr("recompiled")
            : other.kind == BreakRowKind::RanEager  ? tr("runs eager")
                                                    : tr("breaks elsewhere");
        marks.push_back(
            {.line = other.line, .word = word, .status = other.status, .chosen = chosen});
    }
    m_source->setSource(*source, std::move(marks));
    m_path->setFrames(source->frames);
}

void BreaksPage::copyTable()
{
    QGuiApplication::clipboard()->setMimeData(tableMimeData(m_model->table()));
    Q_EMIT noted(tr("Copied the table."));
}

} // namespace ui
