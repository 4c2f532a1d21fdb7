// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/ledger/module_ledger.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <string_view>
#include <utility>

namespace profiler {
namespace {

/// "layers.2" stands before "layers.10".
std::pair<int, std::string_view> orderOf(const ModuleWork& module)
{
    int number = 0;
    const auto* const end = module.name.data() + module.name.size();
    const auto read = std::from_chars(module.name.data(), end, number);
    return {read.ec == std::errc() && read.ptr == end ? number : -1, module.name};
}

ModuleWork& childOf(ModuleWork& module, std::string_view name)
{
    const auto found = std::ranges::find(module.children, name, &ModuleWork::name);
    if (found != module.children.end())
        return *found;
    auto& made = module.children.emplace_back();
    made.name = name;
    made.path = module.path.empty() ? made.name : module.path + '.' + made.name;
    return made;
}

/// A file may hold a path of any length.
constexpr int deepest = 64;

ModuleWork& moduleAt(ModuleWork& model, std::string_view path)
{
    auto* module = &model;
    for (int depth = 0; !path.empty(); ++depth) {
        const auto dot = depth == deepest ? std::string_view::npos : path.find('.');
        module = &childOf(*module, path.substr(0, dot));
        path.remove_prefix(dot == std::string_view::npos ? path.size() : dot + 1);
    }
    return *module;
}

/// How often the row runs counts where most of it is.
void addTimes(ModuleWork& module, const LedgerRow& row)
{
    if (row.eager)
        module.eagerTimes += row.eager->times;
    if (row.compiled)
        module.compiledTimes += row.compiled->times;
}

void addPart(ModuleWork& module, const LedgerRowPart& part)
{
    module.own.add(part.time);
    const auto same = std::ranges::find(module.rows, part.row, &LedgerRowPart::row);
    if (same == module.rows.end())
        module.rows.push_back(part);
    else // another line of it
        same->time.add(part.time);
}

void sumUp(ModuleWork& module)
{
    module.time = module.own;
    for (auto& child : module.children) {
        sumUp(child);
        module.time.add(child.time);
        module.eagerTimes += child.eagerTimes;
        module.compiledTimes += child.compiledTimes;
    }
    std::ranges::stable_sort(module.rows, std::ranges::greater {},
        [](const LedgerRowPart& part) { return std::abs(part.time.changeNs()); });
    std::ranges::stable_sort(module.children, {}, orderOf);
}

} // namespace

ModuleWork moduleLedger(const Ledger& ledger)
{
    ModuleWork model;
    for (std::size_t row = 0; row < ledger.rows.size(); ++row) {
        const auto parts = partsOf(ledger, row);
        const auto moduleOf = [&](const PlacedPart& part) -> ModuleWork& {
            return moduleAt(model, part.site == nullptr ? std::string_view() : part.site->module);
        };
        for (const auto& placed : parts)
            addPart(moduleOf(placed), placed.part);
        addTimes(moduleOf(parts.front()), ledger.rows[row]);
    }
    sumUp(model);
    return model;
}

} // namespace profiler
