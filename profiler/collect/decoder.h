// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/collect/record_walker.h"
#include "profiler/collect/trace_tables.h"

#include <cstdint>
#include <span>

namespace profiler::collect {

/// Reads a buffer that CUPTI filled, record by record, into the tables of a trace.
class Decoder {
public:
    explicit Decoder(RecordWalker walker)
        : m_walker(walker)
    {
    }

    /// False: a part of the buffer could not be read; the reason is in the tables.
    bool decode(std::span<std::uint8_t> buffer, TraceTables& tables) const;

private:
    RecordWalker m_walker;
};

} // namespace profiler::collect
