// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/timeline/canvas/timeline_canvas.h"
#include "ui/pages/timeline/timeline_links.h"

#include <QWidget>

#include <vector>

class QLabel;
class QVBoxLayout;

namespace ui {

class Button;
class CodeBlock;
class Panel;
class TimelineRangePanel;

/// A line of what is told of an event: "duration", "39.3 µs".
struct TimelineFact {
    QString name;
    QString value;
};

/// What is known of the event that is picked; nothing: of the call that is looked at.
[[nodiscard]] std::vector<TimelineFact> factsOfPick(const TimelineCanvas& canvas);

/// The marks that somebody set, each with its distance from the one before.
[[nodiscard]] std::vector<TimelineFact> factsOfMarks(const TimelineCanvas& canvas);

/// Beside the timeline: the picked event, graph breaks and marks, the longest idle times, the keys.
class TimelineInspector : public QWidget {
    Q_OBJECT

public:
    explicit TimelineInspector(const Theme& theme, QWidget* parent = nullptr);

    void showSelection(const TimelineCanvas& canvas);
    /// The longest idle times of the call.
    void showIdle(const TimelineCanvas& canvas);

    [[nodiscard]] QString title() const;

    [[nodiscard]] const std::vector<TimelineFact>& facts() const { return m_facts; }

    [[nodiscard]] const TimelineRangePanel& range() const { return *m_range; }

Q_SIGNALS:
    void noted(const QString& sentence);
    void zoomRequested();
    void kernelsRequested();
    void placeRequested(const ui::TimelinePosition& place);

private:
    void showPick(const TimelineCanvas& canvas);
    void showMarks(const TimelineCanvas& canvas);
    static void addFact(QVBoxLayout& column, const QString& name, const QString& value);
    void addPlace(QVBoxLayout& column, const TimelinePosition& place);
    [[nodiscard]] static QWidget* makeKeys();

    const Theme& m_theme;
    std::vector<TimelineFact> m_facts;
    QLabel* m_nothing = nullptr; ///< what to do where nothing is selected
    CodeBlock* m_name = nullptr;
    Button* m_zoom = nullptr;
    QVBoxLayout* m_lines = nullptr;
    TimelineRangePanel* m_range = nullptr;
    Panel* m_marked = nullptr;
    QVBoxLayout* m_marks = nullptr;
    Panel* m_waiting = nullptr;
    QVBoxLayout* m_idle = nullptr;
};

} // namespace ui
