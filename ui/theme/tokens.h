// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

#include <array>

namespace ui {

enum class ThemeKind { Dark, Light, HighContrast };

/// Classes of device work, in the order in which parts are stacked.
enum class WorkClass {
    Matmul,
    Fused,
    Norm,
    Elementwise,
    Embedding,
    Optimizer,
    Copies,
    Communication,
    Launches
};

/// What a page says about something: always drawn as a shape, and beside a word.
enum class Status { Good, Warning, Bad, Neutral, Information };

/// The colours of one theme, as the design lists them. The palette test keeps them apart under
/// normal and simulated vision and in contrast with their grounds.
struct Tokens {
    QColor window;
    QColor panel;
    QColor raised;
    QColor border;
    QColor grid;
    QColor text;
    QColor muted;
    QColor faint; ///< decorative only: too pale to read
    QColor accent;
    QColor onAccent; ///< text on a ground of accent
    QColor selection;
    QColor good;
    QColor bad;
    QColor warn;
    std::array<QColor, 8> variants; ///< the baseline first
    std::array<QColor, 9> classes; ///< by WorkClass
    qreal line = 1; ///< width of borders and thin lines
    bool tints = true; ///< false: high contrast, where a ground never carries meaning

    [[nodiscard]] const QColor& status(Status status) const;
    [[nodiscard]] const QColor& workClass(WorkClass workClass) const;
    /// Of a variant by its index in the plan; from the ninth on colours come again.
    [[nodiscard]] const QColor& variant(int index) const;
};

[[nodiscard]] const Tokens& tokensOf(ThemeKind kind);

/// `colour` laid over `ground` with the given share, for fills that stay behind lines.
[[nodiscard]] QColor blend(const QColor& colour, const QColor& ground, qreal share);

/// Contrast ratio of WCAG 2: 1 to 21.
[[nodiscard]] double contrast(const QColor& one, const QColor& other);

/// Black or white, whichever is easier to read on `ground`.
[[nodiscard]] QColor readableOn(const QColor& ground);

} // namespace ui
