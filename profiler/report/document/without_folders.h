// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

/// Reports for readers who should not see the names of folders and projects.
namespace profiler {

struct Report;

/// "net.py:40" of "/home/ana/secret/net.py:40": of each absolute path its last part.
[[nodiscard]] std::string withoutFolders(std::string_view text);

/// All that is written or drawn.
void leaveOutFolders(Report& report);

} // namespace profiler
