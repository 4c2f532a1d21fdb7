// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdio>

namespace tests {

/// Runs `work` and prints a bench's line of what it took; false where that is more than the limit.
template <typename Work>
[[nodiscard]] bool keepsWithin(double mostSeconds, const char* name, Work work)
{
    const auto begun = std::chrono::steady_clock::now();
    work();
    const double seconds
        = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    const bool good = seconds <= mostSeconds;
    std::printf("%-48s %8.3f s  %6.1f s  %s\n", name, seconds, mostSeconds, good ? "ok" : "FAIL");
    return good;
}

} // namespace tests
