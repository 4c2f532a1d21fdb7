// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/log/log_table.h"

#include "ui/pages/log/log_model.h"
#include "ui/tables/quiet_table.h"
#include "ui/tables/row_background.h"
#include "ui/tables/table_menu.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"

#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>

#include <algorithm>
#include <array>

namespace ui {

namespace {

constexpr int rowPixels = 21;
constexpr int padding = 6;
constexpr int narrow = 760; ///< below: process and stream give way to the text

class LineDelegate : public QStyledItemDelegate {
public:
    LineDelegate(const Theme& theme, QObject* parent)
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
        paintRowGround(*painter, tokens, option, index.column());
        QRect box = option.rect.adjusted(padding, 0, -padding, 0);
        if (index.column() == LogModel::Text)
            box.adjust(paintLevel(*painter, box, index), 0, 0, 0);
        if (index.column() == LogModel::Text)
            box.adjust(0, 0, -paintCount(*painter, box, index), 0);
        if (index.column() == LogModel::Variant)
            box.adjust(paintVariant(*painter, box, index), 0, 0, 0);
        const bool isText = index.column() == LogModel::Text;
        const QFont font = isText ? monoFont(type::caption) : uiFont(type::caption);
        painter->setFont(font);
        painter->setPen(isText || index.column() == LogModel::Variant ? tokens.text : tokens.muted);
        painter->drawText(box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
            QFontMetrics(font).elidedText(index.data().toString(), Qt::ElideRight, box.width()));
        painter->restore();
    }

    [[nodiscard]] QSize sizeHint(
        const QStyleOptionViewItem& /*option*/, const QModelIndex& /*index*/) const override
    {
        return {100, rowPixels};
    }

private:
    /// The shape of a warning or an error; how much room it took.
    int paintLevel(QPainter& painter, const QRect& box, const QModelIndex& index) const
    {
        const auto level = static_cast<profiler::LogLevel>(index.data(LogModel::LevelRole).toInt());
        constexpr int room = 18;
        if (level != profiler::LogLevel::Plain)
            drawStatus(painter, m_theme.tokens(),
                level == profiler::LogLevel::Error ? Status::Bad : Status::Warning,
                QRectF(box.left(), box.center().y() - 5.5, 12, 12));
        return room;
    }

    /// How often the line was said, at the right end; how much room it took.
    int paintCount(QPainter& painter, const QRect& box, const QModelIndex& index) const
    {
        const int count = index.data(LogModel::CountRole).toInt();
        if (count < 2)
            return 0;
        const QString text = QStringLiteral("×%1").arg(count);
        const QFont font = uiFont(type::caption, QFont::DemiBold);
        painter.setFont(font);
        painter.setPen(m_theme.tokens().text);
        painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, text);
        return QFontMetrics(font).horizontalAdvance(text) + padding;
    }

    int paintVariant(QPainter& painter, const QRect& box, const QModelIndex& index) const
    {
        const int variant = index.data(LogModel::VariantRole).toInt();
        constexpr int room = 18;
        if (variant >= 0)
            drawMarker(painter, m_theme.variant(variant),
                QPointF(box.left() + 5, box.center().y() + 0.5), 8);
        return room;
    }

    const Theme& m_theme;
};

} // namespace

LogTable::LogTable(const Theme& theme, LogModel* model, QWidget* parent)
    : QTableView(parent)
    , m_lines(*model)
{
    setModel(model);
    setItemDelegate(new LineDelegate(theme, this));
    setAccessibleName(tr("Lines of output"));
    makeQuiet(*this);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setWordWrap(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setMinimumSectionSize(rowPixels);
    verticalHeader()->setDefaultSectionSize(rowPixels);
    horizontalHeader()->setFixedHeight(26);
    horizontalHeader()->setFont(uiFont(type::caption));
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setStretchLastSection(true);
    auto* menu = new TableMenu(*this, [this] { return table(); });
    menu->setOwnCopy(tr("Copy the selected lines"), [this] { Q_EMIT copyRequested(); });
}

void LogTable::resizeEvent(QResizeEvent* event)
{
    const bool tight = viewport()->width() < narrow;
    setColumnHidden(LogModel::Process, tight);
    setColumnHidden(LogModel::Stream, tight);
    const std::array widths {72, tight ? 130 : 170, 110, 76};
    for (std::size_t i = 0; i < widths.size(); ++i)
        setColumnWidth(static_cast<int>(i), widths.at(i));
    QTableView::resizeEvent(event);
}

bool LogTable::isAtEnd() const
{
    return verticalScrollBar()->value() >= verticalScrollBar()->maximum();
}

QString LogTable::selectedText() const
{
    QModelIndexList rows = selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end(),
        [](const QModelIndex& one, const QModelIndex& other) { return one.row() < other.row(); });
    QStringList lines;
    for (const QModelIndex& row : rows)
        lines << m_lines.lineText(row.row());
    return lines.join(u'\n');
}

ChartTable LogTable::table() const
{
    ChartTable all {.title = tr("Log")};
    for (int column = 0; column < m_lines.columnCount(); ++column)
        all.columns << m_lines.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    for (int row = 0; row < m_lines.rowCount(); ++row) {
        QVariantList cells;
        for (const QString& cell : m_lines.wholeRow(row))
            cells << cell;
        all.rows << cells;
    }
    return all;
}

void LogTable::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    Q_EMIT lineChosen(current);
}

} // namespace ui
