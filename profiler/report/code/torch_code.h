// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

/// What a variant sets in torch beside torch.compile, as lines of Python.
namespace profiler {

struct Plan;
struct TorchSettings;

/// What stands in front of torch.compile, each line ended; empty: nothing is set.
[[nodiscard]] std::string codeBeforeCompile(const TorchSettings& torch);

/// What belongs to the calls and their inputs, each line begun by a line break.
[[nodiscard]] std::string codeOfCalls(const Plan& plan, const TorchSettings& torch);

} // namespace profiler
