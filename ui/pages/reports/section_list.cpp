// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/reports/section_list.h"

#include "ui/theme/focus.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyledItemDelegate>

namespace ui {

namespace {

constexpr int rowHeight = 26;
constexpr int boxSize = 16;

QRectF tickBox(const QRect& row)
{
    return {row.left() + 6.5, row.center().y() - boxSize / 2 + 0.5, boxSize, boxSize};
}

/// A tick box, the name, and a grip that says that a row can be moved.
class SectionDelegate : public QStyledItemDelegate {
public:
    SectionDelegate(const Theme& theme, const QListView& list)
        : m_theme(theme)
        , m_list(list)
    {
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override
    {
        const Tokens& tokens = m_theme.tokens();
        const bool shown = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
        const bool current = m_list.currentIndex() == index && showsFocus(m_list);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const QRectF row = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5);
        if (current || option.state.testFlag(QStyle::State_MouseOver)) {
            painter->setPen(current ? QPen(tokens.accent, 1.5) : QPen(Qt::NoPen));
            painter->setBrush(tokens.selection);
            painter->drawRoundedRect(row, 5, 5);
        }
        paintTick(*painter, tickBox(option.rect), shown);
        painter->setFont(uiFont());
        painter->setPen(shown ? tokens.text : tokens.muted);
        const QRectF text = row.adjusted(32, 0, -26, 0);
        painter->drawText(text, Qt::AlignVCenter | Qt::AlignLeft,
            painter->fontMetrics().elidedText(
                index.data().toString(), Qt::ElideRight, qRound(text.width())));
        paintGrip(*painter, row);
        painter->restore();
    }

    [[nodiscard]] QSize sizeHint(
        const QStyleOptionViewItem& /*option*/, const QModelIndex& /*index*/) const override
    {
        return {100, rowHeight};
    }

    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
        const QModelIndex& index) override
    {
        const auto toggle = [&] {
            const bool shown = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
            return model->setData(index, shown ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
        };
        if (event->type() == QEvent::KeyPress) {
            const int key = static_cast<QKeyEvent*>(event)->key();
            return (key == Qt::Key_Space || key == Qt::Key_Select) && toggle();
        }
        if (event->type() != QEvent::MouseButtonRelease)
            return false;
        const QPointF at = static_cast<QMouseEvent*>(event)->position();
        return tickBox(option.rect).adjusted(-6, -6, 6, 6).contains(at) && toggle();
    }

private:
    void paintTick(QPainter& painter, const QRectF& box, bool shown) const
    {
        const Tokens& tokens = m_theme.tokens();
        painter.setPen(QPen(shown ? tokens.accent : tokens.muted, 1.4));
        painter.setBrush(shown ? tokens.accent : tokens.panel);
        painter.drawRoundedRect(box, 4, 4);
        if (!shown)
            return;
        painter.setPen(QPen(tokens.onAccent, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolyline(QPolygonF {box.topLeft() + QPointF(4, 8),
            box.topLeft() + QPointF(7, 11.5), box.topLeft() + QPointF(12, 5)});
    }

    void paintGrip(QPainter& painter, const QRectF& row) const
    {
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_theme.tokens().faint);
        for (int i = 0; i < 6; ++i)
            painter.drawEllipse(
                QPointF(row.right() - 14 + 5 * (i % 2), row.center().y() - 5 + 5 * (i / 2)), 1.2,
                1.2);
    }

    const Theme& m_theme;
    const QListView& m_list;
};

} // namespace

SectionList::SectionList(const Theme& theme, QWidget* parent)
    : QListView(parent)
    , m_model(new ReportSectionModel(this))
{
    setModel(m_model);
    setItemDelegate(new SectionDelegate(theme, *this));
    itemDelegate()->setParent(this);
    setAccessibleName(tr("Sections of the report"));
    setAccessibleDescription(
        tr("Space switches a section on or off, Ctrl and an arrow key move it."));
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setDragDropMode(QAbstractItemView::InternalMove);
    setDefaultDropAction(Qt::MoveAction);
    setDropIndicatorShown(true);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setToolTip(tr("Drag a section, or move it with Ctrl+↑ and Ctrl+↓"));
    viewport()->setAutoFillBackground(false);
    connect(&theme, &Theme::changed, viewport(), qOverload<>(&QWidget::update));
}

void SectionList::moveCurrent(int by)
{
    const int row = currentIndex().row();
    if (m_model->moveSection(row, row + by))
        setCurrentIndex(m_model->index(row + by));
}

QSize SectionList::sizeHint() const
{
    return {240, rowHeight * std::max(1, m_model->rowCount()) + 2};
}

QSize SectionList::minimumSizeHint() const
{
    return {160, sizeHint().height()};
}

void SectionList::keyPressEvent(QKeyEvent* event)
{
    const bool moves = event->modifiers() == Qt::ControlModifier
        && (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down);
    if (moves)
        return moveCurrent(event->key() == Qt::Key_Up ? -1 : 1);
    QListView::keyPressEvent(event);
}

} // namespace ui
