// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/bars/chip_row.h"

#include "profiler/model/variant.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/text/counted.h"
#include "ui/text/text.h"
#include "ui/widgets/button.h"
#include "ui/widgets/chip.h"

#include <QGuiApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>

#include <algorithm>

namespace ui {

namespace {

/// Keeps Esc, which the window has a use for, too.
class RenameField : public QLineEdit {
public:
    using QLineEdit::QLineEdit;

protected:
    bool event(QEvent* event) override
    {
        const bool keys
            = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
        if (!keys || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape)
            return QLineEdit::event(event);
        event->accept();
        if (event->type() == QEvent::KeyPress)
            deleteLater();
        return true;
    }
};

constexpr int gap = 8;
constexpr int chipHeight = 28;
constexpr int moreRoom = 96;

} // namespace

ChipRow::ChipRow(const Theme& theme)
    : m_theme(theme)
    , m_more(new Button(theme, ButtonKind::Secondary, {}, std::nullopt, this))
    , m_add(new Button(theme, ButtonKind::Secondary, {}, Icon::Plus, this))
{
    setAccessibleName(tr("Variants"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_more->setButtonSize(ButtonSize::Compact);
    m_more->hide();
    m_add->setButtonSize(ButtonSize::Compact);
    m_add->setAccessibleName(tr("Add a variant"));
    m_add->setToolTip(tr("Add a variant: a new comparison that begins with these"));
    connect(m_more, &Button::clicked, this, &ChipRow::openMore);
    connect(m_add, &Button::clicked, this, &ChipRow::newVariantRequested);
}

void ChipRow::showView(const ComparisonView& view)
{
    const bool sameChips = m_view.comparison == view.comparison;
    m_view = view;
    if (!sameChips)
        makeChips(view);
    for (Chip* chip : m_chips) {
        chip->setChecked(chip->variant() == view.focus);
        chip->setVariantHidden(view.isHidden(chip->variant()));
    }
    updateGeometry(); // the focused chip is kept
    placeChips();
}

void ChipRow::makeChips(const ComparisonView& view)
{
    const auto focused = std::find_if(
        m_chips.begin(), m_chips.end(), [](const Chip* chip) { return chip->hasFocus(); });
    const bool hadFocus = focused != m_chips.end();
    for (Chip* chip : m_chips)
        chip->deleteLater(); // perhaps the sender of what brought us here
    for (Chip* chip : m_chips)
        chip->hide();
    m_chips.clear();
    if (view.comparison == nullptr)
        return;
    const auto& variants = view.comparison->result.plan.variants;
    for (std::size_t i = 0; i < variants.size(); ++i)
        m_chips.push_back(makeChip(static_cast<int>(i), qt(variants.at(i).name)));
    QWidget* previous = nullptr;
    for (Chip* chip : m_chips) {
        if (previous != nullptr)
            setTabOrder(previous, chip);
        previous = chip;
    }
    if (previous != nullptr) {
        setTabOrder(previous, m_more);
        setTabOrder(m_more, m_add);
    }
    const auto kept = static_cast<std::size_t>(std::max(0, view.focus));
    if (hadFocus && kept < m_chips.size()) {
        m_chips.at(kept)->show();
        m_chips.at(kept)->setFocus();
    }
    updateGeometry();
}

Chip* ChipRow::makeChip(int variant, const QString& name)
{
    auto* chip = new Chip(m_theme, variant, name, this);
    connect(chip, &Chip::focusChosen, this, &ChipRow::focusRequested);
    connect(chip, &Chip::hideToggled, this, &ChipRow::hiddenToggled);
    connect(chip, &Chip::menuRequested, this, &ChipRow::openMenu);
    connect(chip, &Chip::stepRequested, this, &ChipRow::step);
    connect(chip, &Chip::dragged, this, &ChipRow::drag);
    connect(chip, &Chip::dropped, this, &ChipRow::drop);
    return chip;
}

QSize ChipRow::sizeHint() const
{
    int width = m_add->sizeHint().width();
    for (const Chip* chip : m_chips)
        width += chip->sizeHint().width() + gap;
    return {std::max(160, width), 30};
}

/// Baseline and focus are never hidden: what stands beside the row gives way first.
QSize ChipRow::minimumSizeHint() const
{
    int width = m_add->sizeHint().width() + gap;
    bool others = false;
    for (const Chip* chip : m_chips) {
        if (chip->variant() == 0 || chip->variant() == m_view.focus)
            width += chip->sizeHint().width() + gap;
        else
            others = true;
    }
    constexpr int most = 480; // long names are shortened rather than the buttons beside them
    return {std::min(most, width + (others ? moreRoom : 0)), chipHeight};
}

void ChipRow::placeChips()
{
    const int available = width() - m_add->sizeHint().width() - gap;
    int needed = -gap;
    for (const Chip* chip : m_chips)
        needed += chip->sizeHint().width() + gap;
    const bool all = needed <= available;
    int reserved = all ? 0 : moreRoom;
    for (const Chip* chip : m_chips)
        if (!all && (chip->variant() == 0 || chip->variant() == m_view.focus))
            reserved += chip->sizeHint().width() + gap;
    // Of two long names each gives half of what is lacking.
    const int keptChips = m_view.focus > 0 ? 2 : 1;
    const int shorter = (std::max(0, reserved - available) + keptChips - 1) / keptChips;
    const int top = (height() - chipHeight) / 2;
    int x = 0;
    int room = available - reserved;
    m_overflow.clear();
    for (Chip* chip : m_chips) {
        const int need = chip->sizeHint().width() + gap;
        const bool kept = all || chip->variant() == 0 || chip->variant() == m_view.focus;
        const bool shown = kept || need <= room;
        if (shown && !kept)
            room -= need;
        chip->setVisible(shown);
        if (!shown) {
            m_overflow.push_back(chip->variant());
            continue;
        }
        chip->setGeometry(x, top, chip->sizeHint().width() - shorter, chipHeight);
        x += need - shorter;
    }
    m_more->setVisible(!m_overflow.empty());
    m_more->setText(tr("+%1 more").arg(m_overflow.size()));
    m_more->setAccessibleName(
        counted(static_cast<qint64>(m_overflow.size()), tr("more variant"), tr("more variants")));
    m_more->setGeometry(QRect(QPoint(x, top), m_more->sizeHint()));
    if (!m_overflow.empty())
        x += m_more->sizeHint().width() + gap;
    m_add->setVisible(!m_chips.empty());
    m_add->setGeometry(QRect(QPoint(x, top), m_add->sizeHint()));
}

void ChipRow::openMore()
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const int variant : m_overflow) {
        QMenu* own = menu->addMenu(fontMetrics().elidedText(
            m_chips.at(static_cast<std::size_t>(variant))->text(), Qt::ElideMiddle, 420));
        fillMenu(*own, variant);
    }
    menu->popup(m_more->mapToGlobal(QPoint(0, m_more->height() + 2)));
}

void ChipRow::openMenu(int variant, const QPoint& at)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fillMenu(*menu, variant);
    menu->popup(at);
}

void ChipRow::fillMenu(QMenu& menu, int variant)
{
    const auto add = [this, &menu](const QString& text, auto&& run) {
        QAction* action = menu.addAction(text);
        connect(action, &QAction::triggered, this, std::forward<decltype(run)>(run));
        return action;
    };
    const bool baseline = variant == 0;
    const bool focused = variant == m_view.focus;
    add(tr("Focus"), [this, variant] { Q_EMIT focusRequested(variant); })->setEnabled(!focused);
    add(m_view.isHidden(variant) ? tr("Show in charts") : tr("Hide in charts"), [this, variant] {
        Q_EMIT hiddenToggled(variant);
    })->setEnabled(!baseline && !focused);
    add(tr("Make baseline"), [this, variant] {
        Q_EMIT baselineRequested(variant);
    })->setEnabled(!baseline);
    menu.addSeparator();
    add(tr("Rename…"), [this, variant] { startRenaming(variant); });
    add(tr("Move left"), [this, variant] { step(variant, -1); })->setEnabled(variant > 1);
    add(tr("Move right"), [this, variant] {
        step(variant, 1);
    })->setEnabled(!baseline && variant + 1 < static_cast<int>(m_chips.size()));
    menu.addSeparator();
    add(tr("Copy command line"), [this, variant] { Q_EMIT commandLineRequested(variant); });
    add(tr("Show its log"), [this, variant] { Q_EMIT logRequested(variant); });
}

void ChipRow::startRenaming(int variant)
{
    const auto index = static_cast<std::size_t>(variant);
    if (index >= m_chips.size())
        return;
    const Chip* chip = m_chips.at(index);
    auto* field = new RenameField(chip->text(), this);
    field->setAccessibleName(tr("New name of %1").arg(chip->text()));
    field->setMaxLength(200);
    const int left = chip->isVisible() ? chip->x() : m_more->x();
    field->setGeometry(left, (height() - chipHeight) / 2,
        std::min(std::max(chip->width(), 180), std::max(120, width() - left)), chipHeight);
    field->selectAll();
    field->show();
    field->setFocus();
    connect(field, &QLineEdit::returnPressed, this,
        [this, field, variant] { Q_EMIT renameRequested(variant, field->text().simplified()); });
    // Enter, Esc and a click elsewhere all end it; only Enter renames.
    connect(field, &QLineEdit::editingFinished, field, &QObject::deleteLater);
}

void ChipRow::drag(int variant, int x)
{
    Chip* chip = m_chips.at(static_cast<std::size_t>(variant));
    const int least = m_chips.front()->width() / 2;
    chip->move(std::clamp(x, least, std::max(least, width() - chip->width())), chip->y());
}

/// Where a chip lies among the others that are shown.
int ChipRow::placeOf(int variant) const
{
    const Chip* moved = m_chips.at(static_cast<std::size_t>(variant));
    int place = 1;
    for (const Chip* chip : m_chips) {
        const bool before = chip->geometry().center().x() < moved->geometry().center().x();
        if (chip != moved && chip->variant() != 0 && chip->isVisible() && before)
            place = chip->variant() < variant ? chip->variant() + 1 : chip->variant();
    }
    return place;
}

void ChipRow::drop(int variant)
{
    const int place = placeOf(variant);
    if (place != variant)
        Q_EMIT moveRequested(variant, place);
    placeChips();
}

void ChipRow::step(int variant, int places)
{
    const int last = static_cast<int>(m_chips.size()) - 1;
    const int place = std::clamp(variant + places, 1, std::max(1, last));
    if (variant > 0 && place != variant)
        Q_EMIT moveRequested(variant, place);
}

void ChipRow::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    placeChips();
}

} // namespace ui
