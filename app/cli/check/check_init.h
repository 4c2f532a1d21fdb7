// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/check/check_options.h"
#include "profiler/model/result.h"

#include <string>

namespace cli {

/// Writes the plan and what runs the check in GitHub Actions and GitLab; says what it wrote and
/// what comes next. Nothing is written where one of the files is there already, unless it is
/// forced.
[[nodiscard]] profiler::Result<std::string> initCheck(const CheckOptions& options);

} // namespace cli
