// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/cross_page/compared_files.h"

#include "profiler/formats/import_files.h"
#include "profiler/model/case.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/outlook_facts.h"
#include "profiler/model/process_record.h"
#include "storage/file/run_database.h"
#include "tests/support/gpu_example.h"
#include "tests/support/recorded_example.h"
#include "tests/support/traced_graphs.h"
#include "tests/ui/example_states.h"
#include "tests/ui/patience.h"

#include <QProcess>

#include <chrono>
#include <stdexcept>

namespace cross_page {

namespace {

namespace fs = std::filesystem;
using recorded_example::ExampleOptions;
using recorded_example::exampleVariants;

class Writer {
public:
    explicit Writer(fs::path folder)
        : m_folder(std::move(folder))
    {
    }

    /// Cases are not called like variants: a row is told by the names in it.
    void add(const std::string& name, profiler::ComparisonData data,
        const profiler::TraceRowsOf& rowsOf = {}, const profiler::MonitorRowsOf& countersOf = {})
    {
        for (auto& each : data.plan.cases)
            if (each.name == "default")
                each.name = "b32";
        const auto path = m_folder / (name + ".fscope");
        const auto stored = storage::storeCopy(path, data, {}, rowsOf, countersOf);
        if (!stored)
            throw std::runtime_error(name + ": " + stored.error().message);
        m_files.push_back({.name = name, .path = path});
    }

    void import(const std::string& name, const std::vector<fs::path>& paths)
    {
        for (const auto& path : paths)
            if (!fs::exists(path))
                return;
        const auto sources = profiler::importSources({}, paths);
        if (!sources)
            throw std::runtime_error(name + ": " + sources.error().message);
        const auto read = profiler::readImports(*sources);
        if (!read)
            throw std::runtime_error(name + ": " + read.error().message);
        add(name, read->data, read->rowsOf());
    }

    void copy(const std::string& name, const fs::path& recording)
    {
        const auto path = m_folder / (name + ".fscope");
        fs::copy_file(recording, path);
        m_files.push_back({.name = name, .path = path});
    }

    [[nodiscard]] std::vector<ComparedFile> take() { return std::move(m_files); }

private:
    fs::path m_folder;
    std::vector<ComparedFile> m_files;
};

ExampleOptions withBreaks()
{
    ExampleOptions options {.variants = exampleVariants(3)};
    options.variants.at(1).graphBreaks = 0;
    options.variants.at(2).graphBreaks = 2;
    options.variants.at(2).recompiles = 2;
    return options;
}

profiler::ComparisonData tracedBreaks()
{
    constexpr std::int64_t us = 1'000;
    auto data = recorded_example::recordedExample(withBreaks());
    tests::addTracedGraphs(data, 2, 0, {40 * us, 90 * us});
    return data;
}

/// Processes disagree, a fifth of the blocks is disturbed, repetitions are left out.
ExampleOptions noisy()
{
    ExampleOptions options {.variants = exampleVariants(3), .processNoise = 0.06};
    options.flaggedBlockRatio = 0.2;
    options.variants.at(1).speedUp = 1.05;
    options.variants.at(2).speedUp = 1.3;
    options.variants.at(2).notSteady = {1};
    options.variants.at(2).recompiledInRounds = {3};
    return options;
}

ExampleOptions silentAndFailed()
{
    ExampleOptions options {.variants = exampleVariants(4)};
    options.variants.at(1).ranEager = true;
    options.variants.at(2).failure = "torch.compile does not support aten::item here";
    options.variants.at(3).speedUp = 0.9;
    return options;
}

/// One variant, with all that its trace process tells before anybody compiles.
profiler::ComparisonData eagerAlone()
{
    auto data = example_states::dataOf("traced");
    data.plan.variants.resize(1);
    std::erase_if(data.processes, [](const auto& process) { return process.start.variant != 0; });
    for (auto& process : data.processes) {
        if (process.start.kind != profiler::ProcessKind::Trace)
            continue;
        process.roofs
            = {{.kind = profiler::RoofKind::MemoryCopy, .size = 1 << 28, .perSecond = 1e10},
                {.kind = profiler::RoofKind::CacheCopy, .size = 1 << 18, .perSecond = 4e10},
                {.kind = profiler::RoofKind::MatmulFloat32, .size = 1024, .perSecond = 1e11}};
        process.work = {{.operators = {{.name = "aten::mm",
                             .shapes = "512×512, 512×512",
                             .dtype = "float32",
                             .library = true,
                             .count = 1,
                             .bytes = 3 << 20,
                             .flops = 268'435'456}},
            .crossingBytes = 1 << 20,
            .sourceBytes = 2 << 20,
            .resultBytes = 1 << 20}};
        process.trials = {{.graphs = 1}};
    }
    return data;
}

fs::path madeSnapshot(const fs::path& folder)
{
    auto file = folder / "snapshot.pickle";
    QProcess python;
    python.start(QStringLiteral(FUSESCOPE_PYTHON),
        {QStringLiteral(FUSESCOPE_SOURCE_DIR "/tests/profiler/formats/memory_snapshot_make.py"),
            QString::fromStdString(file.string()), QStringLiteral("4")});
    python.waitForFinished(ui_test::patience);
    return file;
}

} // namespace

std::vector<ComparedFile> comparedFiles(const fs::path& folder)
{
    const fs::path traces(FUSESCOPE_SOURCE_DIR "/tests/data/traces");
    const fs::path shared(FUSESCOPE_SHARED_DATA);
    Writer writer(folder);
    writer.add("cpu", example_states::dataOf("traced"));
    writer.add("alone", eagerAlone());
    writer.add("breaks", tracedBreaks());
    writer.copy("sample", FUSESCOPE_SOURCE_DIR "/resources/samples/sample.fscope");
    const auto gpu = recorded_example::gpuExample();
    writer.add("gpu", gpu.data, gpu.rowsOf(), gpu.countersOf());
    writer.add("two_cases", example_states::dataOf("traced_gpu"));
    writer.add("eight", example_states::dataOf("eight"));
    writer.add("noisy", recorded_example::recordedExample(noisy()));
    writer.add("silent_and_failed", recorded_example::recordedExample(silentAndFailed()));
    writer.import("kineto",
        {traces / "tl_h100_bert_small.json.gz", traces / "tl_vllm_decode_full_graph.json.gz"});
    writer.import("nsys", {shared / "traces" / "nsys_saxpy_perlmutter.sqlite"});
    writer.import("torch_trace", {shared / "tlog" / "make_tlog_inductor.log.gz"});
    writer.import("snapshot", {madeSnapshot(folder)});
    return writer.take();
}

} // namespace cross_page
