// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/document/report_options.h"

#include "profiler/model/variant_result.h"

#include <algorithm>
#include <array>

namespace profiler {
namespace {

struct SectionText {
    ReportSection section;
    std::string_view key;
    std::string_view title;
    bool onePage;
    bool regression;
};

constexpr std::array optionWords {
    SectionText {ReportSection::Summary, "summary", "Verdict", true, true},
    SectionText {ReportSection::Notes, "notes", "Notes", true, true},
    SectionText {ReportSection::Cases, "cases", "Case by case", false, false},
    SectionText {ReportSection::Changes, "changes", "Changes against the baseline", false, true},
    SectionText {ReportSection::Variants, "variants", "Variants", true, true},
    SectionText {ReportSection::OneCall, "one-call", "One call: where the time goes", false, false},
    SectionText {
        ReportSection::Payback, "payback", "Payback: time saved minus compile time", true, false},
    SectionText {ReportSection::Results, "results", "Results", true, false},
    SectionText {ReportSection::Latency, "latency", "Latency", false, false},
    SectionText {ReportSection::Serving, "serving", "Under load", false, false},
    SectionText {ReportSection::Findings, "findings", "Findings", true, true},
    SectionText {ReportSection::Numerics, "numerics", "Numerics", false, false},
    SectionText {ReportSection::Memory, "memory", "Memory", false, false},
    SectionText {ReportSection::Breaks, "breaks", "Graph breaks and recompiles", false, false},
    SectionText {ReportSection::Method, "method", "Method", true, true},
    SectionText {ReportSection::Configuration, "configuration", "Configuration", false, true},
    SectionText {ReportSection::Commands, "commands", "Commands", true, true},
};

const SectionText& textOf(ReportSection section)
{
    return optionWords.at(static_cast<std::size_t>(section));
}

bool shownIn(const SectionText& section, ReportTemplate kind)
{
    switch (kind) {
    case ReportTemplate::OnePage:
        return section.onePage;
    case ReportTemplate::Regression:
        return section.regression;
    case ReportTemplate::Full:
        break;
    }
    return section.section != ReportSection::Changes;
}

struct TemplateText {
    ReportTemplate kind;
    std::string_view key;
    std::string_view name;
};

constexpr std::array templates {TemplateText {ReportTemplate::OnePage, "one-page", "One page"},
    TemplateText {ReportTemplate::Full, "full", "Full"},
    TemplateText {ReportTemplate::Regression, "regression", "Regression"}};

const TemplateText& textOf(ReportTemplate kind)
{
    return templates.at(static_cast<std::size_t>(kind));
}

} // namespace

std::vector<SectionChoice> sectionsOf(ReportTemplate kind)
{
    std::vector<SectionChoice> choices;
    for (const auto& each : optionWords)
        choices.push_back({.section = each.section, .shown = shownIn(each, kind)});
    return choices;
}

std::vector<SectionChoice> sectionsOf(const ReportOptions& options)
{
    auto all = sectionsOf(options.kind);
    if (options.sections.empty())
        return all;
    std::vector<SectionChoice> choices;
    const auto has = [&choices](ReportSection section) {
        return std::ranges::find(choices, section, &SectionChoice::section) != choices.end();
    };
    for (const auto& choice : options.sections)
        if (!has(choice.section))
            choices.push_back(choice);
    for (std::size_t i = 0; i < all.size(); ++i)
        if (!has(all[i].section))
            choices.insert(
                choices.begin() + static_cast<std::ptrdiff_t>(std::min(i, choices.size())), all[i]);
    return choices;
}

std::string sectionTitle(ReportSection section)
{
    return std::string(textOf(section).title);
}

std::string sectionKey(ReportSection section)
{
    return std::string(textOf(section).key);
}

std::optional<ReportSection> sectionFrom(std::string_view key)
{
    const auto found = std::ranges::find(optionWords, key, &SectionText::key);
    return found == optionWords.end() ? std::nullopt : std::optional(found->section);
}

std::string templateKey(ReportTemplate kind)
{
    return std::string(textOf(kind).key);
}

std::string templateName(ReportTemplate kind)
{
    return std::string(textOf(kind).name);
}

std::optional<ReportTemplate> templateFrom(std::string_view key)
{
    const auto found = std::ranges::find(templates, key, &TemplateText::key);
    return found == templates.end() ? std::nullopt : std::optional(found->kind);
}

} // namespace profiler
