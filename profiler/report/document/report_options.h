// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/suite/suite.h"
#include "profiler/report/charts/palette.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What a reader wants of a report.
namespace profiler {

enum class ReportTemplate { OnePage, Full, Regression };

/// In the order in which a full report has them.
enum class ReportSection {
    Summary,
    Notes,
    Cases, ///< one sentence for each
    Changes, ///< against the baseline: what got worse, what got better
    Variants, ///< the forest
    OneCall,
    Payback,
    Results,
    Latency,
    Serving, ///< requests at given rates
    Findings,
    Numerics,
    Memory,
    Breaks,
    Method,
    Configuration,
    Commands,
};

struct SectionChoice {
    ReportSection section = ReportSection::Summary;
    bool shown = true;

    bool operator==(const SectionChoice&) const = default;
};

struct ReportOptions {
    ReportTemplate kind = ReportTemplate::Full;
    /// All sections, in the order wanted; empty: those of the template.
    std::vector<SectionChoice> sections = {};
    std::optional<std::string> title = {}; ///< in place of the comparison's name
    std::optional<std::string> summary = {}; ///< in place of the sentence; ** as there
    bool notes = true;
    bool folders = true; ///< of files; false: of each its name alone
    ReportTheme theme = ReportTheme::Light;
    std::string file = {}; ///< the database, for the footer
    std::vector<FamilyRange> peers = {}; ///< what other models of its family gain

    bool operator==(const ReportOptions&) const = default;
};

/// Every section once, those of the template switched on.
[[nodiscard]] std::vector<SectionChoice> sectionsOf(ReportTemplate kind);
/// The chosen ones completed: what a later version added stands where the template has it.
[[nodiscard]] std::vector<SectionChoice> sectionsOf(const ReportOptions& options);

[[nodiscard]] std::string sectionTitle(ReportSection section); ///< "Payback"
[[nodiscard]] std::string sectionKey(ReportSection section); ///< "payback"
[[nodiscard]] std::optional<ReportSection> sectionFrom(std::string_view key);

[[nodiscard]] std::string templateKey(ReportTemplate kind); ///< "one-page"
[[nodiscard]] std::string templateName(ReportTemplate kind); ///< "One page"
[[nodiscard]] std::optional<ReportTemplate> templateFrom(std::string_view key);

} // namespace profiler
