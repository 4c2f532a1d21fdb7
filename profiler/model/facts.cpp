// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/facts.h"

namespace profiler {

namespace {

void keep(ProcessRecord& record, const EnvironmentFields& fields)
{
    for (const auto& [key, value] : fields)
        record.environment[key] = value;
}

template <typename Kind>
void keep(ProcessRecord& record, const Kind& fact)
{
    (record.*std::get<std::vector<Kind> ProcessRecord::*>(factLists)).push_back(fact);
}

} // namespace

void addFact(ProcessRecord& record, const Fact& fact)
{
    std::visit([&](const auto& each) { keep(record, each); }, fact);
}

} // namespace profiler
