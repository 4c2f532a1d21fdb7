// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/undecided_panel.h"

#include "profiler/report/format.h"
#include "ui/models/text.h"
#include "ui/pages/overview/forest_axes.h"
#include "ui/parts/labels.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"

#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr int nameWidth = 92;
constexpr int headHeight = 22;
constexpr int footHeight = 24;

} // namespace

class UndecidedPanel::Dots : public QWidget {
public:
    explicit Dots(const Theme& theme)
        : m_theme(theme)
    {
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
        setMinimumHeight(130);
    }

    void show(const Forest& forest, const profiler::VariantResult& variant)
    {
        m_forest = forest;
        m_variant = variant.variant;
        m_speedUp = *variant.speedUp;
        // The axis of the forest, made for this variant's processes.
        Forest dots = forest;
        dots.rows.clear();
        dots.rows.push_back({.ratio = m_speedUp.ratio});
        for (const double ratio : m_speedUp.byRepetition)
            dots.rows.push_back({.ratio = profiler::Interval {ratio, ratio, ratio}});
        m_axis = ratioAxis(dots);
        QStringList words;
        for (const double ratio : m_speedUp.byRepetition)
            words << qt(profiler::formatRatio(ratio));
        setAccessibleName(
            tr("times faster, process by process: %1").arg(words.join(QStringLiteral(", "))));
        update();
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const int rows = static_cast<int>(m_speedUp.byRepetition.size()) + 1;
        const double height = (this->height() - headHeight - footHeight) / double(rows);
        const QRectF plot(nameWidth, headHeight, width() - nameWidth - 12, height * rows);
        paintGround(painter, plot);
        for (int i = 0; i + 1 < rows; ++i)
            paintProcess(painter, plot, i, height);
        paintTogether(painter, plot, height);
    }

private:
    void paintGround(QPainter& painter, const QRectF& plot) const
    {
        const Tokens& tokens = m_theme.tokens();
        const double left = m_axis.toX(plot, m_forest.bandLow);
        const double right = m_axis.toX(plot, m_forest.bandHigh);
        painter.fillRect(QRectF(left, plot.top(), right - left, plot.height()),
            tokens.tints ? tokens.raised.lighter(112) : tokens.grid);
        painter.setFont(uiFont(type::small));
        painter.setPen(tokens.muted);
        painter.drawText(QRectF(plot.left(), 0, plot.width(), headHeight - 4), Qt::AlignCenter,
            m_forest.bandText);
        for (const double tick : m_axis.ticks) {
            const double x = m_axis.toX(plot, tick);
            painter.setPen(QPen(tokens.grid, 1));
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
            painter.setPen(tokens.muted);
            painter.drawText(QRectF(x - 30, plot.bottom() + 4, 60, 18), Qt::AlignCenter,
                tickText(m_axis, tick) + QStringLiteral("×"));
        }
        const double one = m_axis.toX(plot, 1);
        painter.setPen(QPen(tokens.muted, 1.4));
        painter.drawLine(QPointF(one, plot.top()), QPointF(one, plot.bottom()));
    }

    void paintProcess(QPainter& painter, const QRectF& plot, int process, double height) const
    {
        const Tokens& tokens = m_theme.tokens();
        const double y = plot.top() + (process + 0.5) * height;
        painter.setFont(uiFont(type::caption));
        painter.setPen(tokens.muted);
        painter.drawText(QRectF(0, y - 10, nameWidth, 20), Qt::AlignLeft | Qt::AlignVCenter,
            tr("process %1").arg(process + 1));
        const double ratio = m_speedUp.byRepetition.at(static_cast<std::size_t>(process));
        drawMarker(painter, m_theme.variant(m_variant), QPointF(m_axis.toX(plot, ratio), y), 10);
    }

    void paintTogether(QPainter& painter, const QRectF& plot, double height) const
    {
        const Tokens& tokens = m_theme.tokens();
        const double y = plot.bottom() - height / 2;
        painter.setPen(QPen(tokens.border, tokens.line));
        painter.drawLine(QPointF(0, y - height / 2), QPointF(plot.right(), y - height / 2));
        painter.setFont(uiFont(type::caption, QFont::DemiBold));
        painter.setPen(tokens.text);
        painter.drawText(
            QRectF(0, y - 10, nameWidth, 20), Qt::AlignLeft | Qt::AlignVCenter, tr("together"));
        const double left = m_axis.toX(plot, std::max(m_speedUp.ratio.low, m_axis.low));
        const double right = m_axis.toX(plot, std::min(m_speedUp.ratio.high, m_axis.high));
        painter.setPen(QPen(tokens.text, 1.8));
        painter.drawLine(QPointF(left, y), QPointF(right, y));
        painter.drawLine(QPointF(left, y - 6), QPointF(left, y + 6));
        painter.drawLine(QPointF(right, y - 6), QPointF(right, y + 6));
        drawMarker(painter, m_theme.variant(m_variant),
            QPointF(m_axis.toX(plot, m_speedUp.ratio.estimate), y), 11);
    }

    const Theme& m_theme;
    Forest m_forest;
    int m_variant = 0;
    profiler::SpeedUp m_speedUp;
    ColumnAxis m_axis;
};

UndecidedPanel::UndecidedPanel(const Theme& theme, QWidget* parent)
    : Panel(theme, tr("Why it is undecided"), parent)
    , m_dots(new Dots(theme))
    , m_words(makeParagraph(uiFont(type::caption), QPalette::PlaceholderText))
{
    body()->addWidget(m_dots, 1);
    body()->addWidget(m_words);
}

void UndecidedPanel::showVariant(const Forest& forest, const profiler::VariantResult& variant)
{
    setCaption(tr("one dot per process, times faster than %1").arg(forest.baseline));
    m_dots->show(forest, variant);
    const auto& ratios = variant.speedUp->byRepetition;
    const auto [least, most] = std::minmax_element(ratios.begin(), ratios.end());
    QString words;
    if (ratios.size() > 1)
        words = tr("Each process lays out memory anew; %1 gave %2 to %3. ")
                    .arg(qt(variant.name), qt(profiler::formatRatio(*least)),
                        qt(profiler::formatRatio(*most)));
    words += tr("More calls in one process would not help; more processes do. "
                "Payback is shown when one variant is clearly faster.");
    m_words->setText(words.toHtmlEscaped());
}

} // namespace ui
