// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/memory/peak_of_call.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/variant.h"
#include "profiler/report/json/json_values.h"
#include "profiler/report/json/show_rows.h"
#include "profiler/report/memory/peak_text.h"

namespace profiler {
namespace {

Json rowOf(const PeakPlace& place, const MemoryHistoryFact& history)
{
    Json row {{"holds", keyOf(place.part)}, {"bytes", place.bytes}, {"made", peakPlaceText(place)}};
    if (history.peakBytes > 0)
        row["share_ratio"]
            = static_cast<double>(place.bytes) / static_cast<double>(history.peakBytes);
    if (!place.file.empty()) {
        row["file"] = place.file;
        row["line"] = place.line;
    }
    if (!place.module.empty())
        row["module"] = place.module;
    if (!place.name.empty())
        row["operator"] = place.name;
    return row;
}

} // namespace

/// A row for each place at the peak: the rows of a variant and case add up to it.
Json peakRows(const ComparisonData& data)
{
    Json rows = Json::array();
    for (std::size_t variant = 0; variant < data.plan.variants.size(); ++variant)
        for (std::size_t at = 0; at < data.plan.cases.size(); ++at) {
            const auto* history
                = memoryHistoryOf(data, static_cast<int>(variant), static_cast<int>(at));
            if (history == nullptr)
                continue;
            for (const auto& place : peakPlaces(*history)) {
                Json row {{"variant", data.plan.variants[variant].name},
                    {"case", data.plan.cases[at].name},
                    {"of", history->onDevice ? "device" : "host"},
                    {"peak_bytes", history->peakBytes}};
                row.update(rowOf(place, *history));
                rows.push_back(std::move(row));
            }
        }
    return rows;
}

} // namespace profiler
