// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/plan.h"

namespace profiler {

Protocol protocolFor(Effort effort)
{
    switch (effort) {
    case Effort::Quick:
        return {.effort = effort,
            .coldEmpty = 1,
            .coldKept = 1,
            .repetitionsMin = 3,
            .repetitionsMax = 3,
            .rounds = 10,
            .noiseRepetitions = 0};
    case Effort::Normal:
        return {.effort = effort};
    case Effort::Thorough:
        return {.effort = effort,
            .coldEmpty = 5,
            .coldKept = 5,
            .repetitionsMin = 10,
            .repetitionsMax = 30,
            .rounds = 30,
            .checkInputs = 3,
            .traceCalls = 50,
            .noiseRepetitions = 5};
    }
    return {};
}

} // namespace profiler
