// SPDX-License-Identifier: Apache-2.0
// dump_run FILE [SELECTOR] [--calls N] [--rows] [--log]: a run file as text, all of its
// comparisons or one; with the rows of its traces and monitors.
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/variant.h"
#include "storage/file/run_database.h"
#include "tests/tools/run_text.h"
#include "tests/tools/trace_text.h"

#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

namespace {

struct Options {
    std::string file;
    std::string selector;
    std::size_t mostCalls = static_cast<std::size_t>(-1);
    bool rows = false;
    bool log = false;
};

std::optional<Options> optionsFrom(const std::vector<std::string>& arguments)
{
    Options options;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i] == "--log")
            options.log = true;
        else if (arguments[i] == "--rows")
            options.rows = true;
        else if (arguments[i] == "--calls" && i + 1 < arguments.size())
            options.mostCalls = std::strtoull(arguments[++i].c_str(), nullptr, 10);
        else if (options.file.empty())
            options.file = arguments[i];
        else
            options.selector = arguments[i];
    }
    if (options.file.empty())
        return std::nullopt;
    return options;
}

profiler::Result<void> dump(const Options& options, const std::string& selector)
{
    const auto data = storage::loadComparison(options.file, selector);
    if (!data)
        return tl::unexpected(data.error());
    std::cout << tests::runText(*data, options.mostCalls);
    if (options.rows) {
        const auto rows = tests::bulkText(options.file, *data, options.mostCalls);
        if (!rows)
            return tl::unexpected(rows.error());
        std::cout << *rows;
    }
    if (!options.log)
        return {};
    const auto log = tests::wholeLog(options.file, data->info.id);
    if (!log)
        return tl::unexpected(log.error());
    std::cout << tests::logText(*log);
    return {};
}

profiler::Result<void> dump(const Options& options)
{
    if (!options.selector.empty())
        return dump(options, options.selector);
    const auto list = storage::listComparisons(options.file);
    if (!list)
        return tl::unexpected(list.error());
    for (const auto& summary : *list)
        if (auto dumped = dump(options, std::to_string(summary.info.id.value)); !dumped)
            return dumped;
    return {};
}

} // namespace

int main(int count, char** arguments)
{
    const auto options = optionsFrom({arguments + 1, arguments + count});
    if (!options) {
        std::cerr << "usage: dump_run FILE [SELECTOR] [--calls N] [--rows] [--log]\n";
        return 2;
    }
    const auto dumped = dump(*options);
    if (!dumped)
        std::cerr << "dump_run: " << dumped.error().message << '\n';
    return dumped ? 0 : 1;
}
