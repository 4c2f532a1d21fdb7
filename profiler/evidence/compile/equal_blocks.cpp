// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/equal_blocks.h"

#include "profiler/model/facts/generated_code.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <string_view>

namespace profiler {
namespace {

/// "encoder.layer", "3" and "attention.self" of "encoder.layer.3.attention.self".
struct PlaceInList {
    std::string_view list;
    std::string_view index;
    std::string_view inside;
};

bool isNumber(std::string_view text)
{
    return !text.empty()
        && std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// By the first number in it; nullopt: it has none.
std::optional<PlaceInList> placeInList(std::string_view module)
{
    for (std::size_t begin = 0; begin < module.size();) {
        const auto end = std::min(module.find('.', begin), module.size());
        if (begin > 0 && isNumber(module.substr(begin, end - begin)))
            return PlaceInList {module.substr(0, begin - 1), module.substr(begin, end - begin),
                module.substr(std::min(end + 1, module.size()))};
        begin = end + 1;
    }
    return std::nullopt;
}

/// What a module of a list computes, in words that are equal where it is the same.
struct Block {
    std::string operators;
    std::int64_t count = 0;
};

using BlocksOfList = std::map<std::string_view, Block>;

bool isOperator(const GeneratedNode& node)
{
    return !node.module.empty() && node.target != "input" && node.target != "parameter";
}

/// How many compute what most of them do, and with how many operators.
std::pair<std::int64_t, std::int64_t> mostEqual(const BlocksOfList& blocks)
{
    std::map<std::string_view, std::pair<std::int64_t, std::int64_t>> alike;
    for (const auto& [index, block] : blocks) {
        auto& [modules, operators] = alike[block.operators];
        ++modules;
        operators += block.count;
    }
    return std::ranges::max_element(alike, {}, [](const auto& each) {
        return each.second.first;
    })->second;
}

} // namespace

std::optional<EqualBlocks> equalBlocks(const GeneratedCode& code)
{
    std::map<std::string_view, BlocksOfList> lists;
    std::int64_t known = 0;
    for (const auto& node : code.nodes) {
        if (!isOperator(node))
            continue;
        ++known;
        if (const auto place = placeInList(node.module)) {
            auto& block = lists[place->list][place->index];
            block.operators
                += std::string(place->inside) + ' ' + node.target + ' ' + node.type + '\n';
            ++block.count;
        }
    }
    std::optional<EqualBlocks> largest;
    for (const auto& [list, blocks] : lists) {
        const auto [modules, operators] = mostEqual(blocks);
        const double share = static_cast<double>(operators) / static_cast<double>(known);
        if (modules > 1 && (!largest || share > largest->shareOfGraph))
            largest
                = {.modules = std::string(list) + ".*", .count = modules, .shareOfGraph = share};
    }
    return largest;
}

} // namespace profiler
