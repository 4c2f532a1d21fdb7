// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/device_call.h"
#include "ui/theme/shapes.h"
#include "ui/theme/tokens.h"

namespace ui {

/// What work and idle time look like on every page.
[[nodiscard]] WorkClass workClassOf(profiler::WorkKind kind);
[[nodiscard]] IdlePattern idlePatternOf(profiler::IdleCause cause);

} // namespace ui
