// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/threads_used.h"

#include "profiler/model/comparison_data.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/process_record.h"
#include "profiler/statistics/quantiles.h"

#include <vector>

namespace profiler {

Measured<double> threadsUsed(const ComparisonData& data, int variant, int caseIndex)
{
    std::vector<double> ratios;
    for (const ProcessRecord& process : data.processes) {
        if (process.start.kind != ProcessKind::Paired || process.start.variant != variant
            || process.start.again)
            continue;
        for (const CallBlock& block : process.blocks)
            if (block.kind == BlockKind::Timed && block.caseIndex == caseIndex
                && block.machine.cpuPerWall)
                ratios.push_back(*block.machine.cpuPerWall);
    }
    if (ratios.empty())
        return missing(ReasonKind::CpuTimeNotRecorded);
    return *median(ratios);
}

} // namespace profiler
