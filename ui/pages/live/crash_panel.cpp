// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/live/crash_panel.h"

#include "ui/theme/fonts.h"
#include "ui/widgets/button.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/status_label.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace ui {

CrashPanel::CrashPanel(const Theme& theme)
    : Panel(theme)
    , m_theme(theme)
    , m_title(makeLabel({}, uiFont(14, QFont::DemiBold)))
    , m_time(makeLabel({}, uiFont(type::caption), QPalette::PlaceholderText))
    , m_reason(makeParagraph(uiFont(type::base, QFont::Medium)))
    , m_kept(new QVBoxLayout)
    , m_retry(new Button(theme, ButtonKind::Primary, tr("Retry")))
{
    auto* lines = new Button(theme, ButtonKind::Secondary, tr("Last 50 lines"), Icon::Log);
    setStripe(Status::Bad);
    setAccessibleName(tr("A worker failed"));
    m_title->setWordWrap(true);
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    auto* sign = new StatusLabel(theme, Status::Bad, {});
    sign->setFixedWidth(16);
    head->addWidget(sign, 0, Qt::AlignTop);
    head->addWidget(m_title, 1);
    head->addWidget(m_time, 0, Qt::AlignTop);
    body()->addLayout(head);
    body()->addWidget(m_reason);
    m_kept->setSpacing(2);
    body()->addLayout(m_kept);
    body()->addStretch(1);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_retry);
    buttons->addWidget(lines);
    buttons->addStretch(1);
    body()->addLayout(buttons);
    connect(m_retry, &Button::clicked, this, [this] { Q_EMIT retryRequested(m_failure.variant); });
    connect(lines, &Button::clicked, this, [this] { Q_EMIT linesRequested(m_failure.process); });
}

void CrashPanel::showFailure(const FailedWorker& failure, bool running)
{
    m_failure = failure;
    m_title->setText(failure.title);
    m_time->setText(failure.caption);
    m_reason->setText(emphasized(failure.reason));
    clearLayout(*m_kept);
    for (const QString& kept : failure.kept)
        m_kept->addWidget(new StatusLabel(m_theme, Status::Good, kept));
    if (!failure.dropped.isEmpty())
        m_kept->addWidget(new StatusLabel(m_theme, Status::Neutral, failure.dropped));
    m_retry->setVisible(failure.canRetry);
    m_retry->setToolTip(running
            ? tr("The variant takes part again from the next repetition on")
            : tr("One more repetition of all variants is recorded into the same comparison"));
}

} // namespace ui
