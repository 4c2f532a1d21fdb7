// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ui_test {

/// Milliseconds to wait for what must happen. Long enough for a busy machine, where starting torch
/// takes minutes; it only ends tests of what never happens.
inline constexpr int patience = 1'200'000;

} // namespace ui_test
