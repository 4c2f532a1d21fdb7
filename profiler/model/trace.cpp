// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/trace.h"

namespace profiler {

bool isComplete(const TraceLosses& losses)
{
    return losses == TraceLosses {};
}

} // namespace profiler
