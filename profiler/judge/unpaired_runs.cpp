// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/unpaired_runs.h"

#include "profiler/judge/comparability.h"
#include "profiler/judge/judge.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/statistics/t_interval.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace profiler {

namespace {

struct RecordedRun {
    const ComparisonData* data = nullptr;
    const ComparisonResult* result = nullptr;
};

std::string nameOf(const RecordedRun& run)
{
    const auto& info = run.result->info;
    return info.name.empty() ? run.result->plan.workload.spec : info.name;
}

const CaseResult* caseNamed(const RecordedRun& run, const std::string& name)
{
    const auto found = std::ranges::find(run.result->cases, name, &CaseResult::name);
    return found == run.result->cases.end() ? nullptr : &*found;
}

/// Cases of the first run that every run has with the same inputs.
std::vector<std::string> commonCases(const std::vector<RecordedRun>& runs)
{
    std::vector<std::string> names;
    for (const auto& first : runs.front().result->cases) {
        const bool everywhere = std::ranges::all_of(runs, [&](const RecordedRun& run) {
            const auto* same = caseNamed(run, first.name);
            return same != nullptr && same->inputs == first.inputs;
        });
        if (everywhere)
            names.push_back(first.name);
    }
    return names;
}

std::optional<Error> whyNot(const std::vector<RecordedRun>& runs)
{
    const auto refuse = [](std::string sentence) {
        return Error {.kind = ErrorKind::BadInput, .message = std::move(sentence)};
    };
    if (runs.size() < 2)
        return refuse("Choose two or more runs to compare them.");
    const auto& first = runs.front().result->plan;
    for (const auto& run : runs) {
        const auto& plan = run.result->plan;
        if (plan.workload.spec != first.workload.spec
            || plan.workload.arguments != first.workload.arguments)
            return refuse(nameOf(runs.front()) + " and " + nameOf(run)
                + " measure different models: a ratio between them would say nothing. Choose runs "
                  "of one model.");
        if (plan.workload.task != first.workload.task)
            return refuse(nameOf(runs.front()) + " and " + nameOf(run)
                + " measure different tasks, inference and training: choose runs of one task.");
        if (run.result->cases.empty() || plan.variants.empty())
            return refuse(nameOf(run) + " holds nothing measured yet: choose a finished run.");
    }
    if (commonCases(runs).empty())
        return refuse("These runs have no case with the same name and inputs in common: record "
                      "them with the same cases to compare them.");
    return std::nullopt;
}

void addEnvironments(
    ComparisonData& into, const RecordedRun& from, std::size_t variant, int asVariant)
{
    for (const auto& process : from.data->processes) {
        if (process.start.variant != static_cast<int>(variant))
            continue;
        ProcessRecord only {.start = process.start, .environment = process.environment};
        only.start.variant = asVariant;
        into.processes.push_back(std::move(only));
    }
}

/// The same rules as between the variants of one recording.
std::vector<FieldDifference> differencesOf(
    const RecordedRun& first, const RecordedRun& run, std::size_t variant)
{
    ComparisonData both;
    both.plan = first.data->plan;
    both.plan.variants = {first.data->plan.variants.front(), run.data->plan.variants.at(variant)};
    both.plan.variants[0].name += " of " + nameOf(first);
    both.plan.variants[1].name += " of " + nameOf(run);
    addEnvironments(both, first, 0, 0);
    addEnvironments(both, run, variant, 1);
    return fieldDifferences(both, 1);
}

std::vector<double> logMedians(const VariantResult& variant)
{
    std::vector<double> logarithms;
    if (!variant.latency)
        return logarithms;
    for (const double ns : variant.latency->medianByRepetitionNs)
        logarithms.push_back(std::log(ns));
    return logarithms;
}

Measured<Interval> unpairedRatio(const VariantResult& baseline, const VariantResult& variant)
{
    const auto interval = unpairedLogInterval(logMedians(baseline), logMedians(variant));
    if (!interval)
        return missing(ReasonKind::TwoProcessesNeeded);
    return *interval;
}

UnpairedCell cellOf(const VariantResult& baseline, const VariantResult& variant, bool sameRun)
{
    UnpairedCell cell {.paired = sameRun};
    if (!variant.latency)
        cell.medianNs = missing(variant.latency.error());
    else if (variant.latency->median().ns)
        cell.medianNs = *variant.latency->median().ns;
    if (variant.numerics.status == NumericsStatus::Different)
        cell.ratio = missing(ReasonKind::ItsResultsDiffer);
    else if (sameRun && variant.variant == 0)
        cell.ratio = missing(ReasonKind::OthersComparedWithIt);
    else if (sameRun)
        cell.ratio = variant.speedUp ? Measured<Interval>(variant.speedUp->ratio)
                                     : Measured<Interval>(missing(variant.speedUp.error()));
    else
        cell.ratio = unpairedRatio(baseline, variant);
    return cell;
}

UnpairedRow rowOf(const std::vector<RecordedRun>& runs, const std::vector<std::string>& cases,
    std::size_t run, std::size_t variant)
{
    const auto& first = runs.front();
    const auto& from = runs[run];
    UnpairedRow row {.run = static_cast<int>(run),
        .variant = static_cast<int>(variant),
        .runName = nameOf(from),
        .variantName = from.result->plan.variants.at(variant).name};
    for (const auto& difference : differencesOf(first, from, variant)) {
        auto& list = difference.weight == FieldWeight::Blocking ? row.blocking : row.warnings;
        list.push_back(difference.difference);
    }
    for (const auto& name : cases) {
        const auto& baseline = caseNamed(first, name)->variants.front();
        const auto& measured = caseNamed(from, name)->variants.at(variant);
        row.cells.push_back(cellOf(baseline, measured, run == 0));
        if (!row.blocking.empty() && run > 0)
            row.cells.back().ratio
                = missing({ReasonKind::NotComparableBecause, {std::vector {row.blocking.front()}}});
    }
    return row;
}

} // namespace

Result<UnpairedRuns> compareUnpaired(const std::vector<ComparisonData>& recordings)
{
    std::vector<ComparisonResult> results;
    std::ranges::transform(recordings, std::back_inserter(results), judge);
    std::vector<RecordedRun> runs;
    for (std::size_t i = 0; i < recordings.size(); ++i)
        runs.push_back({.data = &recordings[i], .result = &results[i]});
    if (auto refusal = whyNot(runs))
        return tl::unexpected(*std::move(refusal));
    UnpairedRuns compared {
        .baseline = runs.front().result->plan.variants.front().name + " of " + nameOf(runs.front()),
        .cases = commonCases(runs)};
    for (std::size_t run = 0; run < runs.size(); ++run)
        for (std::size_t variant = 0; variant < runs[run].result->plan.variants.size(); ++variant)
            compared.rows.push_back(rowOf(runs, compared.cases, run, variant));
    return compared;
}

} // namespace profiler
