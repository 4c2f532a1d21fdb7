// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/document/report_builder.h"

#include "profiler/evidence/lanes/presentation.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/variant.h"
#include "profiler/report/document/provenance.h"
#include "profiler/report/document/report_parts.h"
#include "profiler/report/document/without_folders.h"
#include "profiler/report/sentences/imported_text.h"
#include "profiler/report/sentences/outlook_text.h"
#include "profiler/report/text/enum_text.h"

#include <array>

namespace profiler {
namespace {

using namespace report_parts;

Blocks blocksOf(const Context& context, ReportSection section)
{
    if (context.result.imported)
        return importedBlocks(context, section);
    // In the order of the enum.
    constexpr std::array makers {summaryBlocks, noteBlocks, caseBlocks, changeBlocks, variantBlocks,
        oneCallBlocks, paybackBlocks, resultBlocks, latencyBlocks, servingBlocks, findingBlocks,
        numericsBlocks, memoryBlocks, breakBlocks, methodBlocks, configurationBlocks,
        commandBlocks};
    return makers.at(static_cast<std::size_t>(section))(context);
}

std::string subtitleOf(const ComparisonResult& result)
{
    const auto& plan = result.plan;
    std::string facts;
    for (const auto& part : {plan.workload.spec == titleOf(result) ? std::string()
                 : isImported(result.kind)                         ? importedWord(result.kind)
                                                                   : plan.workload.spec,
             isImported(result.kind)                    ? std::string()
                 : plan.workload.task == Task::Training ? std::string("training")
                                                        : std::string("inference"),
             result.dtype, result.device,
             localText(result.info.started, result.info.utcOffsetMinutes)})
        if (!part.empty())
            facts += (facts.empty() ? "" : " · ") + part;
    return facts;
}

/// Of one variant alone there are no ratios between variants.
std::string titleOfSection(const ComparisonResult& result, ReportSection section)
{
    return isAlone(result) && section == ReportSection::Variants ? "Before compiling"
                                                                 : sectionTitle(section);
}

/// A chart that leaves the report says where it comes from.
void markCharts(Blocks& blocks, const std::string& source)
{
    for (auto& block : blocks)
        if (auto* chart = std::get_if<ChartBlock>(&block))
            chart->picture.description = source;
}

} // namespace

std::string titleOf(const ComparisonResult& result)
{
    return result.info.name.empty() ? result.plan.workload.spec : result.info.name;
}

std::string summaryOf(
    const ComparisonResult& result, const ComparisonData& data, ReportTemplate kind)
{
    const ReportOptions options {.kind = kind};
    const auto blocks
        = summaryBlocks({.result = result, .data = data, .options = options, .look = {}});
    return std::get<ParagraphBlock>(blocks.front()).text;
}

std::vector<int> stylesOf(const ComparisonData& data)
{
    std::vector<int> styles;
    for (std::size_t i = 0; i < data.plan.variants.size(); ++i)
        styles.push_back(recordedIndex(data, static_cast<int>(i)));
    return styles;
}

Report buildReport(
    const ComparisonResult& result, const ComparisonData& data, const ReportOptions& options)
{
    const auto provenance = provenanceOf(data, options.file);
    const bool stored = !options.file.empty(); // else nothing can be opened again
    Report report {.title = options.title.value_or(titleOf(result)),
        .subtitle = subtitleOf(result),
        .source = stored
            ? provenanceLine(provenance)
            : "Fusescope " + provenance.toolVersion + " · " + figureIdText(provenance.id),
        .command = stored ? reopenCommand(provenance) : std::string(),
        .theme = options.theme,
        .kind = options.kind};
    const Context context {.result = result,
        .data = data,
        .options = options,
        .look = {.theme = options.theme, .styles = stylesOf(data)}};
    for (const auto& choice : sectionsOf(options)) {
        if (!choice.shown)
            continue;
        auto blocks = blocksOf(context, choice.section);
        markCharts(blocks, stored ? provenanceText(provenance) : report.source);
        if (!blocks.empty())
            report.sections.push_back({.id = choice.section,
                .title = choice.section == ReportSection::Summary ? std::string()
                    : result.imported ? importedSectionTitle(result, choice.section)
                                      : titleOfSection(result, choice.section),
                .blocks = std::move(blocks)});
    }
    if (!options.folders)
        leaveOutFolders(report);
    return report;
}

} // namespace profiler
