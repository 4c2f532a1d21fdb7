// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/bars/status_line.h"

#include "ui/theme/fonts.h"
#include "ui/widgets/asking_button.h"
#include "ui/widgets/button.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/progress_strip.h"
#include "ui/widgets/status_label.h"

#include <QHBoxLayout>
#include <QLabel>

#include <chrono>

namespace ui {

StatusLine::StatusLine(const Theme& theme)
    : BorderedBar(theme, Qt::TopEdge)
    , m_label(new StatusLabel(theme, Status::Information, {}))
    , m_details(new Button(theme, ButtonKind::Quiet, tr("Copy details")))
    , m_job(makeLabel({}, uiFont(type::caption)))
    , m_strip(new ProgressStrip(theme))
    , m_cancel(new AskingButton(theme, ButtonKind::Quiet, tr("Cancel")))
    , m_database(new ElidedLabel(Qt::ElideMiddle))
{
    using namespace std::chrono_literals;
    setFixedHeight(28);
    setAccessibleName(tr("Status"));
    m_label->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_database->setFont(uiFont(type::caption));
    m_database->setForegroundRole(QPalette::PlaceholderText);
    m_database->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_database->setMaximumWidth(320);
    for (Button* button : std::initializer_list<Button*> {m_details, m_cancel}) {
        button->setFont(uiFont(type::caption, QFont::Medium));
        button->setButtonSize(ButtonSize::Low);
    }
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 1, 16, 0);
    row->setSpacing(10);
    row->addWidget(m_label, 1);
    row->addWidget(m_details);
    row->addWidget(m_job);
    row->addWidget(m_strip);
    row->addWidget(m_cancel);
    row->addWidget(m_database);
    connect(m_cancel, &AskingButton::confirmed, this, &StatusLine::cancelRequested);
    connect(m_details, &Button::clicked, this,
        [this] { Q_EMIT detailsRequested(m_detailText.isEmpty() ? m_lasting : m_detailText); });
    m_noteTimer.setSingleShot(true);
    m_noteTimer.setInterval(4s);
    connect(&m_noteTimer, &QTimer::timeout, this, &StatusLine::endNote);
    arrange();
}

void StatusLine::say(Status status, const QString& sentence, const QString& details)
{
    m_lastingStatus = status;
    m_lasting = sentence;
    m_detailText = details;
    m_noteTimer.stop();
    showText(status, sentence);
}

void StatusLine::note(const QString& sentence)
{
    m_noteTimer.start();
    showText(Status::Good, sentence);
}

void StatusLine::clear()
{
    m_lasting.clear();
    m_detailText.clear();
    if (!m_noteTimer.isActive())
        showText(Status::Information, {});
}

void StatusLine::showJob(const QString& words, std::optional<double> doneRatio, bool cancellable,
    const QString& question)
{
    m_hasJob = true;
    m_job->setText(words);
    m_strip->setRatio(doneRatio);
    m_cancel->setEnabled(cancellable);
    m_cancel->setTexts(tr("Cancel"), question);
    arrange();
}

void StatusLine::endJob()
{
    m_hasJob = false;
    m_job->clear();
    arrange();
}

void StatusLine::setDatabase(const QString& words)
{
    m_database->setText(words);
}

QString StatusLine::text() const
{
    return isHidden() ? QString() : m_label->text();
}

void StatusLine::showText(Status status, const QString& sentence)
{
    m_label->setStatus(status, sentence);
    arrange();
}

void StatusLine::endNote()
{
    showText(m_lastingStatus, m_lasting);
}

void StatusLine::arrange()
{
    const bool says = !m_label->text().isEmpty();
    m_label->setBlank(!says);
    m_details->setVisible(says && m_label->text() == m_lasting && m_lastingStatus == Status::Bad);
    m_job->setVisible(m_hasJob);
    m_strip->setVisible(m_hasJob);
    m_cancel->setVisible(m_hasJob);
    setVisible(says || m_hasJob);
}

} // namespace ui
