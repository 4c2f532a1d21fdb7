// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/report/json/json_values.h"
#include "profiler/report/text/text_table.h"

#include <string>

namespace profiler {

struct CaseResult;

/// The parts of a step, a variant in each row.
[[nodiscard]] TextTable stepPartsTable(const CaseResult& caseResult);

/// The document of `show FILE training` for people: parts of steps, losses, what follows. For .cpp
/// files only.
[[nodiscard]] std::string trainingTables(const Json& document);

} // namespace profiler
