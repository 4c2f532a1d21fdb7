// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/judge/configuration_fields.h"
#include "ui/comparison/comparison_view.h"
#include "ui/tables/data_model.h"
#include "ui/widgets/sentence_panel.h"

#include <vector>

namespace ui {

/// What the Configuration page shows; prepared in one go from the recorded facts.
struct ConfigurationContents {
    PageSentence headline;
    DataContent settings; ///< the variants' settings, field by field
    DataContent environment; ///< what their processes reported
    DataContent run; ///< facts of the run: name, value
    int same = 0; ///< fields that are the same in all variants, shown or not
};

enum class ShownFields { All, Differences };

[[nodiscard]] ConfigurationContents configurationContents(const ComparisonView& view,
    const std::vector<profiler::ConfigurationField>& fields, ShownFields shown);

} // namespace ui
