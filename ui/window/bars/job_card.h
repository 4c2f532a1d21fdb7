// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/recording_job.h"
#include "ui/window/bars/bar_button.h"

#include <QTimer>

#include <optional>

namespace ui {

/// The running recording at the foot of the side bar; leads to its page from anywhere.
class JobCard : public BarButton {
    Q_OBJECT

public:
    explicit JobCard(const Theme& theme);

    /// Not null; shown while it runs, and after it failed until its page was seen.
    void setJob(const RecordingJob* job);
    /// A recording of somebody else is written into the open file.
    void setElsewhere(const QString& name, std::optional<double> doneRatio);
    void setIconOnly(bool iconOnly);
    void setChosen(bool chosen);

    [[nodiscard]] QSize sizeHint() const override { return {150, m_iconOnly ? 34 : 66}; }

private:
    void paint(QPainter& painter, const Tokens& tokens) override;
    void refresh();

    const RecordingJob* m_job = nullptr;
    QString m_elsewhere;
    std::optional<double> m_elsewhereRatio; ///< nullopt: not known here
    QString m_title;
    QString m_percent;
    QString m_line;
    std::optional<double> m_ratio; ///< done; nullopt: not known
    bool m_bad = false;
    bool m_seen = false; ///< its page was shown since it ended
    bool m_iconOnly = false;
    bool m_chosen = false;
    QTimer m_tick;
};

} // namespace ui
