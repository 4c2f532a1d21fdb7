// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/new_identity.h"

#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <random>

namespace profiler {

std::string newIdentity()
{
    std::random_device random;
    std::array<std::uint32_t, 4> words {};
    for (auto& word : words)
        word = random();
    return fmt::format("{:08x}{:08x}{:08x}{:08x}", words[0], words[1], words[2], words[3]);
}

} // namespace profiler
