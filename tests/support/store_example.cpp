// SPDX-License-Identifier: Apache-2.0
#include "tests/support/store_example.h"

#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_replay.h"
#include "profiler/model/record_sink.h"

namespace recorded_example {

using namespace profiler; // NOLINT(google-build-using-namespace): every type here is its

Result<void> storeExample(const ComparisonData& data, RecordSink& sink)
{
    const auto begun = sink.beginComparison(data.info, data.plan);
    if (!begun)
        return tl::unexpected(begun.error());
    auto done = replayInto(data, sink);
    if (done)
        done = sink.flush();
    if (done && data.info.status != ComparisonStatus::Running)
        done = sink.endComparison(data.info.status, data.info.stopReason);
    return done;
}

} // namespace recorded_example
