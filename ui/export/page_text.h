// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/page_strip.h"
#include "ui/theme/tokens.h"

#include <QColor>
#include <QFont>
#include <QString>
#include <QTextLayout>
#include <QVector>

#include <memory>

namespace ui {

/// Pages are measured in tenths of a point, so that fonts come in fine steps.
inline constexpr int unitsPerPoint = 10;
inline constexpr int unitsPerInch = 72 * unitsPerPoint;

[[nodiscard]] constexpr double millimetres(double mm)
{
    return mm * unitsPerInch / 25.4;
}

/// Fonts and colours of a document; `scale` makes all of it smaller.
struct PageStyle {
    const Tokens& tokens;
    double scale = 1;

    [[nodiscard]] QFont font(double points, QFont::Weight weight = QFont::Normal) const;
    [[nodiscard]] QFont code(double points) const;

    [[nodiscard]] double points(double count) const { return count * unitsPerPoint * scale; }
};

/// Text of which parts look different.
class PageText {
public:
    explicit PageText(const QFont& font)
        : m_font(font)
    {
    }

    void add(const QString& text, const QColor& colour, QFont::Weight weight = QFont::Normal);
    /// With ** around what is strong.
    void addMarked(const std::string& text, const QColor& colour);

    [[nodiscard]] bool isEmpty() const { return m_text.isEmpty(); }

    /// Broken into lines; a word that is too long is broken, too.
    [[nodiscard]] std::shared_ptr<QTextLayout> layout(
        double width, Qt::Alignment alignment = Qt::AlignLeft) const;
    /// As wide as it would be in one line.
    [[nodiscard]] double naturalWidth() const;

private:
    QFont m_font;
    QString m_text;
    QVector<QTextLayout::FormatRange> m_formats;
};

/// A strip for each line; the first ones and the last ones of a paragraph stay together.
void addLines(
    Strips& strips, const std::shared_ptr<QTextLayout>& layout, double left, double spacing = 1.22);

[[nodiscard]] PageStrip blankStrip(double height, bool keepWithNext = false);

/// Text of a recording: control characters are shown, not obeyed.
[[nodiscard]] QString pageText(const std::string& text);

} // namespace ui
