// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/collect/trace_tables.h"

#include <cupti_activity.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace profiler::collect {

/// Gives the record after `*record`, the first for nullptr; the type of cuptiActivityGetNextRecord,
/// the only thing that knows how long the records of its version are.
using RecordWalker
    = CUptiResult (*)(std::uint8_t* buffer, std::size_t bytes, CUpti_Activity** record);

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
