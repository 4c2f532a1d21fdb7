// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/latency/latency_table.h"

#include "ui/figure/chart_parts.h"
#include "ui/pages/latency/latency_model.h"
#include "ui/tables/quiet_table.h"
#include "ui/tables/row_background.h"
#include "ui/tables/table_menu.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace ui {

namespace {

constexpr int rowPixels = 27;
constexpr int padding = 8;
constexpr int widestName = 260;
constexpr int narrowestName = 120;

/// Columns that are left out where there is no room: of the percentiles, what lies farthest from
/// the tail that matters goes first; the median stays.
std::vector<int> goneFirst()
{
    std::vector<std::pair<long, int>> distances;
    for (int column = LatencyModel::Median + 1; column < LatencyModel::MiddleHalf; ++column) {
        const double p = profiler::percentiles.at(*LatencyModel::percentileIn(column)).p;
        const double decades = std::log10((1 - p) / (1 - profiler::tailPercentile));
        if (column != LatencyModel::P99)
            distances.emplace_back(-std::lround(10 * std::abs(decades)), column);
    }
    std::ranges::stable_sort(distances, {}, &std::pair<long, int>::first);
    std::vector<int> columns;
    for (const auto& [distance, column] : distances)
        columns.push_back(column);
    columns.insert(columns.end(), {LatencyModel::MiddleHalf, LatencyModel::Calls});
    return columns;
}

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
        const bool selected = paintRowGround(*painter, tokens, option, index.column());
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
        const QString text = index.data().toString();
        const QFont font = fontOf(index);
        const double left = cell.right() - textWidth(font, text) - 22;
        drawStatus(painter, m_theme.tokens(),
            static_cast<Status>(index.data(LatencyModel::StatusRole).toInt()),
            QRectF(left, cell.center().y() - 7, 14, 14));
        drawLabel(
            painter, cell, Qt::AlignRight | Qt::AlignVCenter, font, m_theme.tokens().text, text);
    }

    void paintNumber(QPainter& painter, const QRectF& cell, const QModelIndex& index) const
    {
        const Tokens& tokens = m_theme.tokens();
        const QString text = index.data().toString();
        const QString quiet = index.data(LatencyModel::QuietTextRole).toString();
        const QFont font = fontOf(index);
        const bool limit = index.column() == LatencyModel::Limit;
        const bool ratio = index.column() == LatencyModel::MedianRatio
            || index.column() == LatencyModel::P99Ratio;
        const bool pale = text == QString(QChar(0x2013)) || limit || (ratio && quiet.isEmpty())
            || index.data(LatencyModel::DoubtfulRole).toBool();
        const QFont caption = uiFont(type::caption);
        drawLabel(painter, cell, Qt::AlignRight | Qt::AlignVCenter, caption, tokens.muted, quiet);
        const double shift = quiet.isEmpty() ? 0 : textWidth(caption, quiet) + 8;
        drawLabel(painter, cell.adjusted(0, 0, -shift, 0), Qt::AlignRight | Qt::AlignVCenter,
            pale ? caption : font, pale ? tokens.muted : tokens.text, text);
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
    makeQuiet(*this);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    verticalHeader()->setDefaultSectionSize(rowPixels);
    horizontalHeader()->setFixedHeight(26);
    horizontalHeader()->setFont(uiFont(type::caption));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(this, &QAbstractItemView::clicked, this, &LatencyTable::chooseRow);
    connect(this, &QAbstractItemView::activated, this, &LatencyTable::chooseRow);
    new TableMenu(
        *this, [model] { return model->table(); }, [model] { return model->rawTable(); });
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

int LatencyTable::widthOf(int column) const
{
    const QString heading = model()->headerData(column, Qt::Horizontal).toString();
    const double words = textWidth(uiFont(type::caption), heading) + (2 * padding) + 8;
    return std::max(qRound(words), sizeHintForColumn(column));
}

/// Each column as wide as it needs, what is left over shared out. Where there is no room the name
/// is shortened first, then columns that others tell about give way; nothing scrolls sideways.
void LatencyTable::placeColumns()
{
    const int columns = model()->columnCount();
    std::vector<int> widths;
    for (int column = 0; column < columns; ++column) {
        setColumnHidden(column, false);
        widths.push_back(widthOf(column));
    }
    int shown = columns;
    int spare = viewport()->width() - std::accumulate(widths.begin(), widths.end(), 0);
    int& name = widths.at(LatencyModel::Name);
    const int given = std::clamp(-spare, 0, std::max(0, name - narrowestName));
    name -= given;
    spare += given;
    for (const int column : goneFirst()) {
        if (spare >= 0)
            break;
        setColumnHidden(column, true);
        spare += widths.at(static_cast<std::size_t>(column));
        --shown;
    }
    const int share = std::max(0, spare) / std::max(1, shown);
    for (int column = 0; column < columns; ++column) {
        if (!isColumnHidden(column))
            setColumnWidth(column, widths.at(static_cast<std::size_t>(column)) + share);
    }
    updateGeometry();
}

} // namespace ui
