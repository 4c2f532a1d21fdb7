// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/comparison_view.h"
#include "ui/comparison/note_store.h"
#include "ui/widgets/panel.h"

#include <QTimer>

#include <memory>
#include <optional>

class QLabel;
class QPlainTextEdit;

namespace ui {

class StatusLabel;

/// Free notes on a comparison. They are saved with it in its database a moment after the last
/// key, and when the page or the comparison is left, and stand in its reports. What a file does not
/// take stays in the field, with the reason under it.
class NotesPanel : public Panel {
    Q_OBJECT

public:
    explicit NotesPanel(const Theme& theme);
    ~NotesPanel() override;
    Q_DISABLE_COPY_MOVE(NotesPanel)

    /// The window's own, which outlives the pages; without it the panel has one for itself.
    void setNoteStore(const std::shared_ptr<NoteStore>& store);

    void showView(const ComparisonView& view);

    [[nodiscard]] QString note() const;
    /// "Saved in the database", or that it is not and why.
    [[nodiscard]] QString state() const;

    /// False while something typed is not in the database yet.
    [[nodiscard]] bool isSaved() const;

protected:
    void hideEvent(QHideEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void changed();
    void save();
    void setText(const QString& text);
    void showState();

    QPlainTextEdit* m_text;
    StatusLabel* m_state;
    QLabel* m_reason;
    std::shared_ptr<NoteStore> m_store;
    std::optional<NotePlace> m_place;
    QString m_read; ///< the note as it was last read from the file
    QTimer m_pause;
    bool m_dirty = false;
    bool m_showing = false; ///< the text is being set, not typed
};

} // namespace ui
