// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/trace/look_up.h"

#include "profiler/model/trace.h"

namespace profiler {

double lookUpNs(const TraceSummary& trace)
{
    double ns = 0;
    for (const auto& stat : trace.operators)
        if (stat.kind == SpanKind::Lookup)
            ns += stat.selfPerCallNs;
    return ns;
}

} // namespace profiler
