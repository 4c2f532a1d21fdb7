// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/gpu/counter_view.h"

#include "profiler/evidence/device/clock_events.h"
#include "profiler/model/clocks.h"
#include "profiler/model/counters.h"
#include "profiler/model/number_text.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/text/counter_text.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/text/counted.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ui {

namespace {

using profiler::CounterSeries;
using profiler::LaneStretch;
using profiler::MonitorSource;
using profiler::RepetitionCounters;

using profiler::nsPerSecond;

/// In the order drawn.
constexpr std::array hostSeries {
    "cpu_busy_ratio", "cpu_pressure_ratio", "cpu_steal_ratio", "cpu_clock_mhz"};
constexpr std::array deviceSeries {"sm_active_ratio", "tensor_active_ratio", "dram_active_ratio",
    "device_busy_ratio", "sm_clock_mhz", "memory_clock_mhz", "power_watts", "temperature_celsius"};

const RepetitionCounters* ofRepetition(
    const std::vector<RepetitionCounters>& counters, int repetition)
{
    const auto found = std::ranges::find(counters, repetition, &RepetitionCounters::repetition);
    return found == counters.end() ? nullptr : &*found;
}

/// Shares from 0 to 100 %, powers from 0, clocks and temperatures around what they were.
void scaleAxis(CounterRow& row)
{
    if (row.values.empty())
        return;
    const auto [least, most] = std::ranges::minmax(row.values);
    if (row.unit == QStringLiteral("%")) {
        row.low = 0;
        row.high = 100; // two clocks may tell a little more than all
    } else if (row.unit == QStringLiteral("W")) {
        row.low = 0;
        row.high = std::max(1.0, std::ceil(most / 50) * 50);
    } else {
        const double step = row.unit == QStringLiteral("MHz") ? 100 : 5;
        row.filled = false;
        row.low = std::floor(least / step) * step;
        row.high = std::max(row.low + step, std::ceil(most / step) * step);
    }
}

class Builder {
public:
    Builder(const ComparisonView& view, const DeviceFacts& facts, int repetition)
        : m_view(view)
        , m_facts(facts)
        , m_lanes(profiler::lanesAtWork(view.comparison->data, repetition))
        , m_host(ofRepetition(facts.host, repetition))
        , m_device(ofRepetition(facts.device, repetition))
    {
    }

    std::optional<CounterView> build()
    {
        const auto* shown = m_device != nullptr ? m_device : m_host;
        if (shown == nullptr)
            return std::nullopt;
        findSpan(*shown);
        addLanes();
        if (m_device != nullptr)
            addRows(deviceSeries, *m_device, MonitorSource::Device);
        else
            addRows(hostSeries, *m_host, MonitorSource::Host);
        addBands();
        describe();
        return std::move(m_result);
    }

private:
    [[nodiscard]] double seconds(std::int64_t ns) const
    {
        return static_cast<double>(ns - m_beginNs) / nsPerSecond;
    }

    void findSpan(const RepetitionCounters& counters)
    {
        std::int64_t first = std::numeric_limits<std::int64_t>::max();
        std::int64_t last = std::numeric_limits<std::int64_t>::min();
        for (const auto& series : counters.series)
            if (!series.timeNs.empty()) {
                first = std::min(first, series.timeNs.front());
                last = std::max(last, series.timeNs.back());
            }
        for (const auto& lane : m_lanes) {
            first = std::min(first, lane.span.begin);
            last = std::max(last, lane.span.end);
        }
        m_beginNs = first;
        m_result.all = {0, std::max(seconds(last), 1e-3)};
    }

    [[nodiscard]] QString nameOf(const LaneStretch& lane) const
    {
        const auto& variants = m_view.caseResult()->variants;
        const auto name = qt(variants.at(static_cast<std::size_t>(lane.variant)).name);
        return lane.again ? tr("%1 again").arg(name) : name;
    }

    void addLanes()
    {
        for (const auto& lane : m_lanes)
            m_result.lanes.push_back({.variant = lane.variant,
                .again = lane.again,
                .timed = lane.timed(),
                .from = seconds(lane.span.begin),
                .to = seconds(lane.span.end),
                .label = lane.timed() ? QString() : nameOf(lane)});
    }

    template <typename Names>
    void addRows(const Names& names, const RepetitionCounters& counters, MonitorSource source)
    {
        const auto& data = m_view.comparison->data;
        for (const char* name : names) {
            const auto* series = profiler::seriesOf(counters.series, name);
            const auto reason = qt(profiler::missingReason(data, source, name));
            if (series == nullptr && reason.isEmpty())
                continue;
            const auto words = profiler::counterNameText(name);
            CounterRow row {.title = qt(words.title), .unit = qt(words.unit), .missing = reason};
            if (series != nullptr) {
                row.missing.clear();
                takeValues(*series, words.scale, row);
            }
            const auto median = profiler::timedMedian(data,
                source == MonitorSource::Device ? m_facts.device : m_facts.host, name, m_view.focus,
                m_view.caseResult()->caseIndex);
            if (median)
                row.timedMedian = qt(profiler::counterText(name, *median));
            m_result.rows.push_back(std::move(row));
        }
    }

    void takeValues(const CounterSeries& series, double scale, CounterRow& row) const
    {
        row.seconds.reserve(series.timeNs.size());
        for (std::size_t i = 0; i < series.timeNs.size(); ++i) {
            row.seconds.push_back(seconds(series.timeNs[i]));
            row.values.push_back(series.value[i] * scale);
        }
        scaleAxis(row);
    }

    void addBands()
    {
        const auto* reasons = m_device == nullptr
            ? nullptr
            : profiler::seriesOf(m_device->series, "clock_event_reasons");
        if (reasons == nullptr)
            return;
        const auto bands = profiler::throttleBands(*reasons);
        for (const auto& band : bands)
            m_result.bands.push_back({.from = seconds(band.span.begin),
                .to = seconds(band.span.end),
                .reason = qt(band.reason)});
        const auto summary = profiler::throttleSummary(bands, m_lanes);
        m_result.footWarns = summary.hitTimedBlock;
        if (summary.reasons.empty()) {
            m_result.foot = tr("nothing held the clocks back");
            return;
        }
        QStringList words;
        for (const auto& reason : summary.reasons)
            words << qt(reason);
        m_result.foot = tr("%1: %2 s, %3")
                            .arg(words.join(QStringLiteral(", ")),
                                qt(profiler::formatNumber(summary.seconds, 2)),
                                summary.hitTimedBlock ? tr("also in a timed block")
                                                      : tr("none in a timed block"));
    }

    /// A round in the middle: what came first may still have been warming up.
    void describe()
    {
        int rounds = 0;
        for (const auto& lane : m_lanes)
            rounds = std::max(rounds, lane.round + 1);
        const auto whole = qt(profiler::formatNumber(m_result.all.to, 3));
        m_result.focus = m_view.focus;
        m_result.whole = rounds > 0 ? tr("%1 s: warm-up of each lane in turn, then %2")
                                          .arg(whole, counted(rounds, tr("round"), tr("rounds")))
                                    : tr("%1 s: warm-up of each lane in turn").arg(whole);
        const int middle = rounds / 2;
        CounterWindow window {std::numeric_limits<double>::infinity(), 0};
        for (const auto& lane : m_lanes)
            if (lane.timed() && lane.round == middle) {
                window.from = std::min(window.from, seconds(lane.span.begin));
                window.to = std::max(window.to, seconds(lane.span.end));
            }
        if (rounds > 1 && window.to > window.from) {
            m_result.round = window;
            m_result.roundName = tr("round %1, closer").arg(middle + 1);
        }
    }

    const ComparisonView& m_view;
    const DeviceFacts& m_facts;
    std::vector<LaneStretch> m_lanes;
    const RepetitionCounters* m_host;
    const RepetitionCounters* m_device;
    std::int64_t m_beginNs = 0;
    CounterView m_result;
};

} // namespace

std::optional<CounterView> counterView(
    const ComparisonView& view, const DeviceFacts& facts, int repetition)
{
    return Builder(view, facts, repetition).build();
}

} // namespace ui
