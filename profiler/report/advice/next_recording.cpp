// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/advice/next_recording.h"

#include "profiler/evidence/outlook/try_first.h"
#include "profiler/model/case.h"
#include "profiler/model/outlook.h"
#include "profiler/model/plan.h"
#include "profiler/model/variant.h"
#include "profiler/report/advice/record_command.h"
#include "profiler/report/code/compile_code.h"

namespace profiler {

std::string tryCode(const Plan& plan, const CallOutlook& outlook)
{
    return outlook.tryFirst.kind == TryKind::LeaveEager ? std::string()
                                                        : compileCode(planToTry(plan, outlook), 1);
}

std::string tryCommand(const Plan& plan, const CallOutlook& outlook)
{
    if (outlook.tryFirst.kind == TryKind::LeaveEager)
        return {};
    const auto options = recordOptions(planToTry(plan, outlook));
    return options.whyNot.empty() ? recordCommandText(options.words, {}) : std::string();
}

} // namespace profiler
