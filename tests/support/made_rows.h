// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/trace_rows.h"

#include <string>

namespace tests {

/// Rows of a trace, written by hand in a few words.
class MadeRows {
public:
    std::int32_t nameOf(const std::string& text);
    void addKernel(const std::string& name, std::int64_t start, std::int64_t end,
        std::int32_t correlation, std::int32_t stream = 7, std::int32_t graph = 0);
    void addCopy(std::int64_t start, std::int64_t end, std::int32_t correlation,
        profiler::CopyKind kind = profiler::CopyKind::HostToDevice);
    void addApi(const std::string& name, std::int64_t start, std::int64_t end,
        std::int32_t correlation, std::int32_t thread = 1);
    void addSpan(const std::string& name, std::int64_t start, std::int64_t end,
        profiler::SpanKind kind = profiler::SpanKind::Operator, std::int32_t thread = 1,
        std::int64_t sequence = -1, std::int32_t place = 0);

    profiler::TraceRows rows;
};

} // namespace tests
