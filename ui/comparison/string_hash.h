// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ui {

/// Called first thing in main(): Qt hashes strings without vector instructions.
/// On processors with VAES, Qt 6.4 hashes them in 256-bit registers and leaves the upper halves in
/// use (its aeshash256 ends without vzeroupper). Scalar floating point code then runs up to ten
/// times slower on Intel's, until something else happens to clear them: a chart of thousands of
/// logarithms was drawn in twice the time once a cache had looked up the labels of its axes.
void hashStringsWithoutVectors();

} // namespace ui
