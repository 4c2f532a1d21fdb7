// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/report/document/report_model.h"
#include "ui/export/page_text.h"

namespace ui {

/// A table of that width: every cell whole, its heading again on each page.
void addTable(
    Strips& strips, const profiler::TableBlock& table, const PageStyle& style, double width);

} // namespace ui
