// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/bordered_bar.h"

#include <QTimer>

#include <optional>

class QLabel;

namespace ui {

class AskingButton;
class Button;
class ElidedLabel;
class StatusLabel;
class ProgressStrip;

/// At the foot of the window, only while there is something to say: a running job with progress
/// and Cancel, the last error with its details, and which database it is about.
class StatusLine : public BorderedBar {
    Q_OBJECT

public:
    explicit StatusLine(const Theme& theme);

    /// Stays until it is replaced or cleared: an error, a running recording. `details` can be
    /// copied; an error without any gives its sentence.
    void say(Status status, const QString& sentence, const QString& details = {});
    /// Gone after a few seconds: "Copied the sentence."
    void note(const QString& sentence);
    void clear();

    /// A job that runs; without a ratio the strip only says that something goes on.
    /// `question`: what Cancel asks before it does so; empty: nothing.
    void showJob(const QString& words, std::optional<double> doneRatio, bool cancellable,
        const QString& question = {});
    void endJob();

    /// "example.fscope, 1.2 MiB".
    void setDatabase(const QString& words);

    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void cancelRequested();
    void detailsRequested(const QString& details);

private:
    void showText(Status status, const QString& sentence);
    void endNote();
    void arrange();

    StatusLabel* m_label;
    Button* m_details;
    QLabel* m_job;
    ProgressStrip* m_strip;
    AskingButton* m_cancel;
    ElidedLabel* m_database;
    Status m_lastingStatus = Status::Information;
    QString m_lasting;
    QString m_detailText;
    QTimer m_noteTimer;
    bool m_hasJob = false;
};

} // namespace ui
