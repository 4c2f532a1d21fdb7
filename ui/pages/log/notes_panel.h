// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/background_job.h"
#include "ui/models/comparison_view.h"
#include "ui/parts/panel.h"

#include <QTimer>

#include <optional>

class QPlainTextEdit;

namespace ui {

class StatusLabel;

/// Free notes on a comparison. They are saved with it in its database a moment after the last
/// key, at once when the page or the comparison is left, and stand in its reports.
class NotesPanel : public Panel {
    Q_OBJECT

public:
    explicit NotesPanel(const Theme& theme, QWidget* parent = nullptr);
    ~NotesPanel() override;
    NotesPanel(const NotesPanel&) = delete;
    NotesPanel& operator=(const NotesPanel&) = delete;
    NotesPanel(NotesPanel&&) = delete;
    NotesPanel& operator=(NotesPanel&&) = delete;

    void showView(const ComparisonView& view);

    [[nodiscard]] QString note() const;
    [[nodiscard]] QString state() const;

    /// False while something typed is not in the database yet.
    [[nodiscard]] bool isSaved() const { return !m_dirty && !m_job.isRunning(); }

protected:
    void hideEvent(QHideEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Which comparison the text belongs to.
    struct Target {
        QString file;
        profiler::ComparisonId id;

        bool operator==(const Target&) const = default;
    };

    void changed();
    void save();
    void saveNow();
    void showSaved(const profiler::Result<void>& saved);

    QPlainTextEdit* m_text;
    StatusLabel* m_state;
    std::optional<Target> m_target;
    QTimer m_pause;
    BackgroundJob m_job;
    bool m_dirty = false;
    bool m_showing = false; ///< the text is being set, not typed
};

} // namespace ui
