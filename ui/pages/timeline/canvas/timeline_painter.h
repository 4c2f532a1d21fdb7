// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/ledger/lit_events.h"
#include "ui/pages/timeline/canvas/timeline_labels.h"
#include "ui/pages/timeline/canvas/timeline_layout.h"
#include "ui/theme/theme.h"

#include <QColor>

#include <vector>

class QPainter;

namespace ui {

/// Draws single lines of the timeline. Events of at least three pixels are drawn by themselves;
/// narrower ones as columns: as high as they fill the pixel's time, in the colour of what takes
/// most of it.
class TimelinePainter {
public:
    TimelinePainter(QPainter& painter, const Theme& theme, const TimelineLayout& layout,
        TimelineWindow window, TimelineLabels& labels);

    /// Other classes of work step back; nullopt: none does.
    void setLit(std::optional<WorkClass> lit) { m_lit = lit; }

    /// Other work steps back, and a tick stands under each of these events.
    void setLight(const profiler::LitEvents& light) { m_light = &light; }

    /// What the devices of a run did at each pixel; `origin` is what lies at 0 of the run.
    [[nodiscard]] std::vector<profiler::StateTimes> device(
        const TimelineRun& run, std::int64_t origin) const;
    void paintLane(const PlacedRow& placed, const TimelineRun& run, std::int64_t origin);
    /// Idle stretches of the device by cause, behind the kernels.
    void paintGaps(const QRect& box, const std::vector<profiler::StateTimes>& columns);
    void paintBusy(
        const QRect& box, const TimelineRun& run, const std::vector<profiler::StateTimes>& columns);
    /// Bytes in use as an area, those reserved as a line above it; `most` fills the row.
    void paintMemory(const QRect& box, const TimelineRun& run, std::int64_t origin, double most);
    /// The whole run: when the device was busy, or calls ran, and when something was compiled.
    void paintStrip(const QRect& box, const TimelineRun& run, const profiler::TimeSpan& whole);
    void paintRuler();

private:
    /// Of one pixel of a line.
    struct Bar {
        int height = 0; ///< from the bottom; 0 = nothing
        QRgb colour = 0;
        QRgb top = 0; ///< of its uppermost pixel
    };

    void paintCompiles(const QRect& box, const TimelineRun& run, const profiler::TimeSpan& whole);
    void paintBars(const QRect& box, const std::vector<Bar>& bars);
    [[nodiscard]] profiler::TimeSpan spanOf(std::int64_t origin) const;
    /// Which pixels of a line lit events touch; empty: nothing is lit there.
    [[nodiscard]] std::vector<bool> litPixels(const PlacedRow& placed, std::int64_t origin) const;
    /// Events of its lane, ascending; null: none.
    [[nodiscard]] const std::vector<std::size_t>* litOf(const PlacedRow& placed) const;
    [[nodiscard]] bool isDimmed(const PlacedRow& placed, std::size_t event) const;
    void paintColumns(const PlacedRow& placed, const TimelineRun& run,
        const std::vector<profiler::LaneColumn>& columns, const std::vector<bool>& lit);
    void paintTicks(const QRect& box, const std::vector<bool>& lit);
    void paintEvent(const PlacedRow& placed, const TimelineRun& run, std::int64_t origin,
        const profiler::TimelineEvent& event, bool dimmed);
    [[nodiscard]] QColor colourOf(
        TimelineRowKind row, std::uint8_t kind, const TimelineRun& run, bool dimmed) const;

    QPainter& m_painter;
    const Theme& m_theme;
    const TimelineLayout& m_layout;
    TimelineWindow m_window;
    TimelineLabels& m_labels;
    std::optional<WorkClass> m_lit;
    const profiler::LitEvents* m_light = nullptr; ///< null: nothing is lit
};

/// Narrower events are drawn together.
inline constexpr double widthOfOneEvent = 3;

} // namespace ui
