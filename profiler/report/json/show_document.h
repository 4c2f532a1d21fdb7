// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/report/documents.h"
#include "profiler/report/json/json_values.h"

namespace profiler {

struct ComparisonData;

/// The document behind showJson and showText. For .cpp files only.
[[nodiscard]] Json showDocument(ShowPart part, const ComparisonData& data, const ShownBulk& bulk);

/// The key under which the part's rows stand: "graph_breaks".
[[nodiscard]] std::string rowsKey(ShowPart part);

} // namespace profiler
