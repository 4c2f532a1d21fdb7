// SPDX-License-Identifier: Apache-2.0
#include "app/cli/terminal/advice_recording.h"

#include "app/cli/terminal/console.h"
#include "profiler/judge/judge.h"
#include "profiler/judge/shapes/read_off_sizes.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/number_text.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant_result.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cli {
namespace {

constexpr int mostSteps = 6; ///< measured buckets may lead to other ones

void announce(const profiler::SweepAxis& axis, const Recording& recording)
{
    if (!recording.json)
        printError(fmt::format("Measuring the buckets that lie between measured sizes: {} = {}.\n",
            axis.name, fmt::join(axis.values, ", ")));
}

} // namespace

profiler::Result<std::optional<MeasuredAdvice>> measureAdvice(
    const std::string& comparison, const Advise& advise, const Recording& recording)
{
    std::optional<MeasuredAdvice> first;
    for (int step = 0; step < mostSteps; ++step) {
        const auto stored = loadRecording(comparison);
        if (!stored)
            return tl::unexpected(stored.error());
        const auto series = profiler::shapeSeries(profiler::judge(stored->data));
        const auto advice = advise(series);
        if (!advice)
            return tl::unexpected(advice.error());
        const auto axes = profiler::readOffSizes(series, *advice);
        if (axes.empty())
            return first;
        const auto cases = profiler::furtherCases(stored->data.plan.cases, axes);
        if (!cases)
            return profiler::failure(profiler::ErrorKind::BadInput,
                "the advised sizes cannot be added to this recording: expected "
                    + cases.error().message);
        if (!first)
            first = MeasuredAdvice {.readOffNs = advice->buckets->totalNs()};
        first->measuredShapes += static_cast<int>(cases->size());
        announce(axes[advice->axis], recording);
        auto into = recording;
        into.isStep = true;
        const auto code = addCasesTo(*stored, *cases, into);
        if (!hasEnded(code))
            return profiler::failure(profiler::ErrorKind::Failed,
                "the advised sizes were not all measured; what was recorded is kept, and the same "
                "command goes on from there");
    }
    return first;
}

} // namespace cli
