// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace profiler::remote {

/// Another machine as ssh is told of it. `host` may be a name of the user's ~/.ssh/config.
struct SshTarget {
    std::string user; ///< empty: ssh chooses
    std::string host;
    std::optional<int> port; ///< nullopt: ssh chooses

    bool operator==(const SshTarget&) const = default;
};

inline constexpr std::string_view sshScheme = "ssh://";

/// Reads ssh://[user@]host[:port].
[[nodiscard]] Result<SshTarget> sshTargetFrom(std::string_view word);

/// ssh://user@host:port
[[nodiscard]] std::string addressOf(const SshTarget& target);

} // namespace profiler::remote
