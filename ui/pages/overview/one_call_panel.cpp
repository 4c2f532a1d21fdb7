// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/one_call_panel.h"

#include "ui/charts/painted_document.h"
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

struct LegendEntry {
    const char* name;
    std::optional<WorkClass> workClass;
    IdlePattern idle;
};

constexpr std::array legend {
    LegendEntry {"matmul, attention, conv", WorkClass::Matmul, {}},
    LegendEntry {"fused", WorkClass::Fused, {}},
    LegendEntry {"norm, reduce", WorkClass::Norm, {}},
    LegendEntry {"elementwise", WorkClass::Elementwise, {}},
    LegendEntry {"host code", std::nullopt, IdlePattern::Dots},
    LegendEntry {"unexplained", std::nullopt, IdlePattern::DottedOutline},
};

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
            .columns = {tr("variant"), tr("median, %1").arg(m_forest.timeUnit),
                tr("unexplained, %1").arg(m_forest.timeUnit)}};
        for (const ForestRow& row : m_forest.rows) {
            const QVariant median = row.medianNs ? QVariant(*row.medianNs / m_forest.nsPerUnit)
                                                 : missing(row.whyNoTime);
            all.rows.append({row.name, median, median});
        }
        return all;
    }

    /// Of a file: every row as high as on the widest page.
    [[nodiscard]] QSize minimumSizeHint() const override
    {
        constexpr int fileRow = 44;
        return {200, static_cast<int>(m_forest.rows.size()) * fileRow + legendHeight};
    }

    void show(const Forest& forest, int focus)
    {
        m_forest = forest;
        m_focus = focus;
        const QFontMetrics metrics(uiFont(type::base, QFont::DemiBold));
        m_nameWidth = 0;
        for (const ForestRow& row : forest.rows)
            m_nameWidth = std::max(m_nameWidth, metrics.horizontalAdvance(row.name));
        m_nameWidth = std::min(m_nameWidth, 130) + 34;
        setMaximumHeight(static_cast<int>(forest.rows.size()) * tallestRow + legendHeight);
        QStringList words;
        for (const ForestRow& row : forest.rows)
            words << row.name + QLatin1Char(' ') + row.median + QLatin1Char(' ') + forest.timeUnit
                    + tr(", not split");
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
            paintRow(painter, QRect(0, i * height, width(), height),
                m_forest.rows.at(static_cast<std::size_t>(i)), slowest);
        paintLegend(painter);
    }

private:
    void paintRow(QPainter& painter, const QRect& box, const ForestRow& row, double slowest) const
    {
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
            drawIdle(painter, tokens, IdlePattern::DottedOutline, whole);
            end += length;
        }
        painter.setFont(uiFont(type::caption, QFont::Medium));
        painter.setPen(tokens.muted);
        painter.drawText(QRectF(end + 7, box.top(), valueWidth, box.height()),
            Qt::AlignLeft | Qt::AlignVCenter, row.median);
    }

    void paintLegend(QPainter& painter) const
    {
        const Tokens& tokens = m_theme.tokens();
        painter.setFont(uiFont(type::caption));
        double x = 0;
        double y = height() - legendHeight + 8;
        for (const LegendEntry& entry : legend) {
            const QString name = tr(entry.name);
            const double room = 18 + painter.fontMetrics().horizontalAdvance(name) + 14;
            if (x > 0 && x + room > width()) {
                x = 0;
                y += 18;
            }
            const QRectF swatch(x, y + 2, 11, 11);
            if (entry.workClass) {
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
    int m_focus = 0;
    int m_nameWidth = 100;
};

OneCallPanel::OneCallPanel(const Theme& theme, QWidget* parent)
    : Panel(theme, tr("One call: where the time goes"), parent)
    , m_bars(new Bars(theme))
{
    QLabel* note = makeParagraph(uiFont(type::caption), QPalette::PlaceholderText);
    note->setText(tr("<b>Not split yet.</b> A trace splits each bar into kernels by class and into "
                     "idle time by cause, so that the parts add up to the median. This version "
                     "does not record traces; the whole call is drawn as unexplained."));
    body()->addWidget(m_bars, 1);
    body()->addWidget(note);
    body()->addStretch(0);
}

void OneCallPanel::showForest(const Forest& forest, int focus, const QString& /*device*/)
{
    setCaption(tr("%1; median of one call").arg(forest.timeUnit));
    m_bars->show(forest, focus);
}

} // namespace ui
