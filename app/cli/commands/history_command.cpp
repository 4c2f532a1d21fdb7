// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/files.h"
#include "profiler/model/enum_text.h"
#include "profiler/report/history/history_documents.h"
#include "profiler/report/html/report_writers.h"
#include "storage/history/history_index.h"
#include "storage/history/history_reader.h"

#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

namespace cli {
namespace {

using profiler::ErrorKind;
using profiler::failure;
using profiler::Result;

struct HistoryOptions {
    std::vector<std::string> places;
    std::string model;
    std::string caseName;
    std::string variant;
    std::string metric = "median";
    std::string order = "date";
    std::string html;
    bool json = false;
    bool csv = false;
    bool withoutIndex = false;
};

template <typename Enum>
Result<Enum> wordOf(const char* option, const std::string& word)
{
    if (const auto value = profiler::fromKey<Enum>(word))
        return *value;
    return failure(ErrorKind::BadInput,
        std::string(option) + " \"" + word + "\": expected one of " + profiler::knownKeys<Enum>());
}

Result<profiler::HistoryQuery> queryOf(const HistoryOptions& options)
{
    const auto metric = wordOf<profiler::HistoryMetric>("--metric", options.metric);
    if (!metric)
        return tl::unexpected(metric.error());
    const auto order = wordOf<profiler::HistoryOrder>("--by", options.order);
    if (!order)
        return tl::unexpected(order.error());
    if (options.json && options.csv)
        return failure(ErrorKind::BadInput, "--json and --csv both take stdout; choose one");
    return profiler::HistoryQuery {.metric = *metric,
        .order = *order,
        .workload = options.model,
        .caseName = options.caseName,
        .variant = options.variant};
}

void printHistory(const HistoryOptions& options, const profiler::History& history)
{
    if (options.json)
        printJson(profiler::historyJson(history));
    else if (options.csv)
        printData(profiler::historyCsv(history));
    else
        print(profiler::historyText(history, terminalColumns()));
}

/// On a terminal, how much was read; gone with the last of it.
class ReadLine {
public:
    ReadLine() = default;
    ReadLine(const ReadLine&) = delete;
    ReadLine& operator=(const ReadLine&) = delete;
    ReadLine(ReadLine&&) = delete;
    ReadLine& operator=(ReadLine&&) = delete;

    ~ReadLine()
    {
        if (m_isShown)
            redrawErrorLine("");
    }

    /// Of several threads; `all` 0: not known.
    void show(std::size_t read, std::size_t all)
    {
        constexpr std::size_t between = 20;
        if (read % between != 0 || !stderrIsTerminal())
            return;
        const std::lock_guard lock(m_mutex);
        m_isShown = true;
        redrawErrorLine("Read " + std::to_string(read)
            + (all > 0 ? " of " + std::to_string(all) + " files" : " recordings"));
    }

private:
    std::mutex m_mutex;
    bool m_isShown = false;
};

Result<profiler::History> readWith(
    const HistoryOptions& options, const profiler::HistoryQuery& query)
{
    ReadLine line;
    storage::HistoryReading how {.progress = [&](auto read, auto all) { line.show(read, all); }};
    if (!options.withoutIndex)
        how.index = storage::historyIndexPath();
    return storage::readHistory({options.places.begin(), options.places.end()}, query, how);
}

ExitCode history(const HistoryOptions& options)
{
    const auto query = queryOf(options);
    if (!query)
        return refuse(ExitCode::NotStarted, query.error().message);
    const auto read = readWith(options, *query);
    if (!read)
        return refuse(read.error());
    if (!options.html.empty()) {
        const auto text = profiler::htmlReport(profiler::historyReport(*read));
        if (const auto saved = writeFile(options.html, text); !saved)
            return refuse(saved.error());
    }
    if (options.html.empty() || options.json || options.csv)
        printHistory(options, *read);
    return ExitCode::Done;
}

} // namespace

void addHistoryCommand(app::Command& program, Call& call)
{
    auto [command, options] = addCommand<HistoryOptions>(program, call, "history",
        "One metric of one case over recordings, and where it changed", history);
    command
        .add("place", options.places,
            "run databases, and folders that are searched for them; default: the library")
        .placeholder("DIR|FILE");
    command.add("--metric", options.metric,
        "median (default), p99, throughput, compile, memory, breaks, speedup");
    command.add("--case", options.caseName, "default: the newest recording's first");
    command.add("--variant", options.variant, "default: the newest recording's first compiled one");
    command.add("--model", options.model, "SPEC; default: that of the newest recording");
    command.add("--by", options.order, "date (default), commit, torch, machine");
    addJson(command, options.json);
    command.addFlag("--csv", options.csv, "a row for each recording on stdout");
    command.add("--html", options.html, "one HTML file with the chart").placeholder("OUT");
    command.addFlag("--no-index", options.withoutIndex,
        "read every recording, and neither use nor keep what earlier histories read");
}

} // namespace cli
