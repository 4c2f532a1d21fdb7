// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/bars/job_card.h"

#include "ui/pages/live/live_state.h"
#include "ui/theme/focus.h"
#include "ui/theme/fonts.h"
#include "ui/theme/text_measures.h"

#include <QPainter>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace ui {

namespace {

QString percentText(double ratio)
{
    return QStringLiteral("%1 %").arg(static_cast<int>(std::floor(ratio * 100)));
}

} // namespace

JobCard::JobCard(const Theme& theme)
    : BarButton(theme, QSizePolicy::Expanding)
{
    using namespace std::chrono_literals;
    setToolTip(tr("Opens Live progress"));
    m_tick.setInterval(1s);
    connect(&m_tick, &QTimer::timeout, this, &JobCard::refresh);
    hide();
}

void JobCard::setJob(const RecordingJob* job)
{
    m_job = job;
    connect(job, &RecordingJob::changed, this, &JobCard::refresh);
    refresh();
}

void JobCard::setElsewhere(const QString& name, std::optional<double> doneRatio)
{
    m_elsewhere = name;
    m_elsewhereRatio = doneRatio;
    refresh();
}

void JobCard::setIconOnly(bool iconOnly)
{
    m_iconOnly = iconOnly;
    updateGeometry();
    update();
}

void JobCard::setChosen(bool chosen)
{
    m_chosen = chosen;
    if (chosen)
        m_seen = true;
    refresh();
}

void JobCard::refresh()
{
    const bool running = m_job != nullptr && m_job->isRunning();
    if (running != m_tick.isActive())
        running ? m_tick.start() : m_tick.stop();
    m_bad = false;
    if (running) {
        m_seen = m_chosen;
        m_ratio = m_job->doneRatio();
        m_percent = percentText(*m_ratio);
        m_title = m_job->state() == JobState::Paused ? tr("Paused") : tr("Recording");
        m_line = timeLine({.job = m_job});
    } else if (m_job != nullptr && m_job->state() == JobState::Ended && !m_seen) {
        m_ratio = 1;
        m_percent.clear();
        m_bad = m_job->end() != JobEnd::Done && m_job->end() != JobEnd::Stopped;
        m_title = m_bad ? tr("Recording failed") : tr("Recorded");
        m_line = tr("click for how it ended");
    } else if (!m_elsewhere.isEmpty()) {
        m_ratio = m_elsewhereRatio;
        m_percent = m_ratio ? percentText(*m_ratio) : QString();
        m_title = tr("Recording");
        m_line = tr("%1, started elsewhere").arg(m_elsewhere);
    } else {
        hide();
        return;
    }
    setAccessibleName(QStringLiteral("%1 %2 %3").arg(m_title, m_percent, m_line).simplified());
    show();
    update();
}

void JobCard::paint(QPainter& painter, const Tokens& tokens)
{
    const QColor& colour = m_bad ? tokens.bad : tokens.accent;
    painter.setPen(QPen(colour, showsFocus(*this) ? 2 : tokens.line));
    painter.setBrush(tokens.selection);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 7, 7);
    if (m_chosen) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawRoundedRect(QRectF(0, 8, tokens.tints ? 3 : 5, height() - 16), 1.5, 1.5);
    }
    painter.setPen(tokens.text);
    painter.setFont(uiFont(type::base, QFont::DemiBold));
    if (m_iconOnly) {
        painter.setFont(uiFont(type::small, QFont::DemiBold));
        drawText(painter, rect(), Qt::AlignCenter,
            m_percent.isEmpty() ? QStringLiteral("…") : m_percent);
        return;
    }
    const QRect inner = rect().adjusted(12, 8, -12, -8);
    drawText(painter, inner, Qt::AlignLeft | Qt::AlignTop, m_title);
    drawText(painter, inner, Qt::AlignRight | Qt::AlignTop, m_percent);
    if (m_ratio) { // an empty bar would say that nothing was done yet
        const QRectF track(inner.left(), inner.top() + 22, inner.width(), 5);
        painter.setPen(Qt::NoPen);
        painter.setBrush(tokens.border);
        painter.drawRoundedRect(track, 2.5, 2.5);
        painter.setBrush(colour);
        painter.drawRoundedRect(
            QRectF(track.left(), track.top(), track.width() * std::clamp(*m_ratio, 0.0, 1.0), 5),
            2.5, 2.5);
    }
    painter.setFont(uiFont(type::small));
    painter.setPen(tokens.muted);
    drawText(painter, inner, Qt::AlignLeft | Qt::AlignBottom,
        elidedText(painter, m_line, Qt::ElideRight, inner.width()));
}

} // namespace ui
