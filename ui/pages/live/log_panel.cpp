// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/live/log_panel.h"

#include "ui/tables/quiet_table.h"
#include "ui/tables/row_background.h"
#include "ui/tables/table_menu.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/widgets/field.h"
#include "ui/widgets/tab_strip.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr int rowHeight = 20;

/// Code letters; a line that is a warning or an error has a ground, and its shape at the end.
class LogDelegate : public QStyledItemDelegate {
public:
    LogDelegate(const Theme& theme, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_theme(theme)
    {
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override
    {
        const Tokens& tokens = m_theme.tokens();
        const auto level = static_cast<LogLevel>(index.data(LiveLogModel::LevelRole).toInt());
        const Status status = level == LogLevel::Error ? Status::Bad : Status::Warning;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const bool selected = paintRowGround(*painter, tokens, option, index.column());
        if (!selected && level != LogLevel::Plain && tokens.tints)
            painter->fillRect(option.rect, blend(tokens.status(status), tokens.window, 0.16));
        QRect box = option.rect.adjusted(6, 0, -4, 0);
        if (level != LogLevel::Plain && index.column() == LiveLogModel::Text) {
            drawStatus(
                *painter, tokens, status, QRectF(box.right() - 13, box.center().y() - 5, 12, 12));
            box.adjust(0, 0, -18, 0);
        }
        painter->setFont(monoFont(type::small));
        painter->setPen(index.column() == LiveLogModel::Time ? tokens.muted : tokens.text);
        painter->drawText(box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
            painter->fontMetrics().elidedText(
                index.data().toString().simplified(), Qt::ElideRight, box.width()));
        painter->restore();
    }

private:
    const Theme& m_theme;
};

} // namespace

LogPanel::LogPanel(const Theme& theme, QWidget* parent)
    : Panel(theme, tr("Log"), parent)
    , m_model(new LiveLogModel(this))
    , m_words(new TextField(theme, tr("Filter the log")))
    , m_levels(new TabStrip(theme))
    , m_table(new QTableView)
{
    m_words->setMono();
    m_words->setPlaceholderText(tr("words, worker:NAME"));
    m_words->setFixedWidth(150);
    m_words->setFixedHeight(28);
    m_levels->setAccessibleName(tr("Which lines"));
    m_levels->setTabs({tr("All"), tr("Warnings"), tr("Errors")});
    addControl(m_words);
    addControl(m_levels);
    m_table->setModel(m_model);
    m_table->setItemDelegate(new LogDelegate(theme, this));
    m_table->setAccessibleName(tr("Log"));
    makeQuiet(*m_table);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->horizontalHeader()->hide();
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->verticalHeader()->setMinimumSectionSize(rowHeight);
    m_table->verticalHeader()->setDefaultSectionSize(rowHeight);
    m_table->setColumnWidth(LiveLogModel::Time, 66);
    m_table->setColumnWidth(LiveLogModel::Who, 118);
    m_table->setMinimumHeight(90);
    new TableMenu(*m_table, [this] { return tableOf(*m_model, tr("Log")); });
    body()->addWidget(m_table, 1);
    connect(m_words, &QLineEdit::textChanged, this, &LogPanel::filter);
    connect(m_levels, &TabStrip::currentChanged, this, &LogPanel::filter);
}

void LogPanel::filter()
{
    m_model->setFilter(static_cast<LogLevel>(std::max(0, m_levels->current())), m_words->text());
}

void LogPanel::showRows(std::vector<LiveLogRow> rows)
{
    m_model->setRows(std::move(rows));
    const int warnings = m_model->countOf(LogLevel::Warning);
    const int errors = m_model->countOf(LogLevel::Error);
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
