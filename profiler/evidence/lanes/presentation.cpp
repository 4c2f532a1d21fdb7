// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/lanes/presentation.h"

#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/variant.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace profiler {

namespace {

std::vector<int> asRecorded(std::size_t variants)
{
    std::vector<int> order(variants);
    std::iota(order.begin(), order.end(), 0);
    return order;
}

std::vector<int> orderOf(const ComparisonData& data)
{
    std::vector<int> order = asRecorded(data.plan.variants.size());
    if (data.recorded.size() == order.size())
        std::ranges::transform(data.recorded, order.begin(), &RecordedVariant::index);
    return order;
}

/// A settings file may name variants that this recording has not.
bool isOrderOf(const std::vector<int>& order, std::size_t variants)
{
    auto ascending = order;
    std::ranges::sort(ascending);
    return ascending == asRecorded(variants);
}

int movedTo(const std::vector<int>& places, int variant)
{
    const auto index = static_cast<std::size_t>(variant);
    return variant >= 0 && index < places.size() ? places[index] : variant;
}

/// `order[i]` is the index now of what comes to place i.
void reorder(ComparisonData& data, const std::vector<int>& order)
{
    std::vector<Variant> variants;
    std::vector<int> places(order.size()); // from the index now to the new one
    for (std::size_t i = 0; i < order.size(); ++i) {
        variants.push_back(std::move(data.plan.variants[static_cast<std::size_t>(order[i])]));
        places[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
    }
    data.plan.variants = std::move(variants);
    for (auto& process : data.processes)
        process.start.variant = movedTo(places, process.start.variant);
    for (auto& notice : data.notices) {
        if (notice.variant)
            notice.variant = movedTo(places, *notice.variant);
    }
}

void restore(ComparisonData& data)
{
    if (data.recorded.size() != data.plan.variants.size())
        return;
    std::vector<int> back(data.recorded.size());
    for (std::size_t i = 0; i < data.recorded.size(); ++i) {
        data.plan.variants[i].name = data.recorded[i].name;
        back[static_cast<std::size_t>(data.recorded[i].index)] = static_cast<int>(i);
    }
    reorder(data, back);
    data.recorded.clear();
}

} // namespace

ComparisonData presented(ComparisonData data, const Presentation& presentation)
{
    restore(data);
    const auto variants = data.plan.variants.size();
    const auto order
        = isOrderOf(presentation.order, variants) ? presentation.order : asRecorded(variants);
    for (const int index : order) {
        data.recorded.push_back(
            {.index = index, .name = data.plan.variants[static_cast<std::size_t>(index)].name});
    }
    for (const auto& [index, name] : presentation.names) {
        if (index >= 0 && static_cast<std::size_t>(index) < variants && !name.empty())
            data.plan.variants[static_cast<std::size_t>(index)].name = name;
    }
    reorder(data, order);
    if (presentation.goal)
        data.plan.goal = *presentation.goal;
    return data;
}

int recordedBaseline(const ComparisonData& data)
{
    const auto found = std::ranges::find(data.recorded, 0, &RecordedVariant::index);
    return found == data.recorded.end() ? 0 : static_cast<int>(found - data.recorded.begin());
}

int recordedIndex(const ComparisonData& data, int variant)
{
    const auto index = static_cast<std::size_t>(variant);
    return variant >= 0 && index < data.recorded.size() ? data.recorded[index].index : variant;
}

std::string recordedName(const ComparisonData& data, int variant)
{
    const auto index = static_cast<std::size_t>(variant);
    if (variant >= 0 && index < data.recorded.size())
        return data.recorded[index].name;
    return index < data.plan.variants.size() ? data.plan.variants[index].name : std::string();
}

Presentation withBaseline(const ComparisonData& data, Presentation presentation, int variant)
{
    auto order = orderOf(data);
    const auto index = static_cast<std::size_t>(variant);
    if (variant >= 0 && index < order.size()) {
        const auto place = order.begin() + static_cast<std::ptrdiff_t>(index);
        std::rotate(order.begin(), place, place + 1);
    }
    presentation.order = std::move(order);
    return presentation;
}

Presentation withMoved(const ComparisonData& data, Presentation presentation, int from, int to)
{
    auto order = orderOf(data);
    const int last = static_cast<int>(order.size()) - 1;
    if (from > 0 && from <= last && last > 0) {
        const int place = std::clamp(to, 1, last);
        const int moved = order[static_cast<std::size_t>(from)];
        order.erase(order.begin() + from);
        order.insert(order.begin() + place, moved);
    }
    presentation.order = std::move(order);
    return presentation;
}

} // namespace profiler
