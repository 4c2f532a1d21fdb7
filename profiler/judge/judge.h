// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace profiler {

struct ComparisonData;
struct ComparisonResult;

/// The one function behind every verdict. Total: partial, running and damaged recordings give a
/// result whose missing parts carry reasons. Findings are left out: see `conclude`.
[[nodiscard]] ComparisonResult judge(const ComparisonData& data);

} // namespace profiler
