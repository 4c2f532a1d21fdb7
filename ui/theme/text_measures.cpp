// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/text_measures.h"

#include <QCache>
#include <QFontMetricsF>

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

} // namespace ui
