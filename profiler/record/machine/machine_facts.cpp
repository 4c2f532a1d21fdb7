// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/machine_facts.h"

#include <fstream>
#include <initializer_list>
#include <sched.h>
#include <string>

namespace profiler {
namespace {

/// The first line of the first file that can be read.
std::string firstLine(std::initializer_list<const char*> paths)
{
    for (const char* path : paths) {
        std::ifstream file(path);
        std::string line;
        if (std::getline(file, line) && !line.empty())
            return line;
    }
    return "unknown";
}

std::string boost()
{
    const auto allowed = firstLine({"/sys/devices/system/cpu/cpufreq/boost"});
    if (allowed != "unknown")
        return allowed == "1" ? "on" : "off";
    const auto forbidden = firstLine({"/sys/devices/system/cpu/intel_pstate/no_turbo"});
    return forbidden == "unknown" ? forbidden : forbidden == "1" ? "off" : "on";
}

std::string affinity()
{
    cpu_set_t set;
    if (::sched_getaffinity(0, sizeof set, &set) != 0)
        return "unknown";
    return std::to_string(CPU_COUNT(&set)) + " CPUs";
}

} // namespace

EnvironmentFields machineFacts()
{
    return {{"cpu_governor", firstLine({"/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"})},
        {"cpu_boost", boost()}, {"cpu_smt", firstLine({"/sys/devices/system/cpu/smt/control"})},
        {"cpu_affinity", affinity()},
        {"cpu_quota",
            firstLine({"/sys/fs/cgroup/cpu.max", "/sys/fs/cgroup/cpu/cpu.cfs_quota_us"})}};
}

} // namespace profiler
