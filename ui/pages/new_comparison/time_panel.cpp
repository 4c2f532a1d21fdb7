// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/new_comparison/time_panel.h"

#include "profiler/model/number_text.h"
#include "profiler/model/process_record.h"
#include "ui/text/counted.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/theme/text_measures.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/painted_widget.h"

#include <QDir>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QStorageInfo>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace ui {

/// compile | rounds | results | trace | load
class TimePanel::Bar : public PaintedWidget {
public:
    explicit Bar(const Theme& theme)
        : PaintedWidget(theme)
    {
        setFixedHeight(22);
    }

    void follow(const std::optional<PlanEstimate>& estimate)
    {
        m_estimate = estimate;
        setVisible(estimate.has_value());
        if (estimate)
            setAccessibleName(accessibleText());
        update();
    }

private:
    void paint(QPainter& painter, const Tokens& tokens) override
    {
        if (!m_estimate)
            return;
        const auto& parts = m_estimate->partNs;
        const double whole = std::accumulate(parts.begin(), parts.end(), 0.0);
        double x = 0;
        for (std::size_t i = 0; i < parts.size() && whole > 0; ++i) {
            const double share = parts.at(i) / whole * width();
            paintPart(painter, QRectF(x, 0, share, height()), i, textOf(i));
            x += share;
        }
        painter.setPen(QPen(tokens.border, tokens.line));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }

    [[nodiscard]] QString accessibleText() const
    {
        QStringList texts;
        for (std::size_t part = 0; part < m_estimate->partNs.size(); ++part)
            if (m_estimate->partNs.at(part) > 0)
                texts << textOf(part);
        return texts.join(u", "_qs);
    }

    [[nodiscard]] QString textOf(std::size_t part) const
    {
        const std::array names {
            tr("compile"), tr("rounds"), tr("results"), tr("trace"), tr("load")};
        return names.at(part) + u' ' + qt(profiler::formatRoughly(m_estimate->partNs.at(part)));
    }

    void paintPart(QPainter& painter, const QRectF& box, std::size_t part, const QString& text)
    {
        const Tokens& tokens = theme().tokens();
        if (box.width() <= 0)
            return;
        constexpr std::array patterns {IdlePattern::Dots, IdlePattern::Dots,
            IdlePattern::Horizontal, IdlePattern::Diagonal,
            IdlePattern::Crossed}; // by part; rounds have the accent
        if (part == 1)
            painter.fillRect(box, tokens.accent);
        else
            drawIdle(painter, tokens, patterns.at(part), box);
        painter.setFont(uiFont(type::small, QFont::DemiBold));
        const QFontMetrics metrics = painter.fontMetrics();
        const double words = metrics.horizontalAdvance(text) + 10;
        if (words > box.width())
            return;
        if (part != 1)
            painter.fillRect(
                QRectF(box.center().x() - words / 2, 3, words, height() - 6), tokens.panel);
        painter.setPen(part == 1 ? tokens.onAccent : tokens.text);
        drawText(painter, box, Qt::AlignCenter, text);
    }

    std::optional<PlanEstimate> m_estimate;
};

double expectedNs(const PlanEstimate& estimate)
{
    return (estimate.lowNs + estimate.highNs) / 2;
}

QString roughSize(std::int64_t bytes)
{
    const double mega = static_cast<double>(bytes) / 1e6;
    if (mega < 10)
        return QStringLiteral("%1 MB").arg(std::max(1.0, std::round(mega)));
    if (mega < 1000)
        return QStringLiteral("%1 MB").arg(std::round(mega / 10) * 10);
    return QStringLiteral("%1 GB").arg(mega / 1000, 0, 'f', mega < 10'000 ? 1 : 0);
}

TimePanel::TimePanel(const Theme& theme)
    : Panel(theme, tr("Time and disk"))
    , m_time(makeLabel({}, uiFont(type::value, QFont::DemiBold)))
    , m_range(makeLabel({}, uiFont(type::caption), QPalette::PlaceholderText))
    , m_disk(makeLabel({}, uiFont(type::value, QFont::DemiBold)))
    , m_diskNote(makeLabel({}, uiFont(type::caption), QPalette::PlaceholderText))
    , m_foot(makeParagraph(uiFont(type::caption), QPalette::PlaceholderText))
    , m_bar(new Bar(theme))
{
    setCaption(tr("estimated from the plan"));
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(0);
    grid->addWidget(m_time, 0, 0, Qt::AlignLeft);
    grid->addWidget(m_disk, 0, 1, Qt::AlignLeft);
    grid->addWidget(m_range, 1, 0, Qt::AlignLeft);
    grid->addWidget(m_diskNote, 1, 1, Qt::AlignLeft);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    body()->addLayout(grid);
    body()->addWidget(m_bar);
    body()->addWidget(m_foot);
    showEstimate(std::nullopt, tr("not checked yet"));
}

void TimePanel::showEstimate(const std::optional<PlanEstimate>& estimate, const QString& whyNot)
{
    m_bar->follow(estimate);
    const auto roughly = [](double ns) { return qt(profiler::formatRoughly(ns)); };
    const QStorageInfo storage(QDir::homePath());
    m_diskNote->setText(
        storage.isValid() ? tr("%1 free").arg(roughSize(storage.bytesAvailable())) : QString());
    if (!estimate) {
        m_time->setText(absent());
        m_disk->setText(absent());
        m_range->clear();
        m_foot->setText(emphasized(whyNot));
        return;
    }
    m_time->setText(roughly(expectedNs(*estimate)));
    m_range->setText(tr("%1 to %2").arg(roughly(estimate->lowNs), roughly(estimate->highNs)));
    m_disk->setText(roughSize(estimate->diskBytes));
    m_foot->setText(
        emphasized(tr("**First results after %1.** %2; more are added while "
                      "an interval is too wide, compile caches need some GB besides. The file will "
                      "hold absolute paths, source code around graph breaks and what the model "
                      "prints, but no weights, inputs or outputs.")
                       .arg(roughly(estimate->firstResultNs),
                           counted(estimate->processes, tr("process"), tr("processes")))));
}

} // namespace ui
