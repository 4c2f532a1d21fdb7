// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/palette/command_palette.h"

#include "ui/tables/painted_delegate.h"
#include "ui/theme/fonts.h"
#include "ui/theme/text_measures.h"
#include "ui/widgets/labels.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr int wide = 640;
constexpr int paletteRowHeight = 32;
constexpr int mostPaletteRows = 12;
constexpr int kindWidth = 74;

void paintTexts(const PaintedItem& item, QRect box, const QColor& ink)
{
    const auto& [painter, option, index, theme] = item;
    painter.setFont(uiFont(type::base, QFont::Medium));
    painter.setPen(ink);
    const QString text
        = elidedText(painter, index.data(Qt::DisplayRole).toString(), Qt::ElideMiddle, box.width());
    drawText(painter, box, Qt::AlignLeft | Qt::AlignVCenter, text);
    box.adjust(painter.fontMetrics().horizontalAdvance(text) + 12, 0, 0, 0);
    painter.setFont(uiFont(type::caption));
    painter.setPen(theme.tokens().muted);
    drawText(painter, box, Qt::AlignLeft | Qt::AlignVCenter,
        elidedText(
            painter, index.data(PaletteModel::DetailRole).toString(), Qt::ElideRight, box.width()));
}

/// Kind, name, detail and, at the right, the shortcut.
void paintEntry(const PaintedItem& item)
{
    const auto& [painter, option, index, theme] = item;
    const Tokens& tokens = theme.tokens();
    if (item.isSelected()) {
        painter.setBrush(tokens.selection);
        painter.setPen(QPen(tokens.accent, tokens.line));
        painter.drawRoundedRect(QRectF(option.rect).adjusted(4.5, 1.5, -4.5, -1.5), 6, 6);
    }
    QRect box = option.rect.adjusted(16, 0, -16, 0);
    const auto kind = static_cast<PaletteKind>(index.data(PaletteModel::KindRole).toInt());
    painter.setFont(uiFont(type::small));
    painter.setPen(tokens.muted);
    drawText(painter, box, Qt::AlignLeft | Qt::AlignVCenter, paletteWord(kind));
    box.adjust(kindWidth, 0, 0, 0);
    const QString key = index.data(PaletteModel::KeyRole).toString();
    painter.setFont(uiFont(type::caption));
    drawText(painter, box, Qt::AlignRight | Qt::AlignVCenter, key);
    if (!key.isEmpty())
        box.adjust(0, 0, -painter.fontMetrics().horizontalAdvance(key) - 14, 0);
    const bool enabled = index.flags().testFlag(Qt::ItemIsEnabled);
    paintTexts(item, box, enabled ? tokens.text : tokens.faint);
}

} // namespace

CommandPalette::CommandPalette(const Theme& theme, QWidget* parent)
    : Popup(theme, parent)
    , m_model(new PaletteModel(this))
    , m_field(new QLineEdit)
    , m_list(new QListView)
    , m_nothing(makeLabel({}, uiFont(), QPalette::PlaceholderText))
{
    setAccessibleName(tr("Command palette"));
    m_field->setAccessibleName(tr("What to do or open"));
    m_field->setPlaceholderText(tr("Commands, pages, cases, runs… findings with !"));
    m_field->setFont(uiFont(type::title));
    m_field->setFrame(false);
    m_field->setMinimumHeight(36);
    m_field->installEventFilter(this);
    m_list->setModel(m_model);
    m_list->setItemDelegate(
        new FunctionDelegate(theme, paintEntry, {wide, paletteRowHeight}, m_list));
    m_list->setAccessibleName(tr("What fits"));
    m_list->setFocusPolicy(Qt::NoFocus); // the field keeps the keys
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_nothing->setContentsMargins(16, 8, 16, 12);
    m_nothing->setWordWrap(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(2, 6, 2, 6);
    column->setSpacing(4);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(14, 0, 14, 0);
    head->addWidget(m_field);
    column->addLayout(head);
    column->addWidget(m_list);
    column->addWidget(m_nothing);
    connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::showPattern);
    connect(m_list, &QListView::clicked, this, [this](const QModelIndex& index) {
        m_list->setCurrentIndex(index);
        takeChosen();
    });
}

void CommandPalette::open(
    const QWidget& window, std::vector<PaletteItem> items, const QString& text)
{
    m_model->setItems(std::move(items));
    m_field->setText(text);
    showPattern(text);
    const QPoint middle = window.mapToGlobal(QPoint(window.width() / 2, 56));
    move(middle.x() - width() / 2, middle.y());
    show();
    m_field->setFocus(Qt::PopupFocusReason);
}

QString CommandPalette::nothingText(const QString& pattern)
{
    if (pattern.startsWith(QLatin1Char('!')))
        return tr("No finding matches; without ! commands and pages are searched.");
    if (pattern.startsWith(QLatin1Char('@')))
        return tr("No kernel or operator matches; without @ commands and pages are searched.");
    return tr("No match; ! searches findings, @ kernels.");
}

void CommandPalette::showPattern(const QString& pattern)
{
    m_model->setPattern(pattern);
    const int rows = m_model->rowCount();
    m_list->setVisible(rows > 0);
    m_list->setFixedHeight(std::min(rows, mostPaletteRows) * paletteRowHeight + 2);
    m_nothing->setVisible(rows == 0);
    m_nothing->setText(nothingText(pattern));
    setFixedWidth(std::min(wide, parentWidget() == nullptr ? wide : parentWidget()->width() - 40));
    adjustSize();
    step(0);
}

/// To the next one that can be chosen, in that direction.
void CommandPalette::step(int rows)
{
    const int count = m_model->rowCount();
    int row = rows == 0 ? 0 : m_list->currentIndex().row() + rows;
    const int direction = rows < 0 ? -1 : 1;
    row = std::clamp(row, 0, std::max(0, count - 1));
    while (
        row >= 0 && row < count && !m_model->flags(m_model->index(row)).testFlag(Qt::ItemIsEnabled))
        row += direction;
    if (row >= 0 && row < count)
        m_list->setCurrentIndex(m_model->index(row));
}

void CommandPalette::takeChosen()
{
    const QModelIndex current = m_list->currentIndex();
    if (!current.isValid() || !current.flags().testFlag(Qt::ItemIsEnabled))
        return;
    const auto run = m_model->item(current.row()).run;
    close(); // first: what it does may open something else
    if (run)
        run();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return Popup::eventFilter(watched, event);
    constexpr int page = mostPaletteRows - 1;
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Down:
        step(1);
        return true;
    case Qt::Key_Up:
        step(-1);
        return true;
    case Qt::Key_PageDown:
        step(page);
        return true;
    case Qt::Key_PageUp:
        step(-page);
        return true;
    default:
        return Popup::eventFilter(watched, event);
    }
}

void CommandPalette::paint(QPainter& painter, const Tokens& tokens)
{
    Popup::paint(painter, tokens);
    const int under = m_field->geometry().bottom() + 3;
    painter.fillRect(QRectF(0, under, width(), tokens.line), tokens.border);
}

} // namespace ui
