// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/process_record.h"

#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

/// What a recording produces, in the order of the ladder: comparison > variant > repetition >
/// round > block > call. The recorder hands these to a RecordSink; a database gives them back as
/// ComparisonData. Times are nanoseconds; "unknown" is nullopt, never zero.
namespace profiler {

template <typename Lists>
struct FactOf;

template <typename... Kinds>
struct FactOf<std::tuple<std::vector<Kinds> ProcessRecord::*...>> {
    using Type = std::variant<EnvironmentFields, Kinds...>;
};

/// Whatever a process reports between its begin and its end, traces excepted.
using Fact = FactOf<std::remove_cvref_t<decltype(factLists)>>::Type;

void addFact(ProcessRecord& record, const Fact& fact);

/// Each fact of a process as an argument of `take`: its environment, then kind by kind.
template <typename Take>
void forEachFact(const ProcessRecord& record, Take take)
{
    take(record.environment);
    const auto all = [&](const auto& facts) {
        for (const auto& fact : facts)
            take(fact);
    };
    std::apply([&](auto... lists) { (all(record.*lists), ...); }, factLists);
}

} // namespace profiler
