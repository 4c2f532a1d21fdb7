// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/goal.h"
#include "profiler/model/number_text.h"
#include "profiler/record/doctor.h"
#include "profiler/record/machine/machine_state.h"
#include "profiler/record/session/plan_estimate.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <fstream>
#include <locale>
#include <optional>
#include <sstream>
#include <string>
#include <system_error>

namespace profiler {
namespace {

namespace fs = std::filesystem;

constexpr double bytesPerGiB = 1024.0 * 1024 * 1024;
constexpr double diskStops = 0.1; // GiB: not even a database fits
constexpr double diskLimits = 2; // compile caches of some variants
constexpr double memoryStops = 0.5; // import torch alone takes about as much
constexpr double memoryLimits = 4; // two lanes with a model each, and a compile

std::optional<std::string> firstLine(const fs::path& file)
{
    std::ifstream stream(file);
    std::string line;
    if (!std::getline(stream, line))
        return std::nullopt;
    return line;
}

Check checkDisk(const fs::path& folder)
{
    Check check {.name = "disk"};
    std::error_code error;
    const auto space = fs::space(folder, error);
    if (error) {
        check.state = CheckState::Limits;
        check.sentence
            = fmt::format("free space of {} is unknown: {}", folder.string(), error.message());
        return check;
    }
    const double free = static_cast<double>(space.available) / bytesPerGiB;
    check.sentence = fmt::format("{:.1f} GiB free in {}", free, folder.string());
    if (free < diskLimits) {
        check.state = free < diskStops ? CheckState::Stops : CheckState::Limits;
        check.sentence += "; compile caches of a few variants need more";
        check.remedy = "free space there, or set TMPDIR to a larger disk";
    }
    return check;
}

/// What new processes can have: the kernel's estimate, or less where a cgroup limits it.
std::optional<double> availableMemory()
{
    std::ifstream stream("/proc/meminfo");
    std::optional<double> available;
    for (std::string line; std::getline(stream, line);) {
        std::istringstream words(line);
        std::string name;
        double kib = 0;
        if (words >> name >> kib && name == "MemAvailable:")
            available = kib / (1024.0 * 1024);
    }
    const auto limit = firstLine("/sys/fs/cgroup/memory.max");
    const auto used = firstLine("/sys/fs/cgroup/memory.current");
    if (!limit || !used || *limit == "max")
        return available;
    std::istringstream numbers(*limit + " " + *used);
    double limitBytes = 0;
    double usedBytes = 0;
    numbers >> limitBytes >> usedBytes;
    const double left = (limitBytes - usedBytes) / bytesPerGiB;
    return available ? std::min(*available, left) : left;
}

Check checkMemory()
{
    Check check {.name = "memory"};
    const auto available = availableMemory();
    if (!available) {
        check.state = CheckState::Limits;
        check.sentence = "free memory is unknown: /proc/meminfo cannot be read";
        return check;
    }
    check.sentence = fmt::format("{:.1f} GiB free", *available);
    if (*available < memoryLimits) {
        check.state = *available < memoryStops ? CheckState::Stops : CheckState::Limits;
        check.sentence += "; lanes that hold a model each may not fit beside each other";
        check.remedy = "end other programs, or record fewer variants at a time";
    }
    return check;
}

Check checkPressure()
{
    if (firstLine("/proc/pressure/cpu"))
        return {
            .name = "pressure", .sentence = "/proc/pressure/cpu tells which blocks were disturbed"};
    return {.name = "pressure",
        .state = CheckState::Limits,
        .sentence = "no /proc/pressure/cpu: whether other programs disturbed a block stays unknown",
        .remedy = "boot with psi=1"};
}

bool isVirtualMachine()
{
    std::ifstream stream("/proc/cpuinfo");
    for (std::string line; std::getline(stream, line);)
        if (line.starts_with("flags"))
            return line.find(" hypervisor") != std::string::npos;
    return false;
}

Check checkClocks()
{
    const auto governor = firstLine("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
    if (!governor)
        return {.name = "cpu_clock",
            .state = CheckState::Limits,
            .sentence = isVirtualMachine()
                ? "a virtual machine that does not show the CPU's clock: its changes stay unknown"
                : "the CPU's clock cannot be read: its changes stay unknown"};
    if (*governor == "performance")
        return {.name = "cpu_clock", .sentence = "governor performance"};
    return {.name = "cpu_clock",
        .state = CheckState::Limits,
        .sentence
        = fmt::format("governor {}: the clock follows the load, short calls vary more", *governor),
        .remedy = "sudo cpupower frequency-set -g performance"};
}

} // namespace

Check checkLoad(const std::optional<std::string>& averages, int cores)
{
    std::istringstream words(averages.value_or(""));
    words.imbue(std::locale::classic());
    double load = 0;
    if (!(words >> load))
        return {.name = "load",
            .state = CheckState::Limits,
            .sentence = "how busy the machine is cannot be read from /proc/loadavg"};
    const auto found = fmt::format("load {:.1f} on {}", load, countText(cores, "core", "cores"));
    const double longer = expectedSlowdown(load, cores);
    // Where a quarter of the cores stays idle nothing waits for another.
    if (load < busyLoad || 4 * (load + 1) < 3 * cores)
        return {.name = "load", .sentence = found};
    auto sentence = found + ": expect ";
    if (longer >= 1.5)
        sentence += fmt::format("about {:.0f} times as long, and ", longer);
    return {.name = "load",
        .state = CheckState::Limits,
        .sentence = sentence + "small differences to stay undecided",
        .remedy = "end other programs, or let the recording wait for them: --when-quiet"};
}

std::vector<Check> checkMachine(const fs::path& dataFolder)
{
    return {checkDisk(dataFolder), checkMemory(),
        checkLoad(firstLine("/proc/loadavg"), usableCores().value_or(1)), checkPressure(),
        checkClocks()};
}

} // namespace profiler
