// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/timeline_links.h"

#include "profiler/evidence/device/idle_cause.h"
#include "profiler/evidence/timeline/timeline_search.h"
#include "ui/charts/chart_text.h"
#include "ui/charts/work_marks.h"
#include "ui/text/text.h"

#include <QObject>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace ui {

namespace {

TimelinePosition placeIn(const TimelineScene& scene, std::size_t run)
{
    return {.variant = scene.runs[run].variant, .variantName = scene.runs[run].name, .run = run};
}

} // namespace

std::vector<TimelinePosition> longestIdleTimes(const TimelineScene& scene, std::size_t most)
{
    std::vector<TimelinePosition> places;
    for (std::size_t i = 0; i < scene.runs.size(); ++i) {
        const auto& run = scene.runs[i];
        const auto call = callOf(run, scene.axis.anchor().call);
        if (!call || run.tracks->device.size() == 0)
            continue;
        for (const auto& idle : profiler::longestIdleTimes(run.tracks->device, *call, most)) {
            auto place = placeIn(scene, i);
            place.name = idle.cause ? qt(profiler::idleCauseName(*idle.cause))
                                    : QObject::tr("cause unknown");
            place.value = durationText(idle.span.end - idle.span.begin);
            place.pattern = idle.cause ? idlePatternOf(*idle.cause) : IdlePattern::DottedOutline;
            place.span = idle.span;
            places.push_back(std::move(place));
        }
    }
    std::ranges::stable_sort(places, std::greater {},
        [](const TimelinePosition& place) { return place.span.end - place.span.begin; });
    places.resize(std::min(places.size(), most));
    return places;
}

std::vector<TimelinePosition> breaksOfCall(const TimelineScene& scene)
{
    struct Passed {
        const TimelineBreak* first = nullptr;
        int times = 0;
    };

    std::map<std::pair<int, std::size_t>, Passed> passed; // by number and run
    for (std::size_t i = 0; i < scene.runs.size(); ++i) {
        const auto& run = scene.runs[i];
        const auto call = callOf(run, scene.axis.anchor().call);
        for (const auto& each : run.breaks)
            if (call && each.time >= call->begin && each.time < call->end) {
                auto& entry = passed[{each.number, i}];
                entry.first = entry.first == nullptr ? &each : entry.first;
                ++entry.times;
            }
    }
    std::vector<TimelinePosition> places;
    for (const auto& [key, entry] : passed) {
        auto place = placeIn(scene, key.second);
        place.name = entry.first->reason;
        place.value = QObject::tr("%1×").arg(entry.times);
        place.sign = QString::number(key.first);
        place.span = {entry.first->time, entry.first->time};
        places.push_back(std::move(place));
    }
    return places;
}

} // namespace ui
