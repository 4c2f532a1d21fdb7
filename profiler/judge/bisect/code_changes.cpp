// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/bisect/code_changes.h"

#include "profiler/model/comparison_data.h"
#include "profiler/model/facts/generated_code.h"
#include "profiler/model/process_record.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <map>

namespace profiler {
namespace {

using Counts = std::map<std::string, std::int64_t>;

bool isDigit(char c)
{
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

bool isOfName(char c)
{
    return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
}

/// "cpp_fused_relu_0" as "cpp_fused_relu".
std::string withoutNumber(const std::string& kernel)
{
    const auto last = kernel.find_last_not_of("0123456789");
    const bool numbered
        = last != std::string::npos && last + 1 < kernel.size() && kernel[last] == '_';
    return numbered && last > 0 ? kernel.substr(0, last) : kernel;
}

/// A type's digits are no number behind a name.
bool isType(std::string_view name)
{
    const auto letters = name.substr(0, name.find_first_of("0123456789"));
    constexpr std::array types {std::string_view("float"), std::string_view("bfloat"),
        std::string_view("int"), std::string_view("uint"), std::string_view("fp"),
        std::string_view("bf")};
    return std::ranges::find(types, letters) != types.end();
}

/// A word of code without the numbers in it, unless it is a number or a type.
void addName(std::string& plain, std::string_view name)
{
    const bool whole = isDigit(name.front()) || isType(name);
    for (const char c : name)
        if (whole || !isDigit(c))
            plain += c;
}

/// Everything is compiled anew in each trace process: the code of the last one.
const std::vector<GeneratedCode>* generatedCodeOf(const ComparisonData& data, int variant)
{
    const std::vector<GeneratedCode>* last = nullptr;
    for (const auto& process : data.processes)
        if (process.start.variant == variant && !process.code.empty())
            last = &process.code;
    return last;
}

Counts operatorsOf(const std::vector<GeneratedCode>& graphs)
{
    Counts counts;
    for (const auto& graph : graphs)
        for (const auto& node : graph.nodes)
            if (node.target.find('.') != std::string::npos) // no argument
                ++counts[node.target];
    return counts;
}

Counts kernelsOf(const std::vector<GeneratedCode>& graphs)
{
    Counts counts;
    for (const auto& graph : graphs)
        for (const auto& kernel : graph.kernels)
            ++counts[withoutNumber(kernel.name)];
    return counts;
}

Counts linesOf(const std::vector<GeneratedCode>& graphs)
{
    Counts counts;
    for (const auto& graph : graphs) {
        std::string_view rest = graph.code;
        while (!rest.empty()) {
            const auto end = rest.find('\n');
            if (auto line = plainLine(rest.substr(0, end)); !line.empty())
                ++counts[std::move(line)];
            rest = end == std::string_view::npos ? std::string_view {} : rest.substr(end + 1);
        }
    }
    return counts;
}

std::int64_t sumOf(const Counts& counts)
{
    std::int64_t sum = 0;
    for (const auto& [name, count] : counts)
        sum += count;
    return sum;
}

std::int64_t countIn(const Counts& counts, const std::string& name)
{
    const auto found = counts.find(name);
    return found == counts.end() ? 0 : found->second;
}

std::int64_t onBothSides(const Counts& before, const Counts& after)
{
    std::int64_t sum = 0;
    for (const auto& [name, count] : before)
        sum += std::min(count, countIn(after, name));
    return sum;
}

std::vector<NameChange> changesOf(const Counts& before, const Counts& after)
{
    std::vector<NameChange> changes;
    const auto addIfDifferent = [&](const std::string& name) {
        const NameChange change {name, countIn(before, name), countIn(after, name)};
        if (change.before != change.after)
            changes.push_back(change);
    };
    for (const auto& [name, count] : before)
        addIfDifferent(name);
    for (const auto& [name, count] : after)
        if (!before.contains(name))
            addIfDifferent(name);
    std::ranges::stable_sort(changes, std::ranges::greater {},
        [](const NameChange& change) { return std::abs(change.after - change.before); });
    return changes;
}

} // namespace

std::string plainLine(std::string_view line)
{
    const auto begin = line.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos)
        return {};
    line = line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin);
    if (line.starts_with('#') && !line.starts_with("#include") && !line.starts_with("#pragma"))
        return {};
    if (line.starts_with("//"))
        return {};
    std::string plain;
    plain.reserve(line.size());
    while (!line.empty()) {
        const auto length
            = static_cast<std::size_t>(std::ranges::find_if_not(line, isOfName) - line.begin());
        plain += length == 0 ? line.substr(0, 1) : std::string_view {};
        if (length != 0)
            addName(plain, line.substr(0, length));
        line = line.substr(std::max<std::size_t>(length, 1));
    }
    return plain;
}

CodeChanges codeChanges(const ComparisonData& data, int before, int after)
{
    const auto* const old = generatedCodeOf(data, before);
    const auto* const now = generatedCodeOf(data, after);
    if (old == nullptr || now == nullptr)
        return {};
    const auto oldKernels = kernelsOf(*old);
    const auto newKernels = kernelsOf(*now);
    const auto oldLines = linesOf(*old);
    const auto newLines = linesOf(*now);
    return {.known = true,
        .operators = changesOf(operatorsOf(*old), operatorsOf(*now)),
        .kernels = changesOf(oldKernels, newKernels),
        .kernelsBefore = sumOf(oldKernels),
        .kernelsAfter = sumOf(newKernels),
        .lines = {.before = sumOf(oldLines),
            .after = sumOf(newLines),
            .alike = onBothSides(oldLines, newLines)}};
}

} // namespace profiler
