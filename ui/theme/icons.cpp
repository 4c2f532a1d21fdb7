// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/icons.h"

#include "ui/theme/kept_drawing.h"

#include <QPainter>
#include <QPainterPath>

#include <map>
#include <string_view>

namespace ui {

namespace {

/// Strokes in a box of 16 × 16, in the letters of SVG paths: M move, L line, C cubic to, Z close,
/// O circle (centre x, centre y, radius), A arc (as O, then start and span in degrees), R rectangle
/// (x, y, width, height).
const std::map<Icon, std::string_view>& strokes()
{
    static const std::map<Icon, std::string_view> table {
        {Icon::Logo, "A 8 8 6.4 30 300 M 2 8 L 13.6 8"},
        {Icon::Plus, "M 8 3 L 8 13 M 3 8 L 13 8"},
        {Icon::Copy, "R 2 2 8 8 M 6 13.5 L 13.5 13.5 L 13.5 6"},
        {Icon::Check, "M 3 8.5 L 6.5 12 L 13 4.5"},
        {Icon::Report,
            "M 4 1.8 L 9.5 1.8 L 12.5 4.8 L 12.5 14.2 L 4 14.2 Z M 6 8 L 10.5 8 M 6 11 L 10.5 11"},
        {Icon::Export,
            "M 8 9.5 L 8 2 M 5 4.8 L 8 1.8 L 11 4.8 M 2.5 8.5 L 2.5 13.8 L 13.5 13.8 L 13.5 8.5"},
        {Icon::Search, "O 7 7 4.4 M 10.3 10.3 L 14 14"},
        {Icon::Edit, "M 3 13 L 3.6 10.2 L 11 2.8 L 13.2 5 L 5.8 12.4 Z"},
        {Icon::Play, "M 4 2.5 L 13 8 L 4 13.5 Z"},
        {Icon::ChevronDown, "M 3.5 6 L 8 10.5 L 12.5 6"},
        {Icon::Theme,
            "O 8 8 6 M 8 2 L 8 14 M 8 4.6 L 11.6 4.6 M 8 8 L 13.6 8 M 8 11.4 L 11.6 11.4"},
        {Icon::Open, "M 1.8 12.8 L 1.8 3.2 L 6 3.2 L 7.5 5 L 14.2 5 L 14.2 12.8 Z"},
        {Icon::More, "O 3 8 1 O 8 8 1 O 13 8 1"},
        {Icon::Overview, "R 2 2 5 6.6 R 9 2 5 3.4 R 2 11 5 3 R 9 7.6 5 6.4"},
        {Icon::Results, "R 2 2.5 12 11 M 2 6 L 14 6 M 2 9.7 L 14 9.7 M 6 6 L 6 13.5"},
        {Icon::Latency, "M 1.8 13 C 5.8 13 5.2 2.6 7.4 2.6 C 9.6 2.6 9 13 14.2 13"},
        {Icon::CompileTime,
            "M 2 2.5 L 14 2.5 M 2 2.5 L 2 14 M 2 6 L 11.5 6 M 4.4 9.6 L 9 9.6 M 2 13.2 L 5.6 13.2"},
        {Icon::Timeline, "M 2 3.5 L 7.5 3.5 M 5 8 L 12.5 8 M 8.5 12.5 L 14 12.5 M 2 8 L 3 8"},
        {Icon::Kernels,
            "M 2.5 9 L 2.5 13.5 M 6.2 5 L 6.2 13.5 M 9.8 7.5 L 9.8 13.5 M 13.5 2.5 L 13.5 13.5"},
        {Icon::GraphBreaks, "M 1.5 8 L 5 8 M 11 8 L 14.5 8 M 6 4.5 L 10 11.5 M 10 4.5 L 6 11.5"},
        {Icon::Gpu,
            "R 4 4 8 8 R 6.4 6.4 3.2 3.2 M 6 1.6 L 6 4 M 10 1.6 L 10 4 M 6 12 L 6 14.4 M 10 12 L "
            "10 14.4 M 1.6 6 L 4 6 M 1.6 10 L 4 10 M 12 6 L 14.4 6 M 12 10 L 14.4 10"},
        {Icon::Numerics, "M 2.5 5.8 L 13.5 5.8 M 2.5 10.2 L 13.5 10.2 M 11 2 L 5 14"},
        {Icon::Memory, "M 1.8 13.2 L 1.8 9 L 5.4 5 L 8.2 8 L 11 3.4 L 14.2 7.4 L 14.2 13.2 Z"},
        {Icon::Configuration,
            "M 2 4.5 L 14 4.5 M 2 11.5 L 14 11.5 M 5.5 2.6 L 5.5 6.4 M 10.5 9.6 L 10.5 13.4"},
        {Icon::Log, "M 2 3.5 L 14 3.5 M 2 8 L 11 8 M 2 12.5 L 14 12.5"},
        {Icon::Runs, "R 2 2.5 12 4.5 R 2 9 12 4.5"},
        {Icon::Reports,
            "M 3.4 1.8 L 9.6 1.8 L 12.6 4.8 L 12.6 14.2 L 3.4 14.2 Z M 5.8 8 L 10.2 8 M 5.8 11 L "
            "10.2 11 M 5.8 5 L 7.4 5"},
        {Icon::History, "M 2 2 L 2 14 L 14 14 M 4 11 L 6.5 9.5 L 8.5 10 L 8.5 5 L 11 5.5 L 13.5 4"},
        {Icon::Serving,
            "M 2 14 L 14 14 M 2 2 L 2 14 M 3.5 11.5 C 8 11 11 9.5 13 3 M 8.5 2.5 L 13 2.5 L 13 7"},
        {Icon::Suite,
            "M 2 3 L 2.6 3 M 5 3 L 14 3 M 2 8 L 2.6 8 M 5 8 L 10.5 8 M 2 13 L 2.6 13 M 5 13 L 12.5 "
            "13 M 8 1.4 L 8 14.6"},
        {Icon::Shapes,
            "M 2 9.5 L 6.5 9.5 L 6.5 14 L 2 14 Z M 2 6 L 10 6 L 10 14 M 2 2.5 L 13.5 2.5 L 13.5 "
            "14"},
    };
    return table;
}

/// Reads the letters and numbers above; they are ours, so nothing is checked.
class StrokeReader {
public:
    explicit StrokeReader(std::string_view text)
        : m_text(text)
    {
    }

    QPainterPath path()
    {
        QPainterPath path;
        for (skipBlanks(); !m_text.empty(); skipBlanks())
            read(path);
        return path;
    }

private:
    void read(QPainterPath& path)
    {
        const char letter = m_text.front();
        m_text.remove_prefix(1);
        switch (letter) {
        case 'M':
            path.moveTo(point());
            break;
        case 'L':
            path.lineTo(point());
            break;
        case 'C': {
            const QPointF first = point();
            const QPointF second = point();
            path.cubicTo(first, second, point());
            break;
        }
        case 'O': {
            const QPointF centre = point();
            const qreal radius = number();
            path.addEllipse(centre, radius, radius);
            break;
        }
        case 'A': {
            const QPointF centre = point();
            const qreal radius = number();
            const QRectF box(centre - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius));
            const qreal start = number();
            path.arcMoveTo(box, start);
            path.arcTo(box, start, number());
            break;
        }
        case 'R': {
            const QPointF corner = point();
            const QPointF size = point();
            path.addRoundedRect(QRectF(corner, QSizeF(size.x(), size.y())), 1, 1);
            break;
        }
        default:
            path.closeSubpath();
        }
    }

    void skipBlanks()
    {
        while (!m_text.empty() && m_text.front() == ' ')
            m_text.remove_prefix(1);
    }

    qreal number()
    {
        skipBlanks();
        const auto end = m_text.find(' ');
        const std::string_view word = m_text.substr(0, end);
        m_text.remove_prefix(word.size());
        return QByteArray(word.data(), static_cast<qsizetype>(word.size())).toDouble();
    }

    QPointF point()
    {
        const qreal x = number();
        return {x, number()};
    }

    std::string_view m_text;
};

/// Read once: a side bar has a dozen icons.
const QPainterPath& pathOf(Icon icon)
{
    static thread_local std::map<Icon, QPainterPath> paths;
    const auto found = paths.find(icon);
    return found != paths.end()
        ? found->second
        : paths.emplace(icon, StrokeReader(strokes().at(icon)).path()).first->second;
}

} // namespace

void drawIcon(QPainter& painter, Icon icon, const QRectF& box, const QColor& colour)
{
    drawKept(painter,
        {.kind = SignKind::Icon, .which = static_cast<int>(icon), .colour = colour.rgba()}, box,
        [&](QPainter& onto) {
            onto.save();
            onto.setRenderHint(QPainter::Antialiasing);
            onto.translate(box.topLeft());
            onto.scale(box.width() / 16, box.height() / 16);
            onto.setBrush(Qt::NoBrush);
            onto.setPen(QPen(colour, icon == Icon::Logo ? 2.0 : 1.5, Qt::SolidLine, Qt::RoundCap,
                Qt::RoundJoin));
            onto.drawPath(pathOf(icon));
            onto.restore();
        });
}

} // namespace ui
