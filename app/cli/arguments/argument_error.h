// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/plan/bad_word.h"

namespace cli {

using profiler::badWord;

} // namespace cli
