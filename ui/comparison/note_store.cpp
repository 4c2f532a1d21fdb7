// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/comparison/note_store.h"

#include "storage/file/library.h"
#include "ui/text/text.h"

#include <QCryptographicHash>
#include <QSettings>

namespace ui {

namespace {

QString keyOf(const NotePlace& place)
{
    const QByteArray file
        = QCryptographicHash::hash(place.file.toUtf8(), QCryptographicHash::Sha1).toHex();
    return QStringLiteral("%1-%2-%3")
        .arg(QLatin1String(file))
        .arg(place.id.value)
        .arg(place.started.ns);
}

QString settingOf(const NotePlace& place)
{
    return QStringLiteral("unsavedNotes/%1").arg(keyOf(place));
}

} // namespace

NoteStore::NoteStore(QSettings* settings, QObject* parent)
    : QObject(parent)
    , m_settings(settings)
{
}

void NoteStore::store(const NotePlace& place, const QString& text)
{
    m_unsaved[keyOf(place)] = {.text = text};
    m_changes.put(
        keyOf(place),
        [place, note = text.toStdString()] {
            return storage::storeNote(place.file.toStdString(), place.id, note, place.started);
        },
        [this, place](const profiler::Result<void>& result) { take(place, result); });
}

void NoteStore::take(const NotePlace& place, const profiler::Result<void>& result)
{
    if (result) {
        drop(place);
        Q_EMIT stored(place);
        return;
    }
    Unsaved& unsaved = m_unsaved[keyOf(place)];
    unsaved.reason = qt(result.error().message);
    if (m_settings != nullptr)
        m_settings->setValue(settingOf(place), unsaved.text);
    Q_EMIT notStored(place, unsaved.reason);
}

void NoteStore::drop(const NotePlace& place)
{
    m_changes.drop(keyOf(place));
    m_unsaved.erase(keyOf(place));
    if (m_settings != nullptr)
        m_settings->remove(settingOf(place));
}

std::optional<NoteStore::Unsaved> NoteStore::unsaved(const NotePlace& place)
{
    if (const auto known = m_unsaved.find(keyOf(place)); known != m_unsaved.end())
        return known->second;
    if (m_settings == nullptr || !m_settings->contains(settingOf(place)))
        return std::nullopt;
    store(place, m_settings->value(settingOf(place)).toString());
    return m_unsaved.at(keyOf(place));
}

} // namespace ui
