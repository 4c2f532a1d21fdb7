// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/tune/boundaries.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

namespace profiler {

namespace {

constexpr double leastRatio = 0.05;
/// A child with so much of the call stands for its parent: its children are what can be parted.
constexpr double nearlyAll = 0.9;
constexpr std::size_t mostClasses = 3;
constexpr std::size_t mostChildren = 6;

/// They only hold others: that several have the class says nothing.
constexpr std::array<std::string_view, 3> containers {"Sequential", "ModuleList", "ModuleDict"};

std::string parentOf(const std::string& path)
{
    const auto dot = path.rfind('.');
    return dot == std::string::npos ? "" : path.substr(0, dot);
}

bool isBelow(const std::string& path, const std::string& other)
{
    return other.empty() ? !path.empty() : path.starts_with(other + ".");
}

/// Of paths none of which lies below another one.
double ratioOf(const std::vector<ModuleUse>& modules, const std::vector<std::string>& paths)
{
    double sum = 0;
    for (const auto& module : modules)
        if (std::ranges::find(paths, module.path) != paths.end())
            sum += module.callRatio;
    return sum;
}

bool hasChildren(const std::vector<ModuleUse>& modules, const std::string& path)
{
    return std::ranges::any_of(
        modules, [&](const ModuleUse& module) { return isBelow(module.path, path); });
}

bool isNumber(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// "layers.0" → "layers.*", "layer1.0" → "layer*.*".
std::string withoutNumbers(const std::string& path)
{
    std::string result;
    std::size_t begin = 0;
    while (begin <= path.size()) {
        const auto end = std::min(path.find('.', begin), path.size());
        const auto part = path.substr(begin, end - begin);
        const auto letters = part.find_last_not_of("0123456789") + 1;
        result += (begin == 0 ? "" : ".")
            + (isNumber(std::string_view(part).substr(letters)) ? part.substr(0, letters) + "*"
                                                                : part);
        begin = end + 1;
    }
    return result;
}

bool matchesPart(std::string_view glob, std::string_view part)
{
    const auto star = glob.find('*');
    if (star == std::string_view::npos)
        return glob == part;
    return part.starts_with(glob.substr(0, star)); // stars stand at the end of parts alone
}

bool matches(std::string_view glob, std::string_view path)
{
    while (true) {
        const auto globEnd = std::min(glob.find('.'), glob.size());
        const auto pathEnd = std::min(path.find('.'), path.size());
        if (!matchesPart(glob.substr(0, globEnd), path.substr(0, pathEnd)))
            return false;
        if (globEnd == glob.size() || pathEnd == path.size())
            return globEnd == glob.size() && pathEnd == path.size();
        glob.remove_prefix(globEnd + 1);
        path.remove_prefix(pathEnd + 1);
    }
}

/// The children of `parent` by their use. A list of modules is never called itself: what stands in
/// it are the children.
std::vector<ModuleUse> childrenOf(const std::vector<ModuleUse>& modules, const std::string& parent)
{
    std::vector<ModuleUse> children;
    std::set<std::string> called;
    for (const auto& module : modules)
        if (module.times > 0)
            called.insert(module.path);
    for (const auto& module : modules) {
        if (module.times <= 0 || !isBelow(module.path, parent))
            continue;
        auto above = parentOf(module.path);
        while (isBelow(above, parent) && !called.contains(above))
            above = parentOf(above);
        if (above == parent)
            children.push_back(module);
    }
    return children;
}

/// The module whose children are worth parting.
std::string splitAt(const std::vector<ModuleUse>& modules)
{
    std::string parent;
    while (true) {
        const auto children = childrenOf(modules, parent);
        const auto whole = std::ranges::find_if(children, [&](const ModuleUse& child) {
            return child.callRatio >= nearlyAll && hasChildren(modules, child.path);
        });
        if (whole == children.end())
            return parent;
        parent = whole->path;
    }
}

std::vector<std::string> pathsOf(const std::vector<ModuleUse>& modules)
{
    std::vector<std::string> paths;
    for (const auto& module : modules)
        paths.push_back(module.path);
    return paths;
}

bool anyInsideAnother(const std::vector<std::string>& paths)
{
    return std::ranges::any_of(paths, [&](const std::string& path) {
        return std::ranges::any_of(
            paths, [&](const std::string& other) { return isBelow(path, other); });
    });
}

std::vector<Boundary> repeatedBlocks(const std::vector<ModuleUse>& modules)
{
    std::map<std::string, std::vector<std::string>> byClass;
    for (const auto& module : modules)
        if (module.times > 0 && hasChildren(modules, module.path)
            && std::ranges::find(containers, module.className) == containers.end())
            byClass[module.className].push_back(module.path);
    std::vector<Boundary> blocks;
    for (const auto& [name, paths] : byClass) {
        const double ratio = ratioOf(modules, paths);
        if (paths.size() > 1 && !anyInsideAnother(paths) && ratio >= leastRatio)
            blocks.push_back({.kind = BoundaryKind::RepeatedBlocks,
                .name = name,
                .targets = globsFor(paths, modules),
                .callRatio = ratio});
    }
    std::ranges::stable_sort(blocks, std::greater {}, &Boundary::callRatio);
    blocks.resize(std::min(blocks.size(), mostClasses));
    return blocks;
}

/// One of many alike tells no more than all of them.
bool isBlock(const std::vector<Boundary>& blocks, const ModuleUse& child)
{
    return std::ranges::any_of(
        blocks, [&](const Boundary& block) { return block.name == child.className; });
}

Boundary allBut(const ModuleUse& child, const std::vector<ModuleUse>& children, const auto& modules)
{
    auto rest = children;
    std::erase(rest, child);
    return {.kind = BoundaryKind::AllButChild,
        .name = child.path,
        .targets = globsFor(pathsOf(rest), modules),
        .callRatio = ratioOf(modules, pathsOf(rest))};
}

} // namespace

std::vector<std::string> globsFor(
    const std::vector<std::string>& paths, const std::vector<ModuleUse>& modules)
{
    std::vector<std::string> globs;
    for (const auto& path : paths) {
        const auto glob = withoutNumbers(path);
        const bool others = std::ranges::any_of(modules, [&](const ModuleUse& module) {
            return matches(glob, module.path)
                && std::ranges::find(paths, module.path) == paths.end();
        });
        const bool alone = std::ranges::count_if(paths, [&](const std::string& each) {
            return matches(glob, each);
        }) == 1;
        const auto& target = others || alone ? path : glob;
        if (std::ranges::find(globs, target) == globs.end())
            globs.push_back(target);
    }
    return globs;
}

std::vector<Boundary> boundariesOf(const std::vector<ModuleUse>& modules)
{
    auto boundaries = repeatedBlocks(modules);
    const auto all = childrenOf(modules, splitAt(modules));
    auto children = all;
    std::ranges::stable_sort(children, std::greater {}, &ModuleUse::callRatio);
    std::erase_if(children, [&](const ModuleUse& child) {
        return child.callRatio < leastRatio || isBlock(boundaries, child);
    });
    children.resize(std::min(children.size(), mostChildren));
    if (all.size() < 2)
        return boundaries;
    for (const auto& child : children) {
        boundaries.push_back({.kind = BoundaryKind::Child,
            .name = child.path,
            .targets = {child.path},
            .callRatio = child.callRatio});
        boundaries.push_back(allBut(child, all, modules));
    }
    return boundaries;
}

} // namespace profiler
