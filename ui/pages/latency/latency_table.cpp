// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/latency/latency_table.h"

#include "ui/charts/chart.h"
#include "ui/charts/chart_parts.h"
#include "ui/pages/latency/latency_model.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>

namespace ui {

namespace {

constexpr int rowPixels = 27;
constexpr int padding = 8;
constexpr int widestName = 260;

/// A cell is a number, its quiet part (an interval) and perhaps a sign.
class CellDelegate : public QStyledItemDelegate {
public:
    CellDelegate(const Theme& theme, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_theme(theme)
    {
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override
    {
        const Tokens& tokens = m_theme.tokens();
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        if (selected)
            painter->fillRect(option.rect, tokens.selection);
        if (selected && !tokens.tints && index.column() == 0)
            painter->fillRect(
                QRect(option.rect.topLeft(), QSize(3, option.rect.height())), tokens.accent);
        const QRectF cell = QRectF(option.rect).adjusted(padding, 0, -padding, 0);
        if (index.column() == LatencyModel::Name)
            paintName(*painter, cell, index, selected);
        else if (index.data(LatencyModel::StatusRole).isValid())
            paintStatus(*painter, cell, index);
        else
            paintNumber(*painter, cell, index);
        painter->restore();
    }

    [[nodiscard]] QSize sizeHint(
        const QStyleOptionViewItem& /*option*/, const QModelIndex& index) const override
    {
        const QString quiet = index.data(LatencyModel::QuietTextRole).toString();
        double width = textWidth(fontOf(index, true), index.data().toString()) + (2 * padding) + 2;
        if (!quiet.isEmpty())
            width += textWidth(uiFont(type::caption), quiet) + 8;
        if (index.column() == LatencyModel::Name)
            width = std::min<double>(width + 34, widestName);
        if (index.data(LatencyModel::StatusRole).isValid())
            width += 22;
        return {qRound(width), rowPixels};
    }

private:
    [[nodiscard]] static QFont fontOf(const QModelIndex& index, bool widest = false)
    {
        const int column = index.column();
        const bool strong = column == LatencyModel::Median || column == LatencyModel::P99
            || column == LatencyModel::MedianRatio || column == LatencyModel::P99Ratio
            || index.data(LatencyModel::StatusRole).isValid()
            || (widest && column == LatencyModel::Name);
        return uiFont(type::caption, strong ? QFont::DemiBold : QFont::Normal);
    }

    void paintName(
        QPainter& painter, const QRectF& cell, const QModelIndex& index, bool selected) const
    {
        const int variant = index.data(LatencyModel::VariantRole).toInt();
        drawDash(painter, m_theme.variant(variant),
            QRectF(cell.left(), cell.top(), 24, cell.height()), 2.6);
        const QFont font = uiFont(type::caption, selected ? QFont::DemiBold : QFont::Normal);
        const QRectF text = cell.adjusted(34, 0, 0, 0);
        drawLabel(painter, text, Qt::AlignLeft | Qt::AlignVCenter, font, m_theme.tokens().text,
            shortened(index.data().toString(), font, text.width()));
    }

    void paintStatus(QPainter& painter, const QRectF& cell, const QModelIndex& index) const
    {
        drawStatus(painter, m_theme.tokens(),
            static_cast<Status>(index.data(LatencyModel::StatusRole).toInt()),
            QRectF(cell.left(), cell.center().y() - 7, 14, 14));
        drawLabel(painter, cell.adjusted(22, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
            fontOf(index), m_theme.tokens().text, index.data().toString());
    }

    void paintNumber(QPainter& painter, const QRectF& cell, const QModelIndex& index) const
    {
        const Tokens& tokens = m_theme.tokens();
        const QString text = index.data().toString();
        const QString quiet = index.data(LatencyModel::QuietTextRole).toString();
        const QFont font = fontOf(index);
        const bool left = index.column() == LatencyModel::Limit;
        const bool ratio = index.column() == LatencyModel::MedianRatio
            || index.column() == LatencyModel::P99Ratio;
        const bool pale = text == QString(QChar(0x2013)) || left || (ratio && quiet.isEmpty());
        const QFont caption = uiFont(type::caption);
        drawLabel(painter, cell, Qt::AlignRight | Qt::AlignVCenter, caption, tokens.muted, quiet);
        const double shift = quiet.isEmpty() ? 0 : textWidth(caption, quiet) + 8;
        drawLabel(painter, cell.adjusted(0, 0, -shift, 0),
            (left ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter, pale ? caption : font,
            pale ? tokens.muted : tokens.text, text);
    }

    const Theme& m_theme;
};

} // namespace

LatencyTable::LatencyTable(const Theme& theme, LatencyModel* model, QWidget* parent)
    : QTableView(parent)
    , m_theme(theme)
{
    setModel(model);
    setAccessibleName(tr("Statistics of each variant"));
    setItemDelegate(new CellDelegate(theme, this));
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTabKeyNavigation(false);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(rowPixels);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setFixedHeight(26);
    horizontalHeader()->setFont(uiFont(type::caption));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(this, &QAbstractItemView::clicked, this, &LatencyTable::chooseRow);
    connect(this, &QAbstractItemView::activated, this, &LatencyTable::chooseRow);
    connect(model, &QAbstractItemModel::modelReset, this, &LatencyTable::placeColumns);
}

void LatencyTable::chooseRow(const QModelIndex& index)
{
    Q_EMIT variantChosen(index.data(LatencyModel::VariantRole).toInt());
}

void LatencyTable::showFocus(int variant)
{
    for (int row = 0; row < model()->rowCount(); ++row) {
        if (model()->index(row, 0).data(LatencyModel::VariantRole).toInt() == variant)
            selectRow(row);
    }
}

QSize LatencyTable::sizeHint() const
{
    const int rows = std::max(1, model()->rowCount());
    return {800, horizontalHeader()->height() + (rows * rowPixels) + 2};
}

QSize LatencyTable::minimumSizeHint() const
{
    return {400, sizeHint().height()};
}

void LatencyTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    placeColumns();
}

/// Each column as wide as it needs; what is left over is shared out, so that the last column ends
/// at the right edge.
void LatencyTable::placeColumns()
{
    std::vector<int> widths;
    int needed = 0;
    for (int column = 0; column < model()->columnCount(); ++column) {
        const int heading = qRound(textWidth(uiFont(type::caption),
                                model()->headerData(column, Qt::Horizontal).toString()))
            + (2 * padding) + 6;
        widths.push_back(std::max(heading, sizeHintForColumn(column)));
        needed += widths.back();
    }
    const int spare = std::max(0, viewport()->width() - needed);
    const int share = spare / std::max(1, model()->columnCount());
    for (int column = 0; column < model()->columnCount(); ++column)
        setColumnWidth(column, widths.at(static_cast<std::size_t>(column)) + share);
    updateGeometry();
}

} // namespace ui
