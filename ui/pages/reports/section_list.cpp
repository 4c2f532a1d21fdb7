// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/reports/section_list.h"

#include "ui/tables/painted_delegate.h"
#include "ui/theme/focus.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/theme/text_measures.h"

#include <QKeyEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <memory>

namespace ui {

namespace {

constexpr QLatin1String rowType("application/x-fusescope-section");

constexpr int sectionRowHeight = 26;
constexpr double boxSize = 16;

QRectF tickBox(const QRect& row)
{
    return {row.left() + 6.5, row.center().y() - boxSize / 2 + 0.5, boxSize, boxSize};
}

/// A tick box, the name, and a grip that says that a row can be moved.
class SectionDelegate : public PaintedDelegate {
public:
    SectionDelegate(const Theme& theme, QListView* list)
        : PaintedDelegate(theme, list)
        , m_list(*list)
    {
    }

    void paintItem(const PaintedItem& item) const override
    {
        const auto& [painter, option, index, theme] = item;
        const Tokens& tokens = theme.tokens();
        const bool shown = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
        const bool current = m_list.currentIndex() == index && showsFocus(m_list);
        const QRectF row = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5);
        if (current || option.state.testFlag(QStyle::State_MouseOver)) {
            painter.setPen(current ? QPen(tokens.accent, 1.5) : QPen(Qt::NoPen));
            painter.setBrush(tokens.selection);
            painter.drawRoundedRect(row, 5, 5);
        }
        paintTick(painter, tickBox(option.rect), shown);
        painter.setFont(uiFont());
        painter.setPen(shown ? tokens.text : tokens.muted);
        const QRectF text = row.adjusted(32, 0, -26, 0);
        drawText(painter, text, Qt::AlignVCenter | Qt::AlignLeft,
            elidedText(painter, index.data().toString(), Qt::ElideRight, qRound(text.width())));
        paintGrip(painter, row);
    }

    [[nodiscard]] QSize sizeHint(
        const QStyleOptionViewItem& /*option*/, const QModelIndex& /*index*/) const override
    {
        return {100, sectionRowHeight};
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
        const Tokens& tokens = theme().tokens();
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
        painter.setBrush(theme().tokens().faint);
        for (int i = 0; i < 6; ++i)
            painter.drawEllipse(
                QPointF(row.right() - 14 + 5 * (i % 2), row.center().y() - 5 + i / 2 * 5), 1.2,
                1.2);
    }

    const QListView& m_list;
};

} // namespace

void ReportSectionModel::setChoices(std::vector<profiler::SectionChoice> choices)
{
    if (choices == m_choices)
        return;
    beginResetModel();
    m_choices = std::move(choices);
    endResetModel();
}

bool ReportSectionModel::moveSection(int from, int to)
{
    const int count = rowCount();
    if (from == to || from < 0 || to < 0 || from >= count || to >= count)
        return false;
    // Qt counts the place before the row is taken out.
    if (!beginMoveRows({}, from, from, {}, to > from ? to + 1 : to))
        return false;
    const auto first = m_choices.begin();
    if (from < to)
        std::rotate(first + from, first + from + 1, first + to + 1);
    else
        std::rotate(first + to, first + from, first + from + 1);
    endMoveRows();
    Q_EMIT edited();
    return true;
}

int ReportSectionModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_choices.size());
}

QVariant ReportSectionModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const auto& choice = m_choices.at(static_cast<std::size_t>(index.row()));
    switch (role) {
    case Qt::DisplayRole:
        return QString::fromStdString(profiler::sectionTitle(choice.section));
    case Qt::CheckStateRole:
        return choice.shown ? Qt::Checked : Qt::Unchecked;
    case Qt::AccessibleDescriptionRole:
        return choice.shown ? tr("in the report") : tr("left out");
    default:
        return {};
    }
}

bool ReportSectionModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::CheckStateRole)
        return false;
    m_choices.at(static_cast<std::size_t>(index.row())).shown = value.toInt() == Qt::Checked;
    Q_EMIT dataChanged(index, index, {role, Qt::AccessibleDescriptionRole});
    Q_EMIT edited();
    return true;
}

Qt::ItemFlags ReportSectionModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::ItemIsDropEnabled; // between the rows, not into one
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable
        | Qt::ItemIsDragEnabled | Qt::ItemNeverHasChildren;
}

QStringList ReportSectionModel::mimeTypes() const
{
    return {rowType};
}

QMimeData* ReportSectionModel::mimeData(const QModelIndexList& indexes) const
{
    if (indexes.isEmpty())
        return nullptr;
    auto data = std::make_unique<QMimeData>();
    data->setData(rowType, QByteArray::number(indexes.front().row()));
    return data.release();
}

bool ReportSectionModel::dropMimeData(const QMimeData* data, Qt::DropAction action, int row,
    int /*column*/, const QModelIndex& parent)
{
    if (data == nullptr || action != Qt::MoveAction || !data->hasFormat(rowType))
        return false;
    const int from = data->data(rowType).toInt();
    const int before = row >= 0 ? row : parent.isValid() ? parent.row() : rowCount();
    moveSection(from, before > from ? before - 1 : before);
    return false; // moved here: the view must not take the row out again
}

SectionList::SectionList(const Theme& theme)
    : m_model(new ReportSectionModel(this))
{
    setModel(m_model);
    setItemDelegate(new SectionDelegate(theme, this));
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
    return {240, sectionRowHeight * std::max(1, m_model->rowCount()) + 2};
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
