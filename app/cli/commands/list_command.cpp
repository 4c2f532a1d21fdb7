// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "profiler/model/enum_text.h"
#include "profiler/report/text/enum_text.h"
#include "profiler/report/text/shown_texts.h"
#include "profiler/report/text/text_table.h"
#include "storage/file/run_database.h"

#include <nlohmann/json.hpp>
#include <system_error>

namespace cli {
namespace {

using Json = nlohmann::ordered_json;

struct ListOptions {
    std::string file;
    bool json = false;
};

Json listJson(const std::vector<storage::ComparisonSummary>& summaries)
{
    Json rows = Json::array();
    for (const auto& summary : summaries) {
        Json row {{"id", summary.info.id.value}, {"name", summary.info.name}};
        putText(row, "time", profiler::utcText(summary.info.started), profiler::noTimeTold);
        row["workload"] = summary.workload;
        putText(row, "device", summary.device, "no worker told it");
        putText(row, "torch", summary.torch, "no worker told it");
        row["cases"] = summary.cases;
        row["variants"] = summary.variants;
        row["status"] = profiler::keyOf(summary.info.status);
        row["tags"] = summary.tags;
        rows.push_back(std::move(row));
    }
    return {{"schema", 1}, {"comparisons", std::move(rows)}};
}

std::string cell(std::string text)
{
    profiler::cutText(text, profiler::longestName);
    return profiler::printable(text);
}

std::string joined(const std::vector<std::string>& names)
{
    std::string text;
    for (const auto& name : names)
        text += (text.empty() ? "" : ", ") + cell(name);
    return text;
}

std::string listText(const std::vector<storage::ComparisonSummary>& summaries)
{
    if (summaries.empty())
        return "No comparisons yet; `fusescope record` makes one.\n";
    profiler::TextTable table({{"id", profiler::Align::Right}, {"time"}, {"name"}, {"variants"},
        {"cases"}, {"device"}, {"torch"}, {"status"}});
    for (const auto& summary : summaries)
        table.addRow({std::to_string(summary.info.id.value),
            profiler::localText(summary.info.started, summary.info.utcOffsetMinutes),
            cell(summary.info.name), joined(summary.variants), joined(summary.cases),
            cell(summary.device), cell(summary.torch), profiler::keyOf(summary.info.status)});
    return table.text();
}

ExitCode listComparisons(const ListOptions& options)
{
    const auto file
        = options.file.empty() ? storage::libraryPath() : std::filesystem::path(options.file);
    std::error_code ignored;
    std::vector<storage::ComparisonSummary> summaries;
    // A library that nothing was recorded into yet is empty, not missing.
    if (!options.file.empty() || std::filesystem::exists(file, ignored)) {
        auto listed = storage::listComparisons(file);
        if (!listed)
            return refuse(listed.error());
        summaries = std::move(*listed);
    }
    options.json ? printDocument(listJson(summaries)) : print(listText(summaries));
    return ExitCode::Done;
}

} // namespace

void addListCommand(app::Command& program, Call& call)
{
    auto [command, options] = addCommand<ListOptions>(
        program, call, "list", "The comparisons in a file, or in the library", listComparisons);
    command.add("file", options.file, "a run database; default: the library").placeholder("FILE");
    addJson(command, options.json);
}

} // namespace cli
