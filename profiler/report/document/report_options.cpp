// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/document/report_options.h"

#include <algorithm>
#include <array>

namespace profiler {
namespace {

struct SectionWords {
    ReportSection section;
    std::string_view key;
    std::string_view title;
    bool onePage;
    bool regression;
};

constexpr std::array words {
    SectionWords {ReportSection::Summary, "summary", "Verdict", true, true},
    SectionWords {ReportSection::Notes, "notes", "Notes", true, true},
    SectionWords {ReportSection::Cases, "cases", "Case by case", false, false},
    SectionWords {ReportSection::Changes, "changes", "Changes against the baseline", false, true},
    SectionWords {ReportSection::Variants, "variants", "Variants", true, true},
    SectionWords {
        ReportSection::OneCall, "one-call", "One call: where the time goes", false, false},
    SectionWords {
        ReportSection::Payback, "payback", "Payback: time saved minus compile time", true, false},
    SectionWords {ReportSection::Results, "results", "Results", true, false},
    SectionWords {ReportSection::Latency, "latency", "Latency", false, false},
    SectionWords {ReportSection::Findings, "findings", "Findings", true, true},
    SectionWords {ReportSection::Numerics, "numerics", "Numerics", false, false},
    SectionWords {ReportSection::Memory, "memory", "Memory", false, false},
    SectionWords {ReportSection::Breaks, "breaks", "Graph breaks and recompiles", false, false},
    SectionWords {ReportSection::Method, "method", "Method", true, true},
    SectionWords {ReportSection::Configuration, "configuration", "Configuration", false, true},
    SectionWords {ReportSection::Commands, "commands", "Commands", true, true},
};

const SectionWords& wordsOf(ReportSection section)
{
    return words.at(static_cast<std::size_t>(section));
}

bool shownIn(const SectionWords& section, ReportTemplate kind)
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

struct TemplateWords {
    ReportTemplate kind;
    std::string_view key;
    std::string_view name;
};

constexpr std::array templates {TemplateWords {ReportTemplate::OnePage, "one-page", "One page"},
    TemplateWords {ReportTemplate::Full, "full", "Full"},
    TemplateWords {ReportTemplate::Regression, "regression", "Regression"}};

const TemplateWords& wordsOf(ReportTemplate kind)
{
    return templates.at(static_cast<std::size_t>(kind));
}

} // namespace

std::vector<SectionChoice> sectionsOf(ReportTemplate kind)
{
    std::vector<SectionChoice> choices;
    for (const auto& each : words)
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
    return std::string(wordsOf(section).title);
}

std::string sectionKey(ReportSection section)
{
    return std::string(wordsOf(section).key);
}

std::optional<ReportSection> sectionFrom(std::string_view key)
{
    const auto found = std::ranges::find(words, key, &SectionWords::key);
    return found == words.end() ? std::nullopt : std::optional(found->section);
}

std::string templateKey(ReportTemplate kind)
{
    return std::string(wordsOf(kind).key);
}

std::string templateName(ReportTemplate kind)
{
    return std::string(wordsOf(kind).name);
}

std::optional<ReportTemplate> templateFrom(std::string_view key)
{
    const auto found = std::ranges::find(templates, key, &TemplateWords::key);
    return found == templates.end() ? std::nullopt : std::optional(found->kind);
}

} // namespace profiler
