// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace profiler {

struct Finding;

/// Of one rule and variant the first of those that name lines of code, as many as anybody reads;
/// the rest is one notice that counts them. A log may hold ten thousand graph breaks. Wants them in
/// the order in which they are shown.
void foldManyPlaces(std::vector<Finding>& findings);

/// A variant for any size may lose the same time twice over: as what fixed sizes were measured to
/// win, and as the kernels that take longer for it. The estimate from a trace is left out where the
/// measurement has its time.
void foldIntoDynamicCost(std::vector<Finding>& findings);

} // namespace profiler
