// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"
#include "profiler/record/remote/ssh_target.h"

#include <string>

namespace profiler::remote {

/// Why ssh did not get there, by what it wrote. ErrorKind::Unavailable: it may get there later, or
/// the connection was lost; any other: trying again helps nobody.
[[nodiscard]] Error sshFailure(const SshTarget& target, const std::string& written);

/// Why a command over there failed that was reached. `refused`: the word of there.sh, if any.
[[nodiscard]] Error thereFailure(
    const SshTarget& target, const std::string& refused, const std::string& written);

} // namespace profiler::remote
