// SPDX-License-Identifier: Apache-2.0
#include "profiler/collect/counters/process_tree.h"

#include <charconv>
#include <fstream>
#include <locale>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace profiler::collect {
namespace {

namespace fs = std::filesystem;

struct ProcessTicks {
    int parent = 0;
    std::int64_t own = 0;
    std::int64_t waitedFor = 0; ///< of children that ended
};

std::optional<ProcessTicks> readProcess(const fs::path& folder)
{
    std::ifstream file(folder / "stat");
    std::string line;
    if (!std::getline(file, line))
        return std::nullopt;
    // "pid (name) state parent …"; a name may hold brackets and spaces.
    const auto name = line.rfind(')');
    if (name == std::string::npos)
        return std::nullopt;
    std::istringstream fields(line.substr(name + 1));
    fields.imbue(std::locale::classic());
    std::string ignored;
    ProcessTicks process;
    fields >> ignored >> process.parent;
    constexpr int betweenParentAndTime = 9; // pgrp … cmajflt
    for (int i = 0; i < betweenParentAndTime; ++i)
        fields >> ignored;
    std::int64_t user = 0;
    std::int64_t system = 0;
    std::int64_t childrenUser = 0;
    std::int64_t childrenSystem = 0;
    if (!(fields >> user >> system >> childrenUser >> childrenSystem))
        return std::nullopt;
    process.own = user + system;
    process.waitedFor = childrenUser + childrenSystem;
    return process;
}

/// Processes come and go meanwhile; what cannot be read is left out.
std::map<int, ProcessTicks> allProcesses(const fs::path& proc)
{
    std::map<int, ProcessTicks> all;
    std::error_code error;
    for (fs::directory_iterator at(proc, error), end; !error && at != end; at.increment(error)) {
        const auto name = at->path().filename().string();
        int pid = 0;
        const auto [rest, failure] = std::from_chars(name.data(), name.data() + name.size(), pid);
        if (failure != std::errc() || rest != name.data() + name.size())
            continue;
        if (const auto process = readProcess(at->path()))
            all.emplace(pid, *process);
    }
    return all;
}

} // namespace

std::optional<TreeTicks> readTreeTicks(int pid, const fs::path& root)
{
    const auto all = allProcesses(root / "proc");
    const auto top = all.find(pid);
    if (top == all.end())
        return std::nullopt;
    std::multimap<int, int> childrenOf;
    for (const auto& [child, process] : all)
        childrenOf.emplace(process.parent, child);
    TreeTicks ticks {.self = top->second.own, .started = top->second.waitedFor};
    std::vector<int> open {pid};
    while (!open.empty()) {
        const auto [begin, end] = childrenOf.equal_range(open.back());
        open.pop_back();
        for (auto child = begin; child != end; ++child) {
            const auto& process = all.at(child->second);
            ticks.started += process.own + process.waitedFor;
            open.push_back(child->second);
        }
    }
    return ticks;
}

} // namespace profiler::collect
