// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/timeline/timeline_canvas.h"

#include <QWidget>

#include <vector>

class QLabel;
class QVBoxLayout;

namespace ui {

class Button;
class Panel;

/// A line of what is told of an event: "duration", "39.3 µs".
struct TimelineFact {
    QString name;
    QString value;
};

/// What is known of the event that is picked; nothing: of the call that is looked at.
[[nodiscard]] std::vector<TimelineFact> factsOfPick(const TimelineCanvas& canvas);

/// The longest idle times of the call in all runs, longest first: run, cause, length.
struct TimelineIdle {
    std::size_t run = 0;
    profiler::IdleTime idle;
};

[[nodiscard]] std::vector<TimelineIdle> longestIdle(const TimelineCanvas& canvas, std::size_t most);

/// Beside the timeline: the picked event, the longest idle times, the keys.
class TimelineInspector : public QWidget {
    Q_OBJECT

public:
    explicit TimelineInspector(const Theme& theme, QWidget* parent = nullptr);

    void showPick(const TimelineCanvas& canvas);

    [[nodiscard]] QString title() const;

    [[nodiscard]] const std::vector<TimelineFact>& facts() const { return m_facts; }

Q_SIGNALS:
    void zoomRequested();
    void kernelsRequested();

private:
    static void clear(QVBoxLayout& column);
    static void addFact(QVBoxLayout& column, const QString& name, const QString& value);

    std::vector<TimelineFact> m_facts;
    QLabel* m_title = nullptr;
    Button* m_zoom = nullptr;
    QVBoxLayout* m_lines = nullptr;
    Panel* m_waiting = nullptr;
    QVBoxLayout* m_idle = nullptr;
};

} // namespace ui
