// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/comparison_view.h"
#include "ui/theme/theme.h"

#include <QWidget>

#include <vector>

namespace ui {

class Button;
class Chip;

/// The variants as chips. Those that do not fit go into "+n more"; baseline and focused variant
/// are never hidden. Click = focus, Ctrl+click = hide or show in overlay views.
class ChipRow : public QWidget {
    Q_OBJECT

public:
    explicit ChipRow(const Theme& theme, QWidget* parent = nullptr);

    void showView(const ComparisonView& view);

    [[nodiscard]] QSize sizeHint() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 30}; }

Q_SIGNALS:
    void focusRequested(int variant);
    void hiddenToggled(int variant);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeChips(const ComparisonView& view);
    void placeChips();
    void choose(int variant);
    void openMore();

    const Theme& m_theme;
    ComparisonView m_view;
    std::vector<Chip*> m_chips;
    std::vector<int> m_overflow; ///< variants in "+n more"
    Button* m_more;
};

} // namespace ui
