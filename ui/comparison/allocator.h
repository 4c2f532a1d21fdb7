// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ui {

/// Called first thing in main(): what background jobs took goes back to the system when they end.
/// By itself the C library keeps large freed blocks, in a heap for each thread.
void returnFreedMemory();

} // namespace ui
