// SPDX-License-Identifier: Apache-2.0
#include "profiler/collect/correlation_ledger.h"

namespace profiler::collect {

CorrelationLedger::CorrelationLedger()
    : m_pages(std::size_t {1} << (32U - pageBits))
{
}

std::int64_t CorrelationLedger::withoutDevice() const
{
    return count([](unsigned bits) { return (bits & expected) != 0 && (bits & onDevice) == 0; });
}

std::int64_t CorrelationLedger::withoutCall() const
{
    return count([](unsigned bits) { return (bits & onDevice) != 0 && (bits & called) == 0; });
}

template <typename Condition>
std::int64_t CorrelationLedger::count(const Condition& condition) const
{
    std::int64_t found = 0;
    for (const auto& page : m_pages) {
        if (!page)
            continue;
        for (const auto pair : *page)
            found += (condition(pair & 15U) ? 1 : 0) + (condition(pair >> 4U) ? 1 : 0);
    }
    return found;
}

} // namespace profiler::collect
