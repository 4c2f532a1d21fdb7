// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/collection_fact.h"
#include "profiler/model/facts/compile_trace.h"
#include "profiler/model/facts/deep_numerics.h"
#include "profiler/model/facts/generated_code.h"
#include "profiler/model/facts/load_fact.h"
#include "profiler/model/facts/memory_fact.h"
#include "profiler/model/facts/memory_history.h"
#include "profiler/model/facts/outlook_facts.h"
#include "profiler/model/facts/training_facts.h"
#include "profiler/model/facts/tune_facts.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace.h"

#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

/// What a recording produces, in the order of the ladder: comparison > variant > repetition >
/// round > block > call. The recorder hands these to a RecordSink; a database gives them back as
/// ComparisonData. Times are nanoseconds; "unknown" is nullopt, never zero.
namespace profiler {

/// Where each kind of fact is kept; the environment, which is one map, excepted. A kind that is
/// listed here is recorded, stored, copied and read.
inline constexpr auto factLists = std::tuple {&ProcessRecord::phases, &ProcessRecord::blocks,
    &ProcessRecord::steady, &ProcessRecord::proofs, &ProcessRecord::compiles,
    &ProcessRecord::breaks, &ProcessRecord::recompiles, &ProcessRecord::collections,
    &ProcessRecord::memory, &ProcessRecord::numerics, &ProcessRecord::code,
    &ProcessRecord::compileTraces, &ProcessRecord::roofs, &ProcessRecord::work,
    &ProcessRecord::trials, &ProcessRecord::tuning, &ProcessRecord::stepParts,
    &ProcessRecord::lossCurves, &ProcessRecord::loads, &ProcessRecord::memoryHistories,
    &ProcessRecord::moduleErrors, &ProcessRecord::ulpHistograms, &ProcessRecord::caseFailures};

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
