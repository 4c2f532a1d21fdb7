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
constexpr int mostKept = 4000;

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

} // namespace

double widthOfText(const QFont& font, const QString& text)
{
    // Of each thread: exports are drawn on others, and a font belongs to the thread that loads it.
    static thread_local QCache<MeasuredText, double> kept(mostKept);
    if (text.size() > longest)
        return QFontMetricsF(font).horizontalAdvance(text);
    MeasuredText measured {font, text};
    if (const double* width = kept.object(measured))
        return *width;
    const double width = QFontMetricsF(font).horizontalAdvance(text);
    kept.insert(measured, new double(width));
    return width;
}

QString elidedText(const QString& text, const QFont& font, Qt::TextElideMode mode, double width)
{
    static thread_local QCache<Cut, QString> kept(mostKept);
    if (text.size() > longest)
        return QFontMetricsF(font).elidedText(text, mode, width);
    Cut cut {{font, text}, mode, width};
    if (const QString* shown = kept.object(cut))
        return *shown;
    QString shown = QFontMetricsF(font).elidedText(text, mode, width);
    kept.insert(cut, new QString(shown));
    return shown;
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

const ShapedText* shaped(const QFont& font, const QString& text)
{
    static thread_local QCache<MeasuredText, ShapedText> kept(mostKept);
    MeasuredText measured {font, text};
    if (const ShapedText* known = kept.object(measured))
        return known;
    QTextLayout layout(text, font);
    layout.beginLayout();
    QTextLine line = layout.createLine();
    constexpr double endless = 1 << 24;
    line.setLineWidth(endless);
    layout.endLayout();
    auto* made = new ShapedText {
        QStaticText(text), line.horizontalAdvance(), line.ascent() + line.descent()};
    made->glyphs.setTextFormat(Qt::PlainText);
    made->glyphs.setPerformanceHint(QStaticText::ModerateCaching);
    made->glyphs.prepare({}, font);
    kept.insert(measured, made);
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
    const ShapedText* words
        = isPlain(painter, text, flags) ? shaped(painter.font(), text) : nullptr;
    const bool fits = words != nullptr
        && ((flags & Qt::TextDontClip) != 0
            || (words->width <= box.width() && words->height <= box.height()));
    if (!fits) {
        painter.drawText(box, flags, text);
        return;
    }
    QPointF place = box.topLeft();
    if ((flags & Qt::AlignRight) != 0)
        place.rx() += box.width() - words->width;
    else if ((flags & Qt::AlignHCenter) != 0)
        place.rx() += (box.width() - words->width) / 2;
    if ((flags & Qt::AlignBottom) != 0)
        place.ry() += box.height() - words->height;
    else if ((flags & Qt::AlignVCenter) != 0)
        place.ry() += (box.height() - words->height) / 2;
    painter.drawStaticText(place, words->glyphs);
}

} // namespace ui
