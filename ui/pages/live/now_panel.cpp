// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/live/now_panel.h"

#include "ui/pages/live/workers_model.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/theme/text_measures.h"
#include "ui/widgets/button.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/painted_widget.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace ui {

namespace {

using profiler::ProcessKind;

/// The stages that people see; several of the recorder's go together.
struct Step {
    const char* first;
    std::array<const char*, 3> keys;
};

constexpr std::array<Step, 6> stepsOfAll {{
    {"start", {"start", "", ""}},
    {"import", {"import", "start_up", ""}},
    {"build", {"build", "inputs", ""}},
    {"compile", {"compile", "package", "open"}},
    {"warmup", {"warmup", "outputs", ""}},
    {"rounds", {"rounds", "", ""}},
}};

int stepOf(const QString& stage)
{
    for (std::size_t i = 0; i < stepsOfAll.size(); ++i)
        for (const char* key : stepsOfAll.at(i).keys)
            if (stage == QLatin1String(key))
                return static_cast<int>(i);
    return -1;
}

} // namespace

/// Rings on a line, the passed ones filled, with the time each took.
class NowPanel::Stages : public PaintedWidget {
public:
    explicit Stages(const Theme& theme)
        : PaintedWidget(theme)
    {
        setFixedHeight(58);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }

    void follow(const WorkingNow& now, qint64 nowMs)
    {
        m_current = -1;
        std::array<qint64, stepsOfAll.size()> begun {};
        begun.fill(-1);
        for (const StageTime& stage : now.stages)
            if (const int step = stepOf(stage.stage); step >= m_current) {
                if (step != m_current)
                    begun.at(static_cast<std::size_t>(step)) = stage.startedMs;
                m_current = step;
            }
        m_shown = now.process == ProcessKind::Paired ? 6 : 5;
        QString announced;
        for (std::size_t i = 0; i < m_times.size(); ++i) {
            qint64 until = nowMs;
            for (std::size_t next = i + 1; next < begun.size(); ++next)
                if (begun.at(next) >= 0) {
                    until = begun.at(next);
                    break;
                }
            m_times.at(i) = begun.at(i) < 0
                ? QString()
                : clockText(static_cast<double>(until - begun.at(i)) / 1000);
            if (static_cast<int>(i) == m_current)
                announced = stageWord(QLatin1String(stepsOfAll.at(i).first));
        }
        setAccessibleName(tr("Stage: %1").arg(announced));
        update();
    }

private:
    void paint(QPainter& painter, const Tokens& tokens) override
    {
        const double pitch = static_cast<double>(width()) / m_shown;
        for (int i = 0; i < m_shown; ++i) {
            const QPointF centre(pitch * (i + 0.5), 10);
            if (i > 0) {
                painter.setPen(QPen(i <= m_current ? tokens.good : tokens.border, 2));
                painter.drawLine(QPointF(centre.x() - pitch + 8, 10), QPointF(centre.x() - 8, 10));
            }
            paintRing(painter, centre, i);
            const QRectF words(centre.x() - pitch / 2, 21, pitch, 17);
            painter.setFont(
                uiFont(type::caption, i == m_current ? QFont::DemiBold : QFont::Normal));
            painter.setPen(i <= m_current ? tokens.text : tokens.muted);
            drawText(painter, words, Qt::AlignCenter,
                stageWord(QLatin1String(stepsOfAll.at(static_cast<std::size_t>(i)).first)));
            painter.setFont(uiFont(type::small));
            painter.setPen(tokens.muted);
            drawText(painter, words.translated(0, 17), Qt::AlignCenter,
                m_times.at(static_cast<std::size_t>(i)));
        }
    }

    void paintRing(QPainter& painter, const QPointF& centre, int step) const
    {
        const Tokens& tokens = theme().tokens();
        if (step < m_current) {
            drawStatus(painter, tokens, Status::Good, QRectF(centre.x() - 7, 3, 14, 14));
            return;
        }
        painter.setPen(QPen(step == m_current ? tokens.accent : tokens.muted, 1.6));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(centre, 6, 6);
        if (step != m_current)
            return;
        painter.setPen(Qt::NoPen);
        painter.setBrush(tokens.accent);
        painter.drawEllipse(centre, 3.4, 3.4);
    }

    int m_current = -1;
    int m_shown = 6;
    std::array<QString, stepsOfAll.size()> m_times;
};

class NowPanel::Progress : public PaintedWidget {
public:
    explicit Progress(const Theme& theme)
        : PaintedWidget(theme)
    {
        setFixedHeight(6);
    }

    void setRatio(double ratio)
    {
        m_ratio = std::clamp(ratio, 0.0, 1.0);
        update();
    }

private:
    void paint(QPainter& painter, const Tokens& tokens) override
    {
        painter.setPen(Qt::NoPen);
        painter.setBrush(tokens.border);
        painter.drawRoundedRect(rect(), 3, 3);
        painter.setBrush(tokens.accent);
        painter.drawRoundedRect(QRectF(0, 0, width() * m_ratio, height()), 3, 3);
    }

    double m_ratio = 0;
};

NowPanel::NowPanel(const Theme& theme)
    : Panel(theme, tr("Now"))
    , m_skip(makeCompactButton(theme, tr("Skip variant")))
    , m_stages(new Stages(theme))
    , m_words(makeParagraph(uiFont(type::base, QFont::DemiBold)))
    , m_count(makeLabel({}, uiFont(type::caption), QPalette::PlaceholderText))
    , m_bar(new Progress(theme))
    , m_foot(makeParagraph(uiFont(type::caption), QPalette::PlaceholderText))
{
    addControl(m_skip);
    body()->addWidget(m_stages);
    auto* row = new QHBoxLayout;
    row->addWidget(m_words, 1);
    row->addWidget(m_count);
    body()->addLayout(row);
    body()->addWidget(m_bar);
    body()->addWidget(m_foot);
    body()->addStretch(1);
    connect(m_skip, &Button::clicked, this, [this] { Q_EMIT skipRequested(m_variant); });
}

void NowPanel::showNothing(const LiveState& state)
{
    m_stages->hide();
    m_bar->hide();
    m_skip->hide();
    m_count->clear();
    setCaption({});
    if (!state.isRunning())
        m_words->setText(tr("Nothing runs."));
    else if (state.job == nullptr)
        m_words->setText(tr("Started elsewhere: its stages are not told here."));
    else
        m_words->setText(tr("Checking plan, machine and interpreter."));
    m_foot->setText(state.job == nullptr && state.isRunning()
            ? emphasized(tr("The grid above follows the database. Pause, Skip and Cancel belong to "
                            "the terminal or window that started it."))
            : QString());
}

void NowPanel::showState(const LiveState& state)
{
    if (state.job == nullptr || !state.job->isRunning() || state.job->now().stages.empty()) {
        showNothing(state);
        return;
    }
    const WorkingNow& now = state.job->now();
    const auto& variants = state.job->plan().variants;
    m_variant = -1;
    for (std::size_t i = 0; i < variants.size(); ++i)
        if (qt(variants[i].name) == now.variant)
            m_variant = static_cast<int>(i);
    const QString kind = now.process
        ? qt(profiler::columnName({.kind = *now.process, .repetition = now.repetition}))
        : QString();
    setCaption(now.variant.isEmpty() ? kind : now.variant + QStringLiteral(", ") + kind);
    m_stages->show();
    m_stages->follow(now, state.job->elapsedMs());
    m_words->setText(emphasized(now.text));
    const int rounds = state.job->plan().protocol.rounds;
    const bool inRounds = now.variant.isEmpty() && now.round >= 0;
    m_bar->setVisible(now.inner.has_value() || inRounds);
    if (now.inner) {
        m_bar->setRatio(static_cast<double>(now.inner->first) / now.inner->second);
        m_count->setText(tr("%1 of %2").arg(now.inner->first).arg(now.inner->second));
    } else if (inRounds) {
        m_bar->setRatio(static_cast<double>(now.round + 1) / std::max(1, rounds));
        m_count->setText(tr("round %1 of %2").arg(now.round + 1).arg(rounds));
    } else {
        m_count->clear();
    }
    const bool paired = now.process == ProcessKind::Paired && !inRounds;
    m_foot->setText(paired ? tr("Lanes that are warm wait without using the device.") : QString());
    m_skip->setVisible(m_variant > 0);
    m_skip->setEnabled(!state.job->skipped().contains(now.variant));
}

} // namespace ui
