// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace profiler {

struct ProcessRecord;

/// Of a kernel that torch would have taken without trying: a library's, which no template made.
[[nodiscard]] bool isLibraryChoice(std::string_view name);

/// What the winners of a process's autotuning save beside the library's kernels, each run once.
/// nullopt: nothing was tried, or no library's kernel was timed.
[[nodiscard]] std::optional<double> autotuneGainNs(const ProcessRecord& process);

} // namespace profiler
