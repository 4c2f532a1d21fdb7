// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/cross_page/shown_text.h"

#include <string>
#include <vector>

namespace cross_page {

/// Where the speed-up of a variant is shown that the judge did not decide, and neither its row nor
/// its sentence says so. The numbers and the verdicts are those of `compare --json`.
[[nodiscard]] std::vector<std::string> loneRatios(const ShownTexts& texts);

} // namespace cross_page
