// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/tokens.h"
#include "ui/theme/variant_style.h"

#include <QFont>
#include <QRectF>
#include <QString>

#include <functional>
#include <vector>

class QPainter;

/// Pieces that several charts paint.
namespace ui {

enum class Emphasis { Plain, Focused };

/// Marker and name; names that do not fit lose their middle.
void drawVariantName(QPainter& painter, const Tokens& tokens, const VariantStyle& style,
    const QRectF& box, const QString& name, Emphasis emphasis);

[[nodiscard]] double textWidth(const QFont& font, const QString& text);

/// Text cut in its middle, so that beginnings and endings that tell variants apart both stay.
[[nodiscard]] QString shortened(const QString& text, const QFont& font, double width);

/// Text in the colour given, without touching the painter's state.
void drawLabel(QPainter& painter, const QRectF& box, Qt::Alignment alignment, const QFont& font,
    const QColor& colour, const QString& text);

/// A row of samples with words under a chart, wrapped to its width.
class ChartLegend {
public:
    struct Entry {
        QString text;
        double sampleWidth = 10;
        std::function<void(QPainter& painter, const QRectF& box)> sample;
    };

    void setEntries(std::vector<Entry> entries) { m_entries = std::move(entries); }

    [[nodiscard]] double heightFor(double width) const;
    void paint(QPainter& painter, const Tokens& tokens, const QRectF& box) const;
    /// Where an entry is painted within the box.
    [[nodiscard]] QRectF boxOf(std::size_t index, const QRectF& box) const;

    [[nodiscard]] std::size_t size() const { return m_entries.size(); }

private:
    struct Place {
        QRectF box;
        QString text;
    };

    [[nodiscard]] std::vector<Place> places(double width) const;

    std::vector<Entry> m_entries;
};

} // namespace ui
