// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/json/family_json.h"

namespace profiler {

Json familyRangeJson(const FamilyRange& range)
{
    Json row {{"device", range.device}, {"dtype", range.dtype}, {"family", range.family},
        {"variant", range.variant}, {"models", range.models}, {"low", range.low},
        {"high", range.high}};
    row["outermost_tenths_left_out"] = range.isMiddle;
    put(row, "geometric_mean", range.mean, "no model counts");
    return row;
}

} // namespace profiler
