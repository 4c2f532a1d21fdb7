// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/workspace/blank_page.h"

#include "ui/pages/headline_panel.h"
#include "ui/widgets/button.h"
#include "ui/widgets/painted_widget.h"

#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

/// The panels of a page as grey outlines: where things will be, nothing that moves.
class Skeleton : public PaintedWidget {
public:
    explicit Skeleton(const Theme& theme)
        : PaintedWidget(theme)
    {
        setAccessibleName(QObject::tr("Reading the comparison"));
    }

private:
    void paint(QPainter& painter, const Tokens& /*tokens*/) override
    {
        constexpr qreal margin = 16;
        constexpr qreal gap = 12;
        const QRectF all = QRectF(rect()).adjusted(margin, margin, -margin, -margin);
        QRectF top(all.topLeft(), QSizeF(all.width(), 140));
        panel(painter, top, 3);
        QRectF table(all.left(), top.bottom() + gap, all.width(), 190);
        panel(painter, table, 5);
        const qreal rest = table.bottom() + gap;
        const qreal half = (all.width() - gap) / 2;
        const qreal height = std::max(120.0, all.bottom() - rest);
        panel(painter, QRectF(all.left(), rest, half, height), 4);
        panel(painter, QRectF(all.left() + half + gap, rest, half, height), 4);
    }

    void panel(QPainter& painter, const QRectF& box, int lines) const
    {
        const Tokens& tokens = theme().tokens();
        painter.setPen(QPen(tokens.border, tokens.line));
        painter.setBrush(tokens.panel);
        painter.drawRoundedRect(box, 10, 10);
        painter.setPen(Qt::NoPen);
        painter.setBrush(tokens.grid);
        for (int i = 0; i < lines; ++i) {
            const qreal share = i == 0 ? 0.25 : 0.9 - 0.13 * i;
            painter.drawRoundedRect(
                QRectF(box.left() + 16, box.top() + 18 + 32 * i, (box.width() - 32) * share, 12), 6,
                6);
        }
    }
};

} // namespace

BlankPage::BlankPage(const Theme& theme)
{
    addWidget(createEmpty(theme));
    addWidget(new Skeleton(theme));
}

void BlankPage::setLoading(bool loading)
{
    setCurrentIndex(loading ? 1 : 0);
}

QWidget* BlankPage::createEmpty(const Theme& theme) const
{
    auto* record = new Button(theme, ButtonKind::Primary, tr("New comparison"), Icon::Plus);
    auto* open = new Button(theme, ButtonKind::Secondary, tr("Open a run database…"), Icon::Open);
    connect(record, &Button::clicked, this, &BlankPage::newComparisonRequested);
    connect(open, &Button::clicked, this, &BlankPage::openFileRequested);
    return newEmptyPage(tr("No comparison is open"),
        tr("Record one model eager and compiled, or open what was recorded."), {record, open});
}

} // namespace ui
