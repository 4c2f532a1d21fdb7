// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/compile_caches.h"
#include "profiler/evidence/compile/compile_evidence.h"
#include "profiler/evidence/compile/compile_phases.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/facts/generated_code.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/report/json/show_rows.h"

#include <algorithm>

namespace profiler {

namespace {

constexpr auto notTold = "torch does not tell";

Json phaseJson(const PhaseTimes& times)
{
    Json phases = Json::object();
    for (std::size_t i = 0; i < compilePhases; ++i)
        phases[keyOf(static_cast<CompilePhase>(i))] = times[i];
    return phases;
}

Json stepRows(const CompileFlame& flame)
{
    Json rows = Json::array();
    for (const auto& step : flame.steps)
        rows.push_back({{"name", step.name}, {"compile_id", step.compileId},
            {"phase", keyOf(step.phase)}, {"begin_ns", step.begin.ns},
            {"duration_ns", step.durationNs}, {"self_ns", step.selfNs}, {"depth", step.depth},
            {"worker", step.worker < 0 ? Json() : Json(step.worker)}});
    return rows;
}

Json longestKernelRows(const CompileFlame& flame)
{
    constexpr std::size_t most = 10;
    Json rows = Json::array();
    for (const auto* kernel : kernelCompiles(flame)) {
        if (rows.size() == most)
            break;
        rows.push_back({{"compile_id", kernel->compileId}, {"duration_ns", kernel->durationNs}});
    }
    return rows;
}

Json processRow(const ProcessRecord& process)
{
    const auto flame = compileFlame(process.compileTraces);
    return {{"wall_ns", flame.wallNs}, {"phases", phaseJson(flame.selfNs)},
        {"workers",
            {{"rows", flame.workers}, {"total_ns", flame.workerNs},
                {"overlapped_ns", flame.overlappedNs}}},
        {"longest_kernels", longestKernelRows(flame)}, {"steps_not_ended", flame.notEnded},
        {"steps_left_out", flame.leftOut}, {"steps", stepRows(flame)}};
}

Json cacheRow(const CacheAnswers& answers)
{
    Json row {{"cache", keyOf(answers.cache)}};
    put(row, "hits", answers.hits, notTold);
    put(row, "misses", answers.misses, notTold);
    put(row, "bypasses", answers.bypasses, notTold);
    row["reasons"] = answers.reasons;
    return row;
}

Json differenceRow(const KeyDifference& difference)
{
    constexpr auto notKept = "the value is not kept, or the key had no such part";
    Json row {{"name", difference.name},
        {"change",
            difference.added         ? "added"
                : difference.removed ? "removed"
                                     : "changed"}};
    const auto putValue = [&row](const char* key, const std::string& value) {
        if (value.empty())
            putMissing(row, key, notKept);
        else
            row[key] = value;
    };
    putValue("before", difference.before);
    putValue("after", difference.after);
    return row;
}

Json missedRow(const MissedKey& missed)
{
    Json row {{"cache", keyOf(missed.cache)}, {"compile_id", missed.compileId},
        {"before", missed.beforeId}, {"before_in_other_process", missed.otherProcess},
        {"differences", Json::array()}};
    for (const auto& difference : missed.differences)
        row["differences"].push_back(differenceRow(difference));
    return row;
}

Json guardRow(const GraphGuards& guards)
{
    Json row {
        {"compile_id", guards.compileId}, {"function", guards.function}, {"guards", guards.guards}};
    putNumber(row, "check_ns", guards.ns, "this torch does not time its guards");
    return row;
}

Json autotuneRow(const AutotuneRun& run)
{
    Json row {{"work", run.work}, {"compile_id", run.compileId}, {"tried", run.tried},
        {"choices", Json::array()}};
    for (const auto& choice : run.choices) {
        Json tried {{"name", choice.name}};
        put(tried, "ns", choice.time ? std::optional(choice.time->count()) : std::nullopt,
            "it could not be run");
        row["choices"].push_back(std::move(tried));
    }
    return row;
}

/// Rows with whose they are: the variant, and which cache the process began with.
class ProcessRows {
public:
    ProcessRows(Json& document, const ComparisonData& data, int variant, const char* cache)
        : m_document(document)
        , m_data(data)
        , m_variant(variant)
        , m_cache(cache)
    {
    }

    void add(const char* list, Json row)
    {
        putVariant(row, m_data.plan, m_variant);
        row["process"] = m_cache;
        m_document[list].push_back(std::move(row));
    }

private:
    Json& m_document;
    const ComparisonData& m_data;
    int m_variant;
    const char* m_cache;
};

void putProcess(ProcessRows rows, const ProcessRecord& process, const ProcessRecord* earlier)
{
    rows.add("processes", processRow(process));
    for (const auto& answers : cacheAnswers(process))
        rows.add("caches", cacheRow(answers));
    for (const auto& missed : missedKeys(process, earlier))
        rows.add("missed_keys", missedRow(missed));
    for (const auto& trace : process.compileTraces)
        for (const auto& run : trace.autotunes)
            rows.add("autotune", autotuneRow(run));
    for (const auto& code : process.code)
        rows.add("generated_code", {{"compile_id", code.compileId}, {"code", code.code}});
}

} // namespace

void putCompilePhases(Json& document, const ComparisonData& data)
{
    for (const auto* list :
        {"processes", "caches", "missed_keys", "guards", "autotune", "generated_code"})
        document[list] = Json::array();
    for (std::size_t i = 0; i < data.plan.variants.size(); ++i) {
        const auto variant = static_cast<int>(i);
        const auto* cold = tracedCompiles(data, variant, ProcessKind::Cold);
        const auto* kept = tracedCompiles(data, variant, ProcessKind::ColdKept);
        if (cold != nullptr)
            putProcess({document, data, variant, "empty_cache"}, *cold, nullptr);
        if (kept != nullptr)
            putProcess({document, data, variant, "kept_cache"}, *kept, cold);
        if (const auto* process = compileEvidence(data, variant))
            for (const auto& guards : graphGuards(*process))
                ProcessRows(document, data, variant,
                    process->start.kind == ProcessKind::ColdKept ? "kept_cache" : "empty_cache")
                    .add("guards", guardRow(guards));
    }
}

} // namespace profiler
