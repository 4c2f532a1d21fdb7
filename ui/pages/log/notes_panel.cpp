// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/log/notes_panel.h"

#include "storage/library.h"
#include "ui/models/text.h"
#include "ui/parts/status_label.h"
#include "ui/theme/fonts.h"

#include <QEvent>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include <chrono>

namespace ui {

namespace {

using namespace std::chrono_literals;

constexpr auto pauseBeforeSaving = 900ms;

profiler::Result<void> store(
    const QString& file, profiler::ComparisonId comparison, const QString& note)
{
    return storage::storeNote(file.toStdString(), comparison, note.toStdString());
}

} // namespace

NotesPanel::NotesPanel(const Theme& theme, QWidget* parent)
    : Panel(theme, tr("Notes"), parent)
    , m_text(new QPlainTextEdit)
    , m_state(new StatusLabel(theme, Status::Information, {}))
    , m_job(this)
{
    setCaption(tr("stand in reports"));
    m_text->setAccessibleName(tr("Notes on this comparison"));
    m_text->setPlaceholderText(
        tr("What was tried, what the machine did, what to do next. Saved with the comparison."));
    m_text->setFont(uiFont());
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setTabChangesFocus(true);
    m_text->document()->setDocumentMargin(2);
    m_text->viewport()->setAutoFillBackground(false);
    m_text->installEventFilter(this);
    body()->addWidget(m_text, 1);
    body()->addWidget(m_state);
    m_pause.setSingleShot(true);
    m_pause.setInterval(pauseBeforeSaving);
    connect(&m_pause, &QTimer::timeout, this, &NotesPanel::save);
    connect(m_text, &QPlainTextEdit::textChanged, this, &NotesPanel::changed);
}

NotesPanel::~NotesPanel()
{
    saveNow();
}

QString NotesPanel::note() const
{
    return m_text->toPlainText();
}

QString NotesPanel::state() const
{
    return m_state->text();
}

void NotesPanel::showView(const ComparisonView& view)
{
    const auto target = view.comparison == nullptr
        ? std::nullopt
        : std::optional(Target {view.file, view.comparison->result.info.id});
    if (target != m_target)
        saveNow();
    // What is being typed is not replaced by what was read meanwhile.
    const bool keep = target == m_target && !isSaved();
    m_target = target;
    m_text->setEnabled(target.has_value());
    if (keep)
        return;
    const QString note = view.comparison == nullptr ? QString() : qt(view.comparison->data.note);
    if (note != m_text->toPlainText()) {
        m_showing = true;
        m_text->setPlainText(note);
        m_showing = false;
    }
    m_state->setStatus(note.isEmpty() ? Status::Information : Status::Good,
        note.isEmpty() ? tr("No notes yet") : tr("Saved in the database"));
}

void NotesPanel::changed()
{
    if (m_showing || !m_target)
        return;
    m_dirty = true;
    m_pause.start();
    m_state->setStatus(Status::Information, tr("Not saved yet"));
}

void NotesPanel::save()
{
    if (!m_dirty || !m_target)
        return;
    if (m_job.isRunning()) { // two writers of one note would race
        m_pause.start();
        return;
    }
    m_dirty = false;
    m_job.start([target = *m_target, note = note()] { return store(target.file, target.id, note); },
        [this](const profiler::Result<void>& saved) { showSaved(saved); });
}

/// Where there is no later: it takes as long as one short transaction.
void NotesPanel::saveNow()
{
    m_pause.stop();
    if (!m_dirty || !m_target)
        return;
    m_dirty = false;
    m_job.drop();
    showSaved(store(m_target->file, m_target->id, note()));
}

void NotesPanel::showSaved(const profiler::Result<void>& saved)
{
    if (saved) {
        if (!m_dirty)
            m_state->setStatus(Status::Good, tr("Saved in the database"));
        return;
    }
    m_dirty = true; // the text is still here: it is tried again with the next key
    m_state->setStatus(Status::Bad, tr("Not saved: %1").arg(qt(saved.error().message)));
}

void NotesPanel::hideEvent(QHideEvent* event)
{
    saveNow();
    Panel::hideEvent(event);
}

bool NotesPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_text && event->type() == QEvent::FocusOut)
        save();
    return Panel::eventFilter(watched, event);
}

} // namespace ui
