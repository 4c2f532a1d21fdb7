// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/comparison_bar.h"

#include "ui/frame/case_selector.h"
#include "ui/frame/chip_row.h"
#include "ui/models/text.h"
#include "ui/parts/button.h"
#include "ui/parts/elided_label.h"
#include "ui/parts/labels.h"
#include "ui/theme/fonts.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

namespace ui {

namespace {

QString factsOf(const profiler::ComparisonResult& result)
{
    QStringList facts;
    facts << (result.plan.workload.task == profiler::Task::Training ? QObject::tr("training")
                                                                    : QObject::tr("inference"));
    if (!result.dtype.empty())
        facts << qt(result.dtype);
    facts << (result.plan.numeric.device == "cpu" ? QObject::tr("CPU") : qt(result.device));
    return facts.join(QStringLiteral(" · "));
}

} // namespace

ComparisonBar::ComparisonBar(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_name(new ElidedLabel(Qt::ElideMiddle))
    , m_facts(makeLabel({}, uiFont(type::caption), QPalette::PlaceholderText))
    , m_case(new CaseSelector(theme))
    , m_caseCount(makeLabel({}, uiFont(type::caption), QPalette::PlaceholderText))
    , m_chips(new ChipRow(theme))
    , m_export(new Button(theme, ButtonKind::Secondary, tr("Export"), Icon::Export))
{
    setFixedHeight(52);
    setAccessibleName(tr("Comparison"));
    m_name->setFont(uiFont(type::title, QFont::DemiBold));
    m_name->setMaximumWidth(220);
    m_export->setCompact(true);
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
    row->addWidget(m_export);
    connect(m_case, &CaseSelector::caseChosen, this, &ComparisonBar::caseChosen);
    connect(m_chips, &ChipRow::focusRequested, this, &ComparisonBar::focusRequested);
    connect(m_chips, &ChipRow::hiddenToggled, this, &ComparisonBar::hiddenToggled);
    connect(m_export, &Button::clicked, this, [this] {
        Q_EMIT exportMenuRequested(m_export->mapToGlobal(QPoint(0, m_export->height() + 2)));
    });
}

void ComparisonBar::showView(const ComparisonView& view)
{
    const bool open = view.comparison != nullptr;
    for (QWidget* widget : std::initializer_list<QWidget*> {m_name, m_chips, m_export})
        widget->setVisible(open);
    m_facts->setVisible(open && !m_compact);
    m_caseCount->setVisible(open && !m_compact);
    m_case->showView(view);
    m_chips->showView(view);
    if (!open)
        return;
    const profiler::ComparisonResult& result = view.comparison->result;
    m_name->setText(qt(result.info.name));
    m_facts->setText(factsOf(result));
    m_caseCount->setText(
        result.cases.size() == 1 ? tr("1 case") : tr("%1 cases").arg(result.cases.size()));
}

void ComparisonBar::setCompact(bool compact)
{
    m_compact = compact;
    m_facts->setVisible(!compact && !m_facts->text().isEmpty());
    m_caseCount->setVisible(!compact && !m_caseCount->text().isEmpty());
}

void ComparisonBar::paintEvent(QPaintEvent* /*event*/)
{
    const Tokens& tokens = m_theme.tokens();
    QPainter painter(this);
    painter.fillRect(rect(), tokens.panel);
    painter.fillRect(QRectF(0, height() - tokens.line, width(), tokens.line), tokens.border);
    if (m_chips->isVisible())
        painter.fillRect(QRectF(m_chips->x() - 11, 14, tokens.line, height() - 28), tokens.border);
}

} // namespace ui
