// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/described_device.h"

#include "profiler/model/plan/device_kind.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace profiler {

namespace {

std::string_view describedName(std::string_view described)
{
    return described.substr(0, described.find(' '));
}

const std::string* named(const std::vector<std::string>& described, std::string_view name)
{
    const auto found = std::ranges::find(described, name, describedName);
    return found == described.end() ? nullptr : &*found;
}

bool hasKind(const std::vector<std::string>& described, std::string_view word)
{
    return std::ranges::find(described, word, wordOfDevice) != described.end();
}

} // namespace

std::string_view wordOfDevice(std::string_view described)
{
    const auto name = describedName(described);
    return name.substr(0, name.find(':'));
}

const std::string* describedDevice(
    const std::vector<std::string>& described, std::string_view device)
{
    constexpr std::string_view cuda = "cuda";
    auto name = withDeviceNumber(device);
    if (name == "mps")
        name = "mps:0";
    if (const auto* found = named(described, name))
        return found;
    return name.starts_with(cuda) ? named(described, "hip" + name.substr(cuda.size())) : nullptr;
}

std::string whyNoDevice(const std::vector<std::string>& described, std::string_view device)
{
    const auto word = wordOfDevice(device);
    const auto seen = fmt::format("{}", fmt::join(described, ", "));
    if (hasKind(described, word) || (word == "cuda" && hasKind(described, "hip")))
        return fmt::format("sees {}, and no {}", seen, device);
    return fmt::format("sees no {} device, only {}", word, seen);
}

} // namespace profiler
