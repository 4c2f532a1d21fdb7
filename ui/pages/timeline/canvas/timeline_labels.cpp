// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/canvas/timeline_labels.h"

#include "ui/theme/fonts.h"

#include <QFontMetrics>

#include <algorithm>

namespace ui {

namespace {

constexpr int step = 4; ///< px; rooms that differ by less share a text
constexpr qsizetype leastLetters = 6; ///< of a cut name, "…" among them; fewer tell nothing
constexpr qsizetype mostKnown = 20'000;

QString cut(const QString& name, int room, const QFontMetrics& metrics)
{
    QString text = metrics.elidedText(name, Qt::ElideMiddle, room);
    return text == name || text.size() >= leastLetters ? text : QString();
}

} // namespace

TimelineLabels::TimelineLabels()
    : m_font(uiFont(type::small, QFont::Medium))
{
}

const QStaticText& TimelineLabels::fitted(const QString& name, double room)
{
    constexpr double widest = 2000;
    const int cells = static_cast<int>(std::min(room, widest)) / step;
    const std::pair key(name, cells);
    const auto known = m_known.constFind(key);
    if (known != m_known.constEnd())
        return *known;
    if (m_known.size() >= mostKnown)
        m_known.clear();
    QStaticText text(cut(name, cells * step, QFontMetrics(m_font)));
    text.setTextFormat(Qt::PlainText);
    text.setPerformanceHint(QStaticText::AggressiveCaching);
    text.prepare({}, m_font);
    return *m_known.insert(key, text);
}

} // namespace ui
