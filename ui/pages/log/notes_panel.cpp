// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/log/notes_panel.h"

#include "ui/comparison/judged_comparison.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/status_label.h"

#include <QEvent>
#include <QPlainTextEdit>

#include <chrono>

namespace ui {

namespace {

using namespace std::chrono_literals;

constexpr auto pauseBeforeSaving = 900ms;

std::optional<NotePlace> placeOf(const ComparisonView& view)
{
    if (view.comparison == nullptr)
        return std::nullopt;
    const profiler::ComparisonInfo& info = view.comparison->result.info;
    return NotePlace {.file = view.file, .id = info.id, .started = info.started};
}

} // namespace

NotesPanel::NotesPanel(const Theme& theme)
    : Panel(theme, tr("Notes"))
    , m_text(new QPlainTextEdit)
    , m_state(new StatusLabel(theme, Status::Information, {}))
    , m_reason(makeNote())
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
    add({{m_text, 1}, m_state, m_reason});
    m_reason->hide();
    setNoteStore(std::make_shared<NoteStore>(nullptr));
    m_pause.setSingleShot(true);
    m_pause.setInterval(pauseBeforeSaving);
    connect(&m_pause, &QTimer::timeout, this, &NotesPanel::save);
    connect(m_text, &QPlainTextEdit::textChanged, this, &NotesPanel::changed);
}

NotesPanel::~NotesPanel()
{
    save(); // its store carries it out
}

void NotesPanel::setNoteStore(const std::shared_ptr<NoteStore>& store)
{
    if (m_store != nullptr)
        m_store->disconnect(this);
    m_store = store;
    const auto follow = [this](const NotePlace& place) {
        if (m_place && place == *m_place)
            showState();
    };
    connect(m_store.get(), &NoteStore::stored, this, follow);
    connect(m_store.get(), &NoteStore::notStored, this, follow);
}

QString NotesPanel::note() const
{
    return m_text->toPlainText();
}

QString NotesPanel::state() const
{
    return m_reason->isHidden()
        ? m_state->text()
        : m_state->text() + QStringLiteral(": ") + m_reason->accessibleName();
}

bool NotesPanel::isSaved() const
{
    return !m_dirty && (!m_place || !m_store->unsaved(*m_place));
}

void NotesPanel::showView(const ComparisonView& view)
{
    const auto place = placeOf(view);
    const bool same = place == m_place;
    if (!same)
        save();
    m_place = place;
    m_text->setEnabled(place.has_value());
    const QString read = view.comparison == nullptr ? QString() : qt(view.comparison->data.note);
    // What is being typed is not replaced by what was read meanwhile, nor is what was just saved
    // by a reading that began before.
    const bool moved = !same || read != m_read;
    m_read = read;
    if (!same || (moved && isSaved())) {
        const auto unsaved = place ? m_store->unsaved(*place) : std::nullopt;
        setText(unsaved ? unsaved->text : read);
    }
    showState();
}

void NotesPanel::setText(const QString& text)
{
    m_dirty = false;
    if (text == m_text->toPlainText())
        return;
    m_showing = true;
    m_text->setPlainText(text);
    m_showing = false;
}

void NotesPanel::changed()
{
    if (m_showing || !m_place)
        return;
    m_dirty = true;
    m_pause.start();
    showState();
}

/// Nothing waits for it here: a file may be locked for as long as another program likes.
void NotesPanel::save()
{
    m_pause.stop();
    if (!m_dirty || !m_place)
        return;
    m_dirty = false;
    m_store->store(*m_place, note());
    showState();
}

void NotesPanel::showState()
{
    const auto unsaved = m_place ? m_store->unsaved(*m_place) : std::nullopt;
    const bool refused = unsaved && !unsaved->reason.isEmpty();
    m_reason->setVisible(refused);
    if (refused) {
        m_state->setStatus(Status::Bad, tr("Not saved in the file"));
        const QString words
            = tr("%1. The text stays here and is tried again.").arg(withoutDot(unsaved->reason));
        m_reason->setText(emphasized(words));
        m_reason->setAccessibleName(words);
    } else if (m_dirty || unsaved) {
        m_state->setStatus(Status::Information, tr("Not saved yet"));
    } else if (note().isEmpty()) {
        m_state->setStatus(Status::Information, tr("No notes yet"));
    } else {
        m_state->setStatus(Status::Good, tr("Saved in the database"));
    }
}

void NotesPanel::hideEvent(QHideEvent* event)
{
    save();
    Panel::hideEvent(event);
}

bool NotesPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_text && event->type() == QEvent::FocusOut)
        save();
    return Panel::eventFilter(watched, event);
}

} // namespace ui
