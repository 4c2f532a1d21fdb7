// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/bars/case_selector.h"

#include "ui/comparison/case_model.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/text_measures.h"
#include "ui/window/bars/case_list.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

constexpr int longest = 150;

} // namespace

CaseSelector::CaseSelector(const Theme& theme)
    : BarButton(theme, QSizePolicy::Maximum)
    , m_list(new CaseList(theme, this))
{
    connect(this, &QAbstractButton::clicked, this, &CaseSelector::openList);
    connect(m_list, &CaseList::caseChosen, this, &CaseSelector::caseChosen);
    connect(m_list, &CaseList::allCasesChosen, this, &CaseSelector::allCasesChosen);
}

void CaseSelector::showView(const ComparisonView& view)
{
    m_view = view;
    const profiler::CaseResult* shown = view.caseResult();
    setVisible(shown != nullptr);
    if (shown == nullptr)
        return;
    if (text() == caseText(*shown))
        return;
    setText(caseText(*shown));
    setAccessibleName(tr("Case %1").arg(text()));
    updateGeometry();
    update();
}

QSize CaseSelector::sizeHint() const
{
    const int label = QFontMetrics(uiFont(type::caption)).horizontalAdvance(tr("Case"));
    const int words = QFontMetrics(uiFont(type::base, QFont::DemiBold)).horizontalAdvance(text());
    return {12 + label + 6 + std::min(words, longest) + 36, 32};
}

QSize CaseSelector::minimumSizeHint() const
{
    constexpr int shortName = 150;
    return {std::min(shortName, sizeHint().width()), 32};
}

void CaseSelector::paint(QPainter& painter, const Tokens& tokens)
{
    paintFrame(painter);
    painter.setFont(uiFont(type::caption));
    painter.setPen(tokens.muted);
    const QRect box = rect().adjusted(12, 0, -30, 0);
    drawText(painter, box, Qt::AlignLeft | Qt::AlignVCenter, tr("Case"));
    const QRect words
        = box.adjusted(painter.fontMetrics().horizontalAdvance(tr("Case")) + 6, 0, 0, 0);
    painter.setFont(uiFont(type::base, QFont::DemiBold));
    painter.setPen(tokens.text);
    drawText(painter, words, Qt::AlignLeft | Qt::AlignVCenter,
        elidedText(painter, text(), Qt::ElideMiddle, words.width()));
    drawIcon(
        painter, Icon::ChevronDown, QRectF(width() - 24, height() / 2.0 - 6, 12, 12), tokens.muted);
}

void CaseSelector::openList()
{
    if (m_view.comparison != nullptr)
        m_list->open(m_view, mapToGlobal(QPoint(0, height() + 2)));
}

void CaseSelector::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Down)
        openList();
    else
        BarButton::keyPressEvent(event);
}

} // namespace ui
