// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/text_measures.h"

#include <QCache>
#include <QFontMetricsF>
#include <QPainter>
#include <QStaticText>

#include <algorithm>

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

/// What needs no laying out but side by side.
bool isPlainLine(const QString& text)
{
    return text.size() <= longest && !text.isRightToLeft()
        && std::ranges::none_of(text, [](QChar letter) {
               return letter < u' ' || letter == QChar::LineSeparator
                   || letter == QChar::ParagraphSeparator;
           });
}

/// Valid until this thread asks for another.
const QStaticText& shaped(const QFont& font, const QString& text)
{
    static thread_local QCache<MeasuredText, QStaticText> kept(mostKept);
    MeasuredText measured {font, text};
    if (const QStaticText* known = kept.object(measured))
        return *known;
    auto* made = new QStaticText(text);
    made->setTextFormat(Qt::PlainText);
    made->prepare({}, font);
    kept.insert(measured, made);
    return *made;
}

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

void drawShaped(QPainter& painter, const QRectF& box, Qt::Alignment alignment, const QString& text)
{
    if (text.isEmpty())
        return;
    if (!isPlainLine(text)) {
        painter.drawText(box, static_cast<int>(alignment) | Qt::TextDontClip, text);
        return;
    }
    const QStaticText& line = shaped(painter.font(), text);
    const QSizeF room = box.size() - line.size();
    QPointF place = box.topLeft();
    if (alignment.testFlag(Qt::AlignRight))
        place.rx() += room.width();
    else if (alignment.testFlag(Qt::AlignHCenter))
        place.rx() += room.width() / 2;
    if (alignment.testFlag(Qt::AlignBottom))
        place.ry() += room.height();
    else if (alignment.testFlag(Qt::AlignVCenter))
        place.ry() += room.height() / 2;
    painter.drawStaticText(place, line);
}

} // namespace ui
