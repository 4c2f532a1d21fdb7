// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fact_row.h"

#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/theme/text_measures.h"

#include <QPainter>
#include <QStringList>

namespace ui {

constexpr int factSign = 14;
constexpr int gap = 8;
constexpr int wordGap = 4;

FactRow::FactRow(const Theme& theme, SignSide side)
    : PaintedWidget(theme)
    , m_side(side)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void FactRow::setContent(const FactContent& content)
{
    if (content == m_content)
        return;
    m_content = content;
    setAccessibleName(QStringList {content.name, content.stress, content.value, content.reason}
                          .join(QLatin1Char(' '))
                          .simplified());
    const QString all
        = QStringList {content.name, content.stress, content.value}.join(QLatin1Char(' '));
    setToolTip(content.reason.isEmpty() ? all.simplified() : content.reason);
    update();
}

/// A size smaller rather than cut.
int FactRow::nameSize(int room) const
{
    const int stress
        = qRound(widthOfText(uiFont(type::caption, QFont::DemiBold), m_content.stress));
    const int width = qRound(widthOfText(uiFont(type::caption), m_content.name))
        + (m_content.stress.isEmpty() ? 0 : wordGap + stress);
    return width <= room ? type::caption : type::small;
}

void FactRow::paint(QPainter& painter, const Tokens& tokens)
{
    QRect box = rect();
    const int signX = m_side == SignSide::Left ? 0 : width() - factSign;
    drawStatus(painter, tokens, m_content.status,
        QRectF(signX, (height() - factSign) / 2.0, factSign, factSign));
    if (m_side == SignSide::Left)
        box.adjust(factSign + gap, 0, 0, 0);
    else
        box.adjust(0, 0, -factSign - gap, 0);

    painter.setFont(uiFont(type::caption, QFont::DemiBold));
    const int valueWidth = qRound(widthOfText(painter.font(), m_content.value));
    painter.setPen(tokens.text);
    drawText(painter, box, Qt::AlignRight | Qt::AlignVCenter, m_content.value);
    box.adjust(0, 0, -valueWidth - gap, 0);

    const int size = nameSize(box.width());
    painter.setFont(uiFont(size));
    painter.setPen(tokens.muted);
    const QString name = elidedText(m_content.name, painter.font(), Qt::ElideRight, box.width());
    drawText(painter, box, Qt::AlignLeft | Qt::AlignVCenter, name);
    box.adjust(qRound(widthOfText(painter.font(), name)) + wordGap, 0, 0, 0);
    painter.setFont(uiFont(size, QFont::DemiBold));
    painter.setPen(tokens.text);
    drawText(painter, box, Qt::AlignLeft | Qt::AlignVCenter,
        elidedText(m_content.stress, painter.font(), Qt::ElideRight, box.width()));
}

} // namespace ui
