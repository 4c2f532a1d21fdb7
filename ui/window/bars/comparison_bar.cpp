// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/bars/comparison_bar.h"

#include "profiler/report/sentences/imported_text.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/button.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/labels.h"
#include "ui/window/bars/case_selector.h"
#include "ui/window/bars/chip_row.h"
#include "ui/window/bars/search_button.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

QString factsOf(const profiler::ComparisonResult& result)
{
    QStringList facts;
    const bool imported = profiler::isImported(result.kind);
    if (imported) // no file tells its task
        facts << qt(profiler::importedWord(result.kind)).toLower();
    else
        facts << (result.plan.workload.task == profiler::Task::Training ? QObject::tr("training")
                                                                        : QObject::tr("inference"));
    if (!result.dtype.empty())
        facts << qt(result.dtype);
    if (imported && result.device.empty())
        return facts.join(QStringLiteral(" · "));
    facts << (!imported && result.plan.numeric.device == "cpu" ? QObject::tr("CPU")
                                                               : qt(result.device));
    return facts.join(QStringLiteral(" · "));
}

} // namespace

ComparisonBar::ComparisonBar(const Theme& theme)
    : BorderedBar(theme, Qt::BottomEdge)
    , m_name(new ElidedLabel(Qt::ElideMiddle))
    , m_facts(new ElidedLabel)
    , m_case(new CaseSelector(theme))
    , m_caseCount(makeLabel({}, uiFont(type::caption), QPalette::PlaceholderText))
    , m_chips(new ChipRow(theme))
    , m_search(new SearchButton(theme))
    , m_export(new Button(theme, ButtonKind::Secondary, tr("Export"), Icon::Export))
{
    setFixedHeight(52);
    setAccessibleName(tr("Comparison"));
    m_name->setFont(uiFont(type::title, QFont::DemiBold));
    m_name->setMaximumWidth(220);
    m_facts->setFont(uiFont(type::caption));
    m_facts->setForegroundRole(QPalette::PlaceholderText);
    m_export->setButtonSize(ButtonSize::Compact);
    auto* menu = new Button(theme, ButtonKind::Quiet, {}, Icon::More);
    menu->setButtonSize(ButtonSize::Compact);
    menu->setAccessibleName(tr("Menu"));
    menu->setToolTip(tr("All commands by group"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(18, 0, 16, 0);
    row->setSpacing(10);
    row->addWidget(m_name);
    row->addWidget(m_facts);
    row->addSpacing(4);
    row->addWidget(m_case);
    row->addWidget(m_caseCount);
    row->addSpacing(10);
    row->addWidget(m_chips, 1);
    row->addWidget(m_search);
    row->addWidget(m_export);
    row->addWidget(menu);
    connect(m_search, &SearchButton::clicked, this, &ComparisonBar::searchRequested);
    connect(m_export, &Button::clicked, this, [this] {
        Q_EMIT exportMenuRequested(m_export->mapToGlobal(QPoint(0, m_export->height() + 2)));
    });
    connect(menu, &Button::clicked, this, [this, menu] {
        Q_EMIT menuRequested(menu->mapToGlobal(QPoint(menu->width(), menu->height() + 2)));
    });
    arrange();
}

void ComparisonBar::showView(const ComparisonView& view)
{
    m_open = view.comparison != nullptr;
    m_case->showView(view);
    m_chips->showView(view);
    if (m_open) {
        const profiler::ComparisonResult& result = view.comparison->result;
        m_name->setText(qt(result.info.name));
        constexpr int recognized = 90;
        m_name->setMinimumWidth(std::min(recognized, m_name->sizeHint().width()));
        m_facts->setText(factsOf(result));
        m_caseCount->setText(
            result.cases.size() == 1 ? tr("1 case") : tr("%1 cases").arg(result.cases.size()));
    }
    arrange();
}

void ComparisonBar::setCompact(bool compact)
{
    m_compact = compact;
    arrange();
}

void ComparisonBar::setSearchKey(const QString& key)
{
    m_search->setKeyText(key);
}

void ComparisonBar::arrange()
{
    // The row of chips stays: it keeps what is at the right end there.
    for (QWidget* widget : std::initializer_list<QWidget*> {m_name, m_export})
        widget->setVisible(m_open);
    m_facts->setVisible(m_open && !m_compact);
    m_caseCount->setVisible(m_open && !m_compact);
    m_search->setSignOnly(m_compact);
    // Where there is room for facts, a short name of a case is whole before they are.
    constexpr int wholeCase = 174;
    m_case->setMinimumWidth(m_compact ? 0 : std::min(m_case->sizeHint().width(), wholeCase));
}

QWidget* ComparisonBar::searchButton() const
{
    return m_search;
}

QWidget* ComparisonBar::exportButton() const
{
    return m_export;
}

void ComparisonBar::paintEvent(QPaintEvent* event)
{
    BorderedBar::paintEvent(event);
    const Tokens& tokens = theme().tokens();
    if (m_open)
        QPainter(this).fillRect(
            QRectF(m_chips->x() - 11, 14, tokens.line, height() - 28), tokens.border);
}

} // namespace ui
