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

bool isWanted(const std::string& name)
{
    const QString names = qEnvironmentVariable(filesVariable);
    return names.isEmpty() || names.split(QLatin1Char(',')).contains(QString::fromStdString(name));
}

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
        if (!isWanted(name))
            return;
        const auto path = pathOf(name);
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
        if (!isWanted(name))
            return;
        const auto path = pathOf(name);
        fs::copy_file(recording, path);
        m_files.push_back({.name = name, .path = path});
    }

    [[nodiscard]] std::vector<ComparedFile> take() { return std::move(m_files); }

private:
    /// In a folder of its own: a history is of all recordings in one.
    [[nodiscard]] fs::path pathOf(const std::string& name) const
    {
        const auto folder = m_folder / name;
        fs::create_directory(folder);
        return folder / (name + ".fscope");
    }

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

/// The variant is the slower the later the repetition: its interval in that case holds both.
void spread(profiler::ComparisonData& data, int variant, int caseIndex)
{
    for (auto& process : data.processes) {
        if (process.start.variant != variant || process.start.kind != profiler::ProcessKind::Paired)
            continue;
        const int by = 2 + process.start.repetition; // to 3, 4, … halves
        for (auto& block : process.blocks)
            if (block.caseIndex == caseIndex && block.kind == profiler::BlockKind::Timed)
                for (auto& ns : block.wallNs)
                    ns = ns * by / 2;
    }
}

/// A sweep over the batch in a suite: 4 is too close to decide, and 64 ran eager in one variant.
profiler::ComparisonData swept()
{
    ExampleOptions options {.variants = exampleVariants(3), .cases = {}, .repetitions = 4};
    for (const int batch : {1, 4, 16, 64})
        options.cases.push_back(
            {.name = "b" + std::to_string(batch), .eagerMs = 1.0 + 0.3 * batch, .batch = batch});
    options.variants.at(1).ranEager = true;
    auto data = recorded_example::recordedExample(options);
    for (auto& each : data.plan.cases)
        each.inputs.front().dims = {"batch", "3", "64", "64"};
    spread(data, 2, 1);
    data.plan.suite = {.suite = "night", .model = "resnet50", .task = "resnet50"};
    return data;
}

/// Requests at given rates; one variant is too close to the baseline to decide.
profiler::ComparisonData underLoad()
{
    auto data = example_states::dataOf("under_load");
    spread(data, 1, 0);
    return data;
}

/// A search for the best setting, which left one out early.
profiler::ComparisonData tuned()
{
    ExampleOptions options {.variants = exampleVariants(4), .repetitions = 3};
    options.variants.at(1).speedUp = 1.02;
    auto data = recorded_example::recordedExample(options);
    for (auto& process : data.processes) {
        const int variant = process.start.variant;
        if (variant == 0 || process.start.kind != profiler::ProcessKind::Paired)
            continue;
        process.tuning = {{.rung = variant == 1 ? 0 : 2,
            .decision
            = variant == 1 ? profiler::TuneDecision::Slower : profiler::TuneDecision::Finalist,
            .spent = std::chrono::minutes(4)}};
    }
    data.plan.protocol.totalTimeLimit = std::chrono::minutes(20);
    return data;
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
    writer.add("swept", swept());
    writer.add("under_load", underLoad());
    writer.add("tuned", tuned());
    for (const char* name : {"gpt2", "bert", "resnet50", "breaks"})
        writer.copy(std::string("h100_") + name,
            FUSESCOPE_SOURCE_DIR "/tests/data/h100/" + std::string(name) + ".fscope");
    writer.import("kineto",
        {traces / "tl_h100_bert_small.json.gz", traces / "tl_vllm_decode_full_graph.json.gz"});
    writer.import("nsys", {shared / "traces" / "nsys_saxpy_perlmutter.sqlite"});
    writer.import("torch_trace", {shared / "tlog" / "make_tlog_inductor.log.gz"});
    writer.import("snapshot", {madeSnapshot(folder)});
    return writer.take();
}

} // namespace cross_page
