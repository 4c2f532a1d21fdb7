// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/one_call_panel.h"

#include "profiler/report/format.h"
#include "ui/charts/painted_document.h"
#include "ui/models/text.h"
#include "ui/parts/labels.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"

#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace ui {

namespace {

constexpr int legendHeight = 42;
constexpr int tallestRow = 72;
constexpr int valueWidth = 66;
constexpr double leastPart = 0.004; ///< of a call; less is no line

using profiler::CallSplit;
using profiler::WorkKind;

WorkClass classOf(WorkKind kind)
{
    switch (kind) {
    case WorkKind::Matmul:
        return WorkClass::Matmul;
    case WorkKind::Fused:
        return WorkClass::Fused;
    case WorkKind::Norm:
        return WorkClass::Norm;
    case WorkKind::Elementwise:
        return WorkClass::Elementwise;
    case WorkKind::Copy:
        break;
    }
    return WorkClass::Copies;
}

/// One part of a bar and of the legend: work has a colour, all else a pattern.
struct Part {
    QString name;
    std::optional<WorkClass> workClass;
    IdlePattern idle = IdlePattern::DottedOutline;
    double ns = 0;
};

/// Every part that there can be, in the order drawn.
std::vector<Part> partsOf(const CallSplit& split)
{
    std::vector<Part> parts;
    for (const WorkKind kind : profiler::workKinds) {
        const auto found = split.workNs.find(kind);
        parts.push_back({.name = qt(profiler::workKindName(kind)),
            .workClass = classOf(kind),
            .ns = found == split.workNs.end() ? 0 : found->second});
    }
    parts.push_back({.name = OneCallPanel::tr("host code"),
        .workClass = {},
        .idle = IdlePattern::Dots,
        .ns = split.hostNs});
    parts.push_back({.name = OneCallPanel::tr("unexplained"),
        .workClass = {},
        .idle = IdlePattern::DottedOutline,
        .ns = split.unexplainedNs});
    return parts;
}

/// The whole median is unexplained where nothing splits it.
CallSplit splitOrWhole(const OneCallPanel::Split& split, const ForestRow& row)
{
    if (split)
        return *split;
    const double median = row.medianNs.value_or(0);
    return {.medianNs = median, .workNs = {}, .unexplainedNs = median};
}

} // namespace

namespace {

QString notSplitWords(const std::vector<OneCallPanel::Split>& splits)
{
    return OneCallPanel::tr("<b>Not split:</b> %1. A trace splits each bar by class of work and "
                            "the host's own time, so that the parts add up to the median.")
        .arg(
            splits.empty() ? OneCallPanel::tr("nothing was measured") : qt(splits.front().error()));
}

/// How far the traced calls are from those that were timed.
QString overheadWords(const std::vector<OneCallPanel::Split>& splits)
{
    double least = 0;
    double most = 0;
    for (const auto& split : splits)
        if (split) {
            least = least == 0 ? split->overheadRatio : std::min(least, split->overheadRatio);
            most = std::max(most, split->overheadRatio);
        }
    const QString low = qt(profiler::formatNumber(least, 3));
    const QString high = qt(profiler::formatNumber(most, 3));
    return OneCallPanel::tr("From traced calls, which took %1 times as long as timed ones; times "
                            "come from calls without a trace.")
        .arg(low == high ? low : OneCallPanel::tr("%1 to %2").arg(low, high));
}

} // namespace

class OneCallPanel::Bars : public QWidget {
public:
    explicit Bars(const Theme& theme)
        : m_theme(theme)
    {
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
        setMinimumHeight(110);
        new PaintedDocument(theme, *this,
            {.title = OneCallPanel::tr("One call: where the time goes"),
                .table = [this] { return table(); }});
    }

    [[nodiscard]] ChartTable table() const
    {
        ChartTable all {.title = OneCallPanel::tr("One call: where the time goes"),
            .columns = {tr("variant"), tr("median, %1").arg(m_forest.timeUnit)}};
        for (const Part& part : partsOf({}))
            all.columns << part.name + QStringLiteral(", ") + m_forest.timeUnit;
        for (std::size_t i = 0; i < m_forest.rows.size(); ++i) {
            const ForestRow& row = m_forest.rows[i];
            const auto value = [&](double ns) {
                return row.medianNs ? QVariant(ns / m_forest.nsPerUnit) : missing(row.whyNoTime);
            };
            QVariantList cells {row.name, value(row.medianNs.value_or(0))};
            for (const Part& part : partsOf(m_splits.at(i)))
                cells << value(part.ns);
            all.rows.append(cells);
        }
        return all;
    }

    /// Of a file: every row as high as on the widest page.
    [[nodiscard]] QSize minimumSizeHint() const override
    {
        constexpr int fileRow = 44;
        return {200, static_cast<int>(m_forest.rows.size()) * fileRow + legendHeight};
    }

    void show(const Forest& forest, int focus, const std::vector<Split>& splits)
    {
        m_forest = forest;
        m_splits.clear();
        for (std::size_t i = 0; i < forest.rows.size(); ++i)
            m_splits.push_back(splitOrWhole(splits.at(i), forest.rows[i]));
        m_isSplit = std::any_of(
            splits.begin(), splits.end(), [](const Split& split) { return split.has_value(); });
        m_focus = focus;
        const QFontMetrics metrics(uiFont(type::base, QFont::DemiBold));
        m_nameWidth = 0;
        for (const ForestRow& row : forest.rows)
            m_nameWidth = std::max(m_nameWidth, metrics.horizontalAdvance(row.name));
        m_nameWidth = std::min(m_nameWidth, 130) + 34;
        setMaximumHeight(static_cast<int>(forest.rows.size()) * tallestRow + legendHeight);
        QStringList words;
        for (std::size_t i = 0; i < forest.rows.size(); ++i) {
            const ForestRow& row = forest.rows[i];
            words << row.name + QLatin1Char(' ') + row.median + QLatin1Char(' ') + forest.timeUnit
                    + (splits[i] ? partWords(m_splits[i]) : tr(", not split"));
        }
        setAccessibleName(words.join(QStringLiteral("; ")));
        update();
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        QPainter painter(this);
        const int rows = static_cast<int>(m_forest.rows.size());
        if (rows == 0)
            return;
        const int height = std::min(tallestRow, (this->height() - legendHeight) / rows);
        double slowest = 0;
        for (const ForestRow& row : m_forest.rows)
            slowest = std::max(slowest, row.medianNs.value_or(0));
        for (int i = 0; i < rows; ++i)
            paintRow(painter, QRect(0, i * height, width(), height), static_cast<std::size_t>(i),
                slowest);
        paintLegend(painter);
    }

private:
    [[nodiscard]] static QString partWords(const CallSplit& split)
    {
        QString words;
        for (const Part& part : partsOf(split))
            if (split.medianNs > 0 && part.ns / split.medianNs >= leastPart)
                words += QStringLiteral(", ") + part.name + QLatin1Char(' ')
                    + qt(profiler::formatNumber(100 * part.ns / split.medianNs, 2))
                    + QStringLiteral(" %");
        return words;
    }

    void paintRow(QPainter& painter, const QRect& box, std::size_t index, double slowest) const
    {
        const ForestRow& row = m_forest.rows.at(index);
        const Tokens& tokens = m_theme.tokens();
        drawMarker(painter, m_theme.variant(row.variant), QPointF(5, box.center().y() + 1), 9);
        painter.setFont(
            uiFont(type::base, row.variant == m_focus ? QFont::DemiBold : QFont::Medium));
        painter.setPen(tokens.text);
        painter.drawText(QRect(20, box.top(), m_nameWidth - 26, box.height()),
            Qt::AlignLeft | Qt::AlignVCenter,
            painter.fontMetrics().elidedText(row.name, Qt::ElideMiddle, m_nameWidth - 26));
        double end = m_nameWidth;
        if (row.medianNs && slowest > 0) {
            const double length
                = (box.width() - m_nameWidth - valueWidth) * *row.medianNs / slowest;
            const int bar = std::clamp(box.height() - 14, 8, 28);
            const QRectF whole(m_nameWidth, box.center().y() + 1 - bar / 2.0, length, bar);
            painter.fillRect(whole, tokens.raised);
            paintParts(painter, whole, m_splits.at(index));
            end += length;
        }
        painter.setFont(uiFont(type::caption, QFont::Medium));
        painter.setPen(tokens.muted);
        painter.drawText(QRectF(end + 7, box.top(), valueWidth, box.height()),
            Qt::AlignLeft | Qt::AlignVCenter, row.median);
    }

    void paintParts(QPainter& painter, const QRectF& whole, const CallSplit& split) const
    {
        double x = whole.left();
        for (const Part& part : partsOf(split)) {
            if (split.medianNs <= 0 || part.ns / split.medianNs < leastPart)
                continue;
            const QRectF box(
                x, whole.top(), whole.width() * part.ns / split.medianNs, whole.height());
            x = box.right();
            if (part.workClass)
                painter.fillRect(
                    box.adjusted(0, 0, -1, 0), m_theme.tokens().workClass(*part.workClass));
            else
                drawIdle(painter, m_theme.tokens(), part.idle, box);
            if (m_isSplit)
                paintValue(painter, box, part);
        }
    }

    /// Inside the part, on a ground of its own where that is a pattern.
    void paintValue(QPainter& painter, const QRectF& box, const Part& part) const
    {
        const Tokens& tokens = m_theme.tokens();
        painter.setFont(uiFont(type::caption, QFont::DemiBold));
        const QString text = qt(profiler::formatNumber(part.ns / m_forest.nsPerUnit, 3));
        const double room = painter.fontMetrics().horizontalAdvance(text) + 8;
        if (box.width() < room || box.height() < 14)
            return;
        const QRectF ground(box.center().x() - room / 2, box.center().y() - 8, room, 16);
        if (!part.workClass)
            painter.fillRect(ground, tokens.raised);
        painter.setPen(
            part.workClass ? readableOn(tokens.workClass(*part.workClass)) : QColor(tokens.text));
        painter.drawText(ground, Qt::AlignCenter, text);
    }

    void paintLegend(QPainter& painter) const
    {
        const Tokens& tokens = m_theme.tokens();
        painter.setFont(uiFont(type::caption));
        double x = 0;
        double y = height() - legendHeight + 8;
        for (const Part& entry : partsOf({})) {
            const QString& name = entry.name;
            const double room = 18 + painter.fontMetrics().horizontalAdvance(name) + 14;
            if (x > 0 && x + room > width()) {
                x = 0;
                y += 18;
            }
            const QRectF swatch(x, y + 2, 11, 11);
            if (entry.workClass && m_isSplit) {
                painter.fillRect(swatch, tokens.workClass(*entry.workClass));
            } else if (entry.workClass) {
                painter.setPen(QPen(tokens.workClass(*entry.workClass), 1.5));
                painter.setBrush(Qt::NoBrush);
                painter.drawRect(swatch.adjusted(0.75, 0.75, -0.75, -0.75));
            } else {
                drawIdle(painter, tokens, entry.idle, swatch);
            }
            painter.setPen(tokens.muted);
            painter.drawText(
                QRectF(x + 18, y - 1, room, 17), Qt::AlignLeft | Qt::AlignVCenter, name);
            x += room;
        }
    }

    const Theme& m_theme;
    Forest m_forest;
    std::vector<CallSplit> m_splits; ///< by row; whole where there is none
    bool m_isSplit = false; ///< at least one of them
    int m_focus = 0;
    int m_nameWidth = 100;
};

OneCallPanel::OneCallPanel(const Theme& theme, QWidget* parent)
    : Panel(theme, tr("One call: where the time goes"), parent)
    , m_bars(new Bars(theme))
    , m_note(makeParagraph(uiFont(type::caption), QPalette::PlaceholderText))
{
    body()->addWidget(m_bars, 1);
    body()->addWidget(m_note);
    body()->addStretch(0);
}

void OneCallPanel::showForest(const Forest& forest, int focus, const std::vector<Split>& splits)
{
    const bool split = std::any_of(
        splits.begin(), splits.end(), [](const Split& each) { return each.has_value(); });
    setCaption(split ? tr("%1; each bar adds up to the median").arg(forest.timeUnit)
                     : tr("%1; median of one call").arg(forest.timeUnit));
    m_note->setText(split ? overheadWords(splits) : notSplitWords(splits));
    m_bars->show(forest, focus, splits);
}

} // namespace ui
