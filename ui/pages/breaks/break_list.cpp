// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/breaks/break_list.h"

#include "profiler/model/number_text.h"
#include "ui/tables/painted_delegate.h"
#include "ui/tables/table_menu.h"
#include "ui/text/text.h"
#include "ui/theme/focus.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/theme/text_measures.h"

#include <QPainter>

#include <numeric>

namespace ui {

namespace {

constexpr int breakRowPixels = 84;
constexpr int headingPixels = 34;
constexpr int side = 10;
constexpr int breakSignRoom = 26;

class RowDelegate : public PaintedDelegate {
public:
    RowDelegate(const Theme& theme, const BreakModel& model, QListView* view)
        : PaintedDelegate(theme, view)
        , m_model(model)
        , m_view(*view)
    {
    }

    [[nodiscard]] QSize sizeHint(
        const QStyleOptionViewItem& /*option*/, const QModelIndex& index) const override
    {
        return {m_view.viewport()->width(),
            breakRowPixels + (needsHeading(index.row()) ? headingPixels : 0)};
    }

    void paintItem(const PaintedItem& item) const override
    {
        const BreakRow& row = m_model.row(item.index.row());
        QRect box = item.option.rect;
        if (needsHeading(item.index.row())) {
            paintHeading(item.painter, box, row);
            box.setTop(box.top() + headingPixels);
        }
        box.adjust(0, 2, 0, -2);
        if (item.isSelected())
            paintSelection(item.painter, box);
        paintRow(item.painter, box.adjusted(side, 8, -side, -6), row);
    }

private:
    /// The panel's own title says it of the first kind.
    [[nodiscard]] bool needsHeading(int row) const { return row > 0 && m_model.hasHeading(row); }

    void paintHeading(QPainter& painter, const QRect& box, const BreakRow& row) const
    {
        const Tokens& tokens = theme().tokens();
        painter.fillRect(
            QRectF(box.left(), box.top() + 4, box.width(), tokens.line), tokens.border);
        painter.setFont(uiFont(14, QFont::DemiBold));
        painter.setPen(tokens.text);
        drawText(painter, QRect(box.left(), box.top() + 8, box.width(), headingPixels - 10),
            Qt::AlignLeft | Qt::AlignVCenter, headingOf(row.kind));
    }

    void paintSelection(QPainter& painter, const QRect& box) const
    {
        const Tokens& tokens = theme().tokens();
        painter.setPen(showsFocus(m_view) ? QPen(tokens.accent, 2) : QPen(Qt::NoPen));
        painter.setBrush(tokens.selection);
        painter.drawRoundedRect(QRectF(box).adjusted(1, 1, -1, -1), 6, 6);
        painter.fillRect(QRectF(box.left(), box.top() + 6, 3, box.height() - 12), tokens.accent);
    }

    void paintRow(QPainter& painter, const QRect& box, const BreakRow& row) const
    {
        const Tokens& tokens = theme().tokens();
        drawStatus(painter, tokens, row.status, QRectF(box.left(), box.top() + 1, 16, 16));
        const QRect words = box.adjusted(breakSignRoom, 0, 0, 0);
        const int cost = paintText(painter, line(words, 0), Qt::AlignRight,
            uiFont(14, QFont::DemiBold), tokens.text, row.cost, Qt::ElideRight);
        const QString title
            = row.number > 0 ? QStringLiteral("%1  %2").arg(row.number).arg(row.title) : row.title;
        paintText(painter, line(words, 0).adjusted(0, 0, -cost - 10, 0), Qt::AlignLeft,
            uiFont(14, QFont::DemiBold), tokens.text, title, Qt::ElideRight);
        const int interval = paintText(painter, line(words, 1), Qt::AlignRight, uiFont(type::small),
            tokens.muted, row.costInterval, Qt::ElideRight);
        paintText(painter, line(words, 1).adjusted(0, 0, -interval - 10, 0), Qt::AlignLeft,
            monoFont(type::caption), tokens.accent, row.place, Qt::ElideLeft);
        const bool guard = row.kind == BreakRowKind::Recompile;
        paintText(painter, line(words, 2), Qt::AlignLeft,
            guard ? monoFont(type::small) : uiFont(type::caption), tokens.muted, row.detail,
            guard ? Qt::ElideMiddle : Qt::ElideRight);
        if (!guard)
            paintVariants(painter, line(words, 3), row);
    }

    static QRect line(const QRect& box, int number)
    {
        constexpr int height = 18;
        return {
            box.left(), box.top() + (number * height) + (number > 0 ? 1 : 0), box.width(), height};
    }

    /// Returns the width that was written.
    static int paintText(QPainter& painter, const QRect& box, Qt::Alignment alignment,
        const QFont& font, const QColor& colour, const QString& text, Qt::TextElideMode mode)
    {
        const QString shown = QFontMetrics(font).elidedText(text, mode, box.width());
        painter.setFont(font);
        painter.setPen(colour);
        drawText(painter, box, static_cast<int>(alignment | Qt::AlignVCenter) | Qt::TextSingleLine,
            shown);
        return QFontMetrics(font).horizontalAdvance(shown);
    }

    /// In which variants it occurs, by their markers; the first names besides.
    void paintVariants(QPainter& painter, const QRect& box, const BreakRow& row) const
    {
        int x = box.left();
        for (const int variant : row.variants) {
            if (x + 16 > box.right())
                return;
            drawMarker(painter, theme().variant(variant), QPointF(x + 5, box.center().y()), 8);
            x += 16;
        }
        paintText(painter, QRect(x + 2, box.top(), box.right() - x - 2, box.height()),
            Qt::AlignLeft, uiFont(type::small), theme().tokens().muted, m_model.variantText(row),
            Qt::ElideRight);
    }

    const BreakModel& m_model;
    const QListView& m_view;
};

} // namespace

BreakModel::BreakModel(QObject* parent)
    : RowModel(parent)
{
    setRows({}, breakColumns());
}

void BreakModel::setBreaks(std::vector<BreakRow> rows, QStringList variantNames)
{
    beginResetModel(); // rows with a heading are higher
    m_rows = std::move(rows);
    m_names = std::move(variantNames);
    endResetModel();
}

bool BreakModel::hasHeading(int row) const
{
    return row == 0 || this->row(row).kind != this->row(row - 1).kind;
}

ChartTable BreakModel::table() const
{
    std::vector<int> all(m_rows.size());
    std::iota(all.begin(), all.end(), 0);
    return shownTable(*this, all, tr("Graph breaks"));
}

QString BreakModel::variantText(const BreakRow& row) const
{
    QStringList names;
    for (const int variant : row.variants)
        names << m_names.value(variant);
    return names.join(QStringLiteral(", "));
}

std::vector<Column<BreakRow>> BreakModel::breakColumns() const
{
    const auto column
        = [](const QString& name, auto text, QString BreakRow::*reason = &BreakRow::said) {
              return Column<BreakRow> {
                  {.name = name, .align = DataAlign::Text}, [text, reason](const BreakRow& row) {
                      return DataCell {.text = text(row), .reason = row.*reason};
                  }};
          };
    const auto member
        = [](QString BreakRow::*text) { return [text](const BreakRow& row) { return row.*text; }; };
    const auto orAbsent = [](QString BreakRow::*text) {
        return [text](const BreakRow& row) { return (row.*text).isEmpty() ? absent() : row.*text; };
    };
    const auto records = [](const BreakRow& row) {
        return row.records == 0 ? absent() : qt(profiler::formatCount(row.records));
    };
    const auto perCall = [](const BreakRow& row) {
        return row.perCall ? qt(profiler::formatNumber(*row.perCall)) : absent();
    };
    const auto variants = [this](const BreakRow& row) { return variantText(row); };
    return {{{.name = tr("reason"), .align = DataAlign::Text},
                [this](const BreakRow& row) {
                    const QStringList all {headingOf(row.kind), row.title, row.place, row.detail,
                        row.cost, row.costInterval, variantText(row)};
                    return DataCell {.text = row.title,
                        .accessible = all.join(QStringLiteral("; ")),
                        .reason = row.said};
                }},
        column(tr("place"), member(&BreakRow::place), &BreakRow::wholePlace),
        column(tr("function"), orAbsent(&BreakRow::function)),
        column(tr("detail"), member(&BreakRow::detail)), column(tr("records"), records),
        column(tr("times a call"), perCall), column(tr("variants"), variants),
        column(tr("cost"), member(&BreakRow::cost), &BreakRow::costReason),
        column(tr("95 % interval"), orAbsent(&BreakRow::costInterval))};
}

BreakList::BreakList(const Theme& theme, BreakModel* model)
{
    setModel(model);
    setModelColumn(BreakModel::what);
    setItemDelegate(new RowDelegate(theme, *model, this));
    setAccessibleName(tr("Graph breaks and recompiles"));
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionMode(QAbstractItemView::SingleSelection);
    viewport()->setAutoFillBackground(false);
    new TableMenu(*this, [model] { return model->table(); });
}

void BreakList::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QListView::currentChanged(current, previous);
    Q_EMIT rowChosen(current.isValid() ? current.row() : -1);
}

void BreakList::resizeEvent(QResizeEvent* event)
{
    QListView::resizeEvent(event);
    scheduleDelayedItemsLayout(); // rows are as wide as the list
}

} // namespace ui
