// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/ledger/lit_events.h"
#include "ui/pages/timeline/canvas/timeline_labels.h"
#include "ui/pages/timeline/canvas/timeline_scene.h"
#include "ui/pages/timeline/canvas/timeline_selection.h"
#include "ui/theme/theme.h"

#include <QPixmap>
#include <QSize>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

class QPainter;

namespace ui {

/// The same work, wherever it runs.
struct TimelineLight {
    std::vector<profiler::LitEvents> runs;
};

/// All that there is of all runs, in small: with a box around what a camera sees.
class TimelineStrip {
public:
    explicit TimelineStrip(const Theme& theme)
        : m_theme(theme)
    {
    }

    /// Runs, or where they lie on the axis, are others.
    void forget() { m_picture.reset(); }

    void paint(QPainter& painter, const TimelineScene& scene, const TimelineCamera& camera,
        TimelineLabels& labels);

private:
    /// What the picture is of, as long as runs and axis stay.
    struct Key {
        QSize size;
        TimelineWindow bounds;
        const Tokens* tokens = nullptr;
        qreal ratio = 1;

        bool operator==(const Key&) const = default;
    };

    [[nodiscard]] const QPixmap& picture(const TimelineScene& scene, const TimelineCamera& camera,
        qreal ratio, TimelineLabels& labels);

    const Theme& m_theme;
    std::optional<QPixmap> m_picture; ///< the same in frame after frame
    Key m_key;
};

/// The moment of the camera's axis that the strip has there.
[[nodiscard]] std::int64_t timeOnStrip(
    const TimelineLayout& layout, const TimelineCamera& camera, double x);

/// Paints everything of the timeline in its order, and keeps what is the same from frame to frame.
class TimelineFrame {
public:
    explicit TimelineFrame(const Theme& theme);

    void setGapsShown(bool shown) { m_gaps = shown; }

    /// Work of other classes steps back; nullopt: none does.
    void setLit(std::optional<WorkClass> lit) { m_lit = lit; }

    /// Everything else steps back; null: nothing is lit.
    void setLight(std::shared_ptr<const TimelineLight> light) { m_light = std::move(light); }

    [[nodiscard]] const TimelineLight* light() const { return m_light.get(); }

    /// Runs, or where they lie on the axis, are others.
    void forgetStrip() { m_strip.forget(); }

    /// Strip and ruler tell the time of the pointer's run.
    void paint(QPainter& painter, const TimelineScene& scene, const TimelineSelection& selection,
        const TimelinePointer& pointer);

private:
    void paintHead(QPainter& painter, const TimelineScene& scene, const PlacedHead& head) const;
    void paintTitles(QPainter& painter, const TimelineLayout& layout) const;
    void paintRows(QPainter& painter, const TimelineScene& scene);
    void paintNoCompile(
        QPainter& painter, const TimelineScene& scene, const PlacedRow& placed) const;

    const Theme& m_theme;
    TimelineStrip m_strip;
    TimelineLabels m_labels;
    std::optional<WorkClass> m_lit;
    std::shared_ptr<const TimelineLight> m_light;
    bool m_gaps = true;
};

} // namespace ui
