// SPDX-License-Identifier: Apache-2.0
// example_run FILE: adds the small comparison of tests/support to a run file, through the writer
// that recordings use. tests/data/run_schema_N.fscope were made so, by the program of their time.
#include "profiler/model/comparison_data.h"
#include "profiler/model/record_sink.h"
#include "storage/file/run_database.h"
#include "tests/support/recorded_example.h"
#include "tests/tools/traced_example.h"

#include <iostream>

namespace {

recorded_example::ExampleOptions smallExample()
{
    return {.variants = recorded_example::exampleVariants(3),
        .cases = {{.name = "s32"}, {.name = "s64"}},
        .coldProcesses = 1,
        .repetitions = 1,
        .rounds = 2,
        .callsPerBlock = 5,
        .noiseRepetitions = 1,
        .flaggedBlockRatio = 0.1,
        .onGpu = true,
        .notices = {{.variant = 1, .rule = "training_mode_on", .sentence = "It is in train()."}}};
}

std::vector<profiler::LogLine> exampleLog()
{
    return {{.process = profiler::ProcessIndex {1},
                .stream = profiler::LogStream::Stdout,
                .time = {1'764'000'000'000'000'000},
                .text = "building the model"},
        {.stream = profiler::LogStream::Recorder,
            .time = {1'764'000'001'000'000'000},
            .text = "größer als erwartet"}};
}

profiler::Result<void> addLog(profiler::RecordSink& sink)
{
    for (const auto& line : exampleLog())
        if (auto added = sink.addLog(line); !added)
            return added;
    return sink.flush();
}

profiler::Result<void> addExample(const std::filesystem::path& file)
{
    auto sink = storage::openForRecording(file);
    if (!sink)
        return tl::unexpected(sink.error());
    auto data = recorded_example::recordedExample(smallExample());
    const auto bulk = tests::addTraces(data);
    const auto begun = (*sink)->beginComparison(data.info, data.plan);
    if (!begun)
        return tl::unexpected(begun.error());
    return profiler::replayInto(data, **sink, bulk.rowsOf(), bulk.countersOf())
        .and_then([&] { return addLog(**sink); })
        .and_then([&] {
            return (*sink)->endComparison(
                profiler::ComparisonStatus::Complete, data.info.stopReason);
        });
}

} // namespace

int main(int count, char** arguments)
{
    if (count != 2) {
        std::cerr << "usage: example_run FILE\n";
        return 2;
    }
    const auto added = addExample(arguments[1]);
    if (!added)
        std::cerr << "example_run: " << added.error().message << '\n';
    return added ? 0 : 1;
}
