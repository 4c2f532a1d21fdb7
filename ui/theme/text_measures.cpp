// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/text_measures.h"

#include <QCache>
#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainter>
#include <QStaticText>
#include <QTextLayout>

namespace ui {

namespace {

constexpr qsizetype longest = 200; ///< characters; longer texts are few and not worth their memory
constexpr int mostKeptWidths = 4000;

struct MeasuredText {
    QFont font;
    QString text;

    friend bool operator==(const MeasuredText&, const MeasuredText&) = default;

    friend size_t qHash(const MeasuredText& measured, size_t seed = 0)
    {
        return qHashMulti(seed, measured.font, measured.text);
    }
};

struct Cut {
    MeasuredText measured;
    Qt::TextElideMode mode;
    double width;

    friend bool operator==(const Cut&, const Cut&) = default;

    friend size_t qHash(const Cut& cut, size_t seed = 0)
    {
        return qHashMulti(seed, cut.measured, static_cast<int>(cut.mode), cut.width);
    }
};

/// Made once for each key, as long as there is room for it.
template <typename Key, typename Value, typename Make>
const Value& kept(QCache<Key, Value>& cache, const Key& key, Make make)
{
    if (const Value* known = cache.object(key))
        return *known;
    auto* made = new Value(make());
    cache.insert(key, made);
    return *made;
}

} // namespace

double widthOfText(const QFont& font, const QString& text)
{
    // Of each thread: exports are drawn on others, and a font belongs to the thread that loads it.
    static thread_local QCache<MeasuredText, double> widths(mostKeptWidths);
    const auto measure = [&] { return QFontMetricsF(font).horizontalAdvance(text); };
    return text.size() > longest ? measure() : kept(widths, {font, text}, measure);
}

QString elidedText(const QString& text, const QFont& font, Qt::TextElideMode mode, double width)
{
    static thread_local QCache<Cut, QString> cuts(mostKeptWidths);
    const auto cut = [&] { return QFontMetricsF(font).elidedText(text, mode, width); };
    return text.size() > longest ? cut() : kept(cuts, {{font, text}, mode, width}, cut);
}

QString elidedText(
    const QPainter& painter, const QString& text, Qt::TextElideMode mode, double width)
{
    return elidedText(text, painter.font(), mode, width);
}

namespace {

struct ShapedText {
    QStaticText glyphs;
    double width = 0;
    double height = 0;
};

ShapedText shaped(const QFont& font, const QString& text)
{
    QTextLayout layout(text, font);
    layout.beginLayout();
    QTextLine line = layout.createLine();
    constexpr double endless = 1 << 24;
    line.setLineWidth(endless);
    layout.endLayout();
    ShapedText made {QStaticText(text), line.horizontalAdvance(), line.ascent() + line.descent()};
    made.glyphs.setTextFormat(Qt::PlainText);
    made.glyphs.setPerformanceHint(QStaticText::ModerateCaching);
    made.glyphs.prepare({}, font);
    return made;
}

/// One line from left to right, which fits its box, on pixels: what is kept is drawn alike.
bool isPlain(const QPainter& painter, const QString& text, int flags)
{
    constexpr int known = Qt::AlignLeft | Qt::AlignRight | Qt::AlignHCenter | Qt::AlignTop
        | Qt::AlignBottom | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip;
    return (flags & ~known) == 0 && !text.isEmpty() && text.size() <= longest
        && painter.paintEngine()->type() == QPaintEngine::Raster
        && painter.deviceTransform().type() <= QTransform::TxTranslate && !text.contains(u'\n')
        && !text.contains(u'\t') && !text.isRightToLeft();
}

} // namespace

void drawText(QPainter& painter, const QRectF& box, int flags, const QString& text)
{
    static thread_local QCache<MeasuredText, ShapedText> shapes(mostKeptWidths);
    if (!isPlain(painter, text, flags)) {
        painter.drawText(box, flags, text);
        return;
    }
    const QFont& font = painter.font();
    const ShapedText& words = kept(shapes, {font, text}, [&] { return shaped(font, text); });
    const bool fits = words.width <= box.width() && words.height <= box.height();
    if (!fits && (flags & Qt::TextDontClip) == 0) {
        painter.drawText(box, flags, text);
        return;
    }
    QPointF place = box.topLeft();
    if ((flags & Qt::AlignRight) != 0)
        place.rx() += box.width() - words.width;
    else if ((flags & Qt::AlignHCenter) != 0)
        place.rx() += (box.width() - words.width) / 2;
    if ((flags & Qt::AlignBottom) != 0)
        place.ry() += box.height() - words.height;
    else if ((flags & Qt::AlignVCenter) != 0)
        place.ry() += (box.height() - words.height) / 2;
    painter.drawStaticText(place, words.glyphs);
}

} // namespace ui
