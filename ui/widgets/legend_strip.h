// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/chart_parts.h"
#include "ui/theme/theme.h"
#include "ui/widgets/painted_widget.h"

#include <cstddef>
#include <optional>

namespace ui {

/// Samples with words, on as many lines as they need.
class LegendStrip : public PaintedWidget {
    Q_OBJECT

public:
    explicit LegendStrip(const Theme& theme);

    void setEntries(std::vector<ChartLegend::Entry> entries);
    /// The first entries can be chosen, one at a time, by a click or by arrows and the space bar.
    void setChoosable(std::size_t entries);

    [[nodiscard]] std::optional<std::size_t> chosen() const { return m_chosen; }

    /// nullopt: none.
    void choose(std::optional<std::size_t> entry);

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }

    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return {100, 19}; }

Q_SIGNALS:
    void chosenChanged();

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void paint(QPainter& painter, const Tokens& tokens) override;

    ChartLegend m_legend;
    std::size_t m_choosable = 0;
    std::optional<std::size_t> m_chosen;
    std::size_t m_current = 0; ///< that the space bar chooses
};

} // namespace ui
