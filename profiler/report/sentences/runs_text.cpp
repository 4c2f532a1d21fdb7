// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/sentences/runs_text.h"

#include "profiler/report/sentences/reason_text.h"

namespace profiler {

std::string runNote(const UnpairedRow& row, const UnpairedCell& cell)
{
    if (!row.blocking.empty() && row.run > 0)
        return "not comparable: " + reasonText(row.blocking.front());
    if (!row.warnings.empty())
        return "differs: " + reasonText(row.warnings.front());
    if (row.run == 0 && row.variant == 0)
        return "baseline";
    return cell.paired ? "paired: same recording" : "unpaired";
}

std::string noVerdictSentence()
{
    return "These were recorded one after the other, so that no verdict follows from what is "
           "unpaired: the machine may have changed between them. Recorded as variants of one "
           "comparison (fusescope record with --variant, and --env for other versions) they take "
           "turns, and the verdict says which is faster.";
}

} // namespace profiler
