// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/suite/batch_size.h"

#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"

#include <charconv>
#include <string>
#include <string_view>

namespace profiler {

namespace {

/// Of the stored fact "x 8×3×64×64 float32, mask …": inputs that the callable made itself.
std::optional<std::int64_t> firstSize(std::string_view stored)
{
    const auto begin = stored.find(' ');
    if (begin == std::string_view::npos)
        return std::nullopt;
    const auto shape = stored.substr(begin + 1);
    std::int64_t size = 0;
    const auto parsed = std::from_chars(shape.data(), shape.data() + shape.size(), size);
    const auto rest = shape.substr(static_cast<std::size_t>(parsed.ptr - shape.data()));
    // A vector's only size counts as well; "x float32" is a single number.
    if (parsed.ec != std::errc() || !(rest.starts_with("×") || rest.starts_with(' ')))
        return std::nullopt;
    return size;
}

} // namespace

std::optional<std::int64_t> batchSize(const ComparisonData& data, int caseIndex)
{
    const auto index = static_cast<std::size_t>(caseIndex);
    const auto& cases = data.plan.cases;
    if (index < cases.size() && !cases[index].inputs.empty()
        && !cases[index].inputs.front().shape.empty())
        return cases[index].inputs.front().shape.front();
    const auto name = index < cases.size() ? cases[index].name : Case {}.name;
    return firstSize(firstField(data, "inputs." + name));
}

} // namespace profiler
