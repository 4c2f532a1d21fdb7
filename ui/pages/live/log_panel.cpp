// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/live/log_panel.h"

#include "ui/tables/data_delegate.h"
#include "ui/tables/table_view.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/theme/text_measures.h"
#include "ui/widgets/field.h"
#include "ui/widgets/tab_strip.h"

#include <QHeaderView>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr int liveLineHeight = 20;

/// Code letters; a line that is a warning or an error has a ground, and its shape at the end.
void paintLine(const PaintedItem& item, const DataCell& cell)
{
    const auto& [painter, option, index, theme] = item;
    const Tokens& tokens = theme.tokens();
    const auto column = static_cast<LiveLogColumn>(index.column());
    if (!item.isSelected() && cell.status && tokens.tints)
        painter.fillRect(option.rect, blend(tokens.status(*cell.status), tokens.window, 0.16));
    QRect box = option.rect.adjusted(6, 0, -4, 0);
    if (cell.status && column == LiveLogColumn::Text) {
        drawStatus(
            painter, tokens, *cell.status, QRectF(box.right() - 13, box.center().y() - 5, 12, 12));
        box.adjust(0, 0, -18, 0);
    }
    painter.setFont(monoFont(type::small));
    painter.setPen(column == LiveLogColumn::Time ? tokens.muted : tokens.text);
    drawText(painter, box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
        elidedText(painter, cell.text.simplified(), Qt::ElideRight, box.width()));
}

} // namespace

LogPanel::LogPanel(const Theme& theme)
    : Panel(theme, tr("Log"))
    , m_model(new RowModel<LiveLogRow>(this))
    , m_words(newCodeField(theme, tr("Filter the log"), tr("words, worker:NAME")))
    , m_levels(new TabStrip(theme))
    , m_table(new TableView(theme, m_model, tr("Log")))
{
    m_words->setFixedWidth(150);
    m_words->setFixedHeight(28);
    m_levels->setAccessibleName(tr("Which lines"));
    m_levels->setTabs({tr("All"), tr("Warnings"), tr("Errors")});
    addControl(m_words);
    addControl(m_levels);
    m_table->setItemDelegate(new DataDelegate(theme, this, paintLine));
    m_table->setScrolling();
    m_table->setFocusMark(FocusMark::None);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setRowHeight(liveLineHeight);
    m_table->horizontalHeader()->hide();
    m_table->setMinimumHeight(90);
    body()->addWidget(m_table, 1);
    connect(m_words, &QLineEdit::textChanged, this, &LogPanel::filter);
    connect(m_levels, &TabStrip::currentChanged, this, &LogPanel::filter);
}

void LogPanel::filter()
{
    const auto least = static_cast<profiler::LogLevel>(std::max(0, m_levels->current()));
    m_model->setRows(filteredRows(m_rows, least, m_words->text()), liveLogColumns());
    m_table->fit();
}

void LogPanel::showRows(std::vector<LiveLogRow> rows)
{
    m_rows = std::move(rows);
    filter();
    const auto countOf = [this](profiler::LogLevel level) {
        return static_cast<int>(std::ranges::count(m_rows, level, &LiveLogRow::level));
    };
    const int warnings = countOf(profiler::LogLevel::Warning);
    const int errors = countOf(profiler::LogLevel::Error);
    if (warnings == m_warnings && errors == m_errors)
        return;
    m_warnings = warnings;
    m_errors = errors;
    const int chosen = std::max(0, m_levels->current());
    const auto counted = [](const QString& word, int count) {
        return count == 0 ? word : QStringLiteral("%1 %2").arg(word).arg(count);
    };
    m_levels->setTabs(
        {tr("All"), counted(tr("Warnings"), warnings), counted(tr("Errors"), errors)});
    m_levels->setCurrent(chosen);
}

void LogPanel::showWorker(const QString& who)
{
    m_levels->setCurrent(0);
    m_words->setText(QStringLiteral("worker:") + who);
    filter();
}

} // namespace ui
