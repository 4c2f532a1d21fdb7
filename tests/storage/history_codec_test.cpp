// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/history/history_point.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "storage/history/history_codec.h"
#include "tests/support/recorded_example.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

using namespace profiler;

namespace {

/// With every kind of value that a reason may name.
HistoryRecording recordingWithReasons()
{
    auto recording = historyRecording(recorded_example::recordedExample(), HistoryMetric::Median);
    recording.utcOffsetMinutes = -90;
    recording.started.ns = std::numeric_limits<std::int64_t>::min();
    const Reason inner {ReasonKind::Recorded, {std::string("a fact"), std::int64_t {-3}}};
    recording.values[HistoryMetric::P99].front() = missing(Reason {ReasonKind::OfSubject,
        {Share {0.25}, TimesFaster {1.5}, TimeTaken {1e6}, TimesAsLong {3}, Tensor {"logits"},
            ProcessKind::Trace, std::vector<Reason> {inner, inner}}});
    return recording;
}

} // namespace

TEST(HistoryCodec, GivesBackWhatItPacked)
{
    const auto recording = recordingWithReasons();
    const auto read = storage::decodeHistory(storage::encodeHistory(recording));
    ASSERT_TRUE(read);
    EXPECT_TRUE(*read == recording);
}

TEST(HistoryCodec, RefusesBytesThatAreCutOff)
{
    const auto bytes = storage::encodeHistory(recordingWithReasons());
    const std::span all(bytes);
    for (std::size_t size = 0; size < all.size(); ++size)
        ASSERT_FALSE(storage::decodeHistory(all.first(size))) << size;
}

TEST(HistoryCodec, NeverGivesMoreValuesThanCasesAndVariants)
{
    const auto bytes = storage::encodeHistory(recordingWithReasons());
    constexpr std::array<std::uint8_t, 4> flips {0x01, 0x10, 0x80, 0xff};
    for (std::size_t at = 0; at < bytes.size(); at += 3)
        for (const auto flip : flips) {
            auto damaged = bytes;
            damaged[at] = static_cast<std::uint8_t>(damaged[at] ^ flip);
            const auto read = storage::decodeHistory(damaged);
            if (!read)
                continue;
            for (const auto& [metric, values] : read->values)
                ASSERT_EQ(values.size(), read->cases.size() * read->variants.size()) << at;
        }
}

TEST(HistoryCodec, EndsAtReasonsThatNameReasonsWithoutEnd)
{
    auto recording = recordingWithReasons();
    Reason deep {ReasonKind::NoVerdict, {}};
    for (int i = 0; i < 1000; ++i)
        deep = Reason {ReasonKind::OfSubject, {std::vector<Reason> {deep}}};
    recording.values[HistoryMetric::P99].front() = missing(deep);
    EXPECT_FALSE(storage::decodeHistory(storage::encodeHistory(recording)));
}
