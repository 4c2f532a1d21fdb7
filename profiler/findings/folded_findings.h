// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/finding.h"

#include <vector>

namespace profiler {

/// Of one rule and variant the first of those that name lines of code, as many as anybody reads;
/// the rest is one notice that counts them. A log may hold ten thousand graph breaks. Wants them in
/// the order in which they are shown.
void foldManyPlaces(std::vector<Finding>& findings);

} // namespace profiler
