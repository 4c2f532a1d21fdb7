// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/facts/ids.h"
#include "profiler/model/facts/utc_time.h"
#include "ui/comparison/retry_queue.h"

#include <QObject>
#include <QString>

#include <map>
#include <optional>

class QSettings;

namespace ui {

/// Which comparison of which file a note belongs to.
struct NotePlace {
    QString file;
    profiler::ComparisonId id;
    profiler::UtcTime started;

    bool operator==(const NotePlace&) const = default;
};

/// Stores notes with their comparisons. A text that a file does not take stays here and in the
/// settings, also when the window is closed, and is tried again.
class NoteStore : public QObject {
    Q_OBJECT

public:
    struct Unsaved {
        QString text;
        QString reason; ///< empty: it was not tried yet
    };

    /// `settings` null: what is not saved is kept for this sitting.
    explicit NoteStore(QSettings* settings, QObject* parent = nullptr);

    void store(const NotePlace& place, const QString& text);

    void tryAgain() { m_changes.tryAgain(); }

    /// It is kept elsewhere now.
    void drop(const NotePlace& place);

    /// What the file does not have yet. A text of an earlier sitting is tried again.
    [[nodiscard]] std::optional<Unsaved> unsaved(const NotePlace& place);

Q_SIGNALS:
    void stored(const ui::NotePlace& place);
    void notStored(const ui::NotePlace& place, const QString& reason);

private:
    void take(const NotePlace& place, const profiler::Result<void>& result);

    QSettings* m_settings;
    std::map<QString, Unsaved> m_unsaved; ///< by file and comparison
    RetryQueue m_changes;
};

} // namespace ui
