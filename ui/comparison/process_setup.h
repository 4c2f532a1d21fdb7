// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ui {

/// Called first thing in main().
///
/// What background jobs took goes back to the system when they end: by itself the C library keeps
/// large freed blocks, in a heap for each thread.
///
/// Qt hashes strings without vector instructions: on processors with VAES, Qt 6.4 hashes them in
/// 256-bit registers and leaves the upper halves in use (its aeshash256 ends without vzeroupper).
/// Scalar floating point code then runs up to ten times slower on Intel's, until something else
/// happens to clear them: a chart of thousands of logarithms was drawn in twice the time once a
/// cache had looked up the labels of its axes.
void prepareProcess();

} // namespace ui
