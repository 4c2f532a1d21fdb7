// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/chip_row.h"

#include "ui/models/text.h"
#include "ui/parts/button.h"
#include "ui/parts/chip.h"

#include <QGuiApplication>
#include <QMenu>

#include <algorithm>

namespace ui {

namespace {

constexpr int gap = 8;

} // namespace

ChipRow::ChipRow(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_more(new Button(theme, ButtonKind::Secondary, {}, std::nullopt, this))
{
    setAccessibleName(tr("Variants"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_more->setCompact(true);
    m_more->hide();
    connect(m_more, &Button::clicked, this, &ChipRow::openMore);
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
    placeChips();
}

void ChipRow::makeChips(const ComparisonView& view)
{
    for (Chip* chip : m_chips)
        delete chip;
    m_chips.clear();
    if (view.comparison == nullptr)
        return;
    const auto& variants = view.comparison->result.plan.variants;
    for (std::size_t i = 0; i < variants.size(); ++i) {
        auto* chip = new Chip(m_theme, static_cast<int>(i), qt(variants.at(i).name), this);
        connect(chip, &Chip::clicked, this, [this, chip] { choose(chip->variant()); });
        m_chips.push_back(chip);
    }
    // Tab order: chips, then "+n more".
    QWidget* previous = nullptr;
    for (Chip* chip : m_chips) {
        if (previous != nullptr)
            setTabOrder(previous, chip);
        previous = chip;
    }
    if (previous != nullptr)
        setTabOrder(previous, m_more);
    updateGeometry();
}

void ChipRow::choose(int variant)
{
    if (QGuiApplication::keyboardModifiers().testFlag(Qt::ControlModifier)) {
        Q_EMIT hiddenToggled(variant);
        return;
    }
    Q_EMIT focusRequested(variant);
}

QSize ChipRow::sizeHint() const
{
    int width = 0;
    for (const Chip* chip : m_chips)
        width += chip->sizeHint().width() + gap;
    return {std::max(160, width), 30};
}

void ChipRow::placeChips()
{
    const int moreRoom = 96;
    int needed = -gap;
    for (const Chip* chip : m_chips)
        needed += chip->sizeHint().width() + gap;
    const bool all = needed <= width();
    int reserved = all ? 0 : moreRoom;
    for (const Chip* chip : m_chips)
        if (!all && (chip->variant() == 0 || chip->variant() == m_view.focus))
            reserved += chip->sizeHint().width() + gap;
    int x = 0;
    int room = width() - reserved;
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
        chip->setGeometry(QRect(QPoint(x, (height() - 28) / 2), chip->sizeHint()));
        x += need;
    }
    m_more->setVisible(!m_overflow.empty());
    m_more->setText(tr("+%1 more").arg(m_overflow.size()));
    m_more->setAccessibleName(tr("%1 more variants").arg(m_overflow.size()));
    m_more->setGeometry(QRect(QPoint(x, (height() - 28) / 2), m_more->sizeHint()));
}

void ChipRow::openMore()
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const int variant : m_overflow) {
        QAction* action = menu->addAction(fontMetrics().elidedText(
            m_chips.at(static_cast<std::size_t>(variant))->text(), Qt::ElideMiddle, 420));
        connect(action, &QAction::triggered, this, [this, variant] { choose(variant); });
    }
    menu->popup(m_more->mapToGlobal(QPoint(0, m_more->height() + 2)));
}

void ChipRow::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    placeChips();
}

} // namespace ui
