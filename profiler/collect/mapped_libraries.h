// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace profiler::collect {

/// Files that are mapped into this process and whose name begins so ("libcupti.so"), each once,
/// whatever links lead to it.
[[nodiscard]] std::vector<std::string> mappedLibraries(std::string_view name);

/// The same from the text of /proc/self/maps.
[[nodiscard]] std::vector<std::string> librariesIn(std::string_view maps, std::string_view name);

} // namespace profiler::collect
