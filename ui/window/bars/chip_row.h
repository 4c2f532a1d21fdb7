// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/comparison_view.h"
#include "ui/theme/theme.h"

#include <QWidget>

#include <vector>

class QMenu;

namespace ui {

class Button;
class Chip;

/// The variants as chips, the baseline in front. Those that do not fit go into "+n more"; baseline
/// and focused variant are never hidden.
class ChipRow : public QWidget {
    Q_OBJECT

public:
    explicit ChipRow(const Theme& theme);

    void showView(const ComparisonView& view);
    /// Opens a field over the chip.
    void startRenaming(int variant);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

    /// Variants in "+n more".
    [[nodiscard]] const std::vector<int>& overflow() const { return m_overflow; }

Q_SIGNALS:
    void focusRequested(int variant);
    void hiddenToggled(int variant);
    void baselineRequested(int variant);
    /// An empty name: as recorded.
    void renameRequested(int variant, const QString& name);
    void moveRequested(int from, int to);
    void commandLineRequested(int variant);
    void logRequested(int variant);
    void newVariantRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeChips(const ComparisonView& view);
    Chip* makeChip(int variant, const QString& name);
    void placeChips();
    void openMore();
    void openMenu(int variant, const QPoint& at);
    void fillMenu(QMenu& menu, int variant);
    void drag(int variant, int x);
    void drop(int variant);
    void step(int variant, int places);
    [[nodiscard]] int placeOf(int variant) const;

    const Theme& m_theme;
    ComparisonView m_view;
    std::vector<Chip*> m_chips;
    std::vector<int> m_overflow;
    Button* m_more;
    Button* m_add;
};

} // namespace ui
