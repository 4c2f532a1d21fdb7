// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/memory/block_owners.h"
#include "profiler/evidence/memory/peak_of_call.h"
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace_rows.h"
#include "profiler/model/variant.h"
#include "profiler/report/documents.h"
#include "profiler/report/memory/peak_text.h"
#include "tests/support/made_memory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <numeric>

using namespace profiler;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using tests::mib;

namespace {

ComparisonData toldMemory()
{
    ComparisonData data;
    data.plan.variants = {{.name = "eager"}, {.name = "default", .kind = VariantKind::Compiled}};
    data.plan.cases = {{.name = "b32"}};
    tests::tellMemory(data);
    return data;
}

std::int64_t sumOf(const std::vector<PeakPlace>& places)
{
    return std::accumulate(places.begin(), places.end(), std::int64_t {0},
        [](std::int64_t sum, const PeakPlace& place) { return sum + place.bytes; });
}

} // namespace

TEST(PeakOfCall, PlacesAddUpToThePeak)
{
    const auto history = tests::madeHistory(16);
    EXPECT_EQ(history.peakBytes, (180 + 8 * 16 + 12) * mib);
    EXPECT_EQ(sumOf(peakPlaces(history)), history.peakBytes);
    auto fewTold = history;
    fewTold.blocks.resize(3); // the others were too small to be listed
    const auto places = peakPlaces(fewTold);
    EXPECT_EQ(sumOf(places), history.peakBytes);
    EXPECT_TRUE(std::ranges::any_of(places, [](const PeakPlace& place) {
        return place.rest && place.part == MemoryPart::Activations && place.bytes == 5 * 16 * mib;
    }));
}

TEST(PeakOfCall, ChangesAddUpToThatOfThePeak)
{
    const auto eager = tests::madeHistory(16);
    const auto compiled = tests::madeHistory(13);
    const auto differences = peakDifferences(eager, compiled);
    std::int64_t change = 0;
    for (const auto& each : differences)
        change += each.change();
    EXPECT_EQ(change, compiled.peakBytes - eager.peakBytes);
    EXPECT_EQ(differences.front().change(), -3 * mib);
    EXPECT_EQ(differences.back().change(), 0) << "what is alike comes last";
}

TEST(PeakOfCall, SentenceSaysHowMuchLessWhatAndWhere)
{
    const auto data = toldMemory();
    const auto text = peakSentence(data, 1, 0);
    EXPECT_THAT(text,
        StartsWith("At its peak a call of default has 296 MiB in use, 24.0 MiB less "
                   "than eager (320 MiB)."));
    EXPECT_THAT(text,
        HasSubstr("That is 24.0 MiB less of activations; the most at one place: 3.00 "
                  "MiB less, "));
    EXPECT_THAT(text, HasSubstr("The largest part of it is optimizer state with 120 MiB (41 %)."));
    EXPECT_THAT(peakSentence(data, 0, 0), StartsWith("At its peak a call of eager has 320 MiB"));
}

TEST(PeakOfCall, WhatIsNotKnownIsNoNumber)
{
    auto data = toldMemory();
    data.processes[1].memoryHistories.clear();
    EXPECT_EQ(memoryHistoryOf(data, 1, 0), nullptr);
    EXPECT_THAT(peakSentence(data, 1, 0), HasSubstr("is not known"));
    EXPECT_THAT(peakSentence(data, 1, 0), Not(HasSubstr("0 B")));
}

TEST(PeakOfCall, NoteTellsTheAllocatorsOwnCountAndWhatIsReserved)
{
    auto history = tests::madeHistory(16, true);
    EXPECT_THAT(peakNote(history), HasSubstr("own count of the peak is the same"));
    EXPECT_THAT(peakNote(history), HasSubstr("24.0 MiB kept for CUDA graphs"));
    EXPECT_THAT(peakNote(history), HasSubstr("free in its pieces 16.0 MiB"));
    *history.allocatorPeakBytes += mib;
    history.lostEvents = 7;
    EXPECT_THAT(peakNote(history), HasSubstr("The allocator itself counted 321 MiB"));
    EXPECT_THAT(peakNote(history), HasSubstr("7 events had no room"));
}

TEST(PeakOfCall, RowsOfAVariantAddUpToItsPeak)
{
    const auto document = nlohmann::json::parse(showJson(ShowPart::Peak, toldMemory()));
    std::map<std::string, std::int64_t> sums;
    for (const auto& row : document.at("peak"))
        sums[row.at("variant")] += row.at("bytes").get<std::int64_t>();
    EXPECT_EQ(sums["eager"], 320 * mib);
    EXPECT_EQ(sums["default"], 296 * mib);
}

TEST(BlockOwners, AreTheInnermostOperatorLineAndModule)
{
    const NameTexts names {{1, "aten::linear"}, {2, "aten::addmm"}, {3, "encoder"}};
    const PlacesById places {{1, {.id = 1, .module = "encoder"}},
        {2, {.id = 2, .file = "/m/model.py", .line = 7, .module = "encoder"}}};
    OperatorColumns spans;
    const auto add = [&](std::int64_t start, std::int64_t duration, int name, SpanKind kind,
                         int place, int thread = 9) {
        spans.startNs.push_back(start);
        spans.durationNs.push_back(duration);
        spans.name.push_back(name);
        spans.thread.push_back(thread);
        spans.kind.push_back(static_cast<std::uint8_t>(kind));
        spans.sequence.push_back(-1);
        spans.place.push_back(place);
    };
    add(20, 30, 2, SpanKind::Operator, 0); // in no order
    add(0, 100, 3, SpanKind::Module, 1);
    add(10, 50, 1, SpanKind::Operator, 2);
    add(0, 100, 2, SpanKind::Operator, 0, 11);
    std::vector<MemoryBlock> blocks {{.madeNs = 30, .thread = 9}, {.madeNs = 55, .thread = 9},
        {.madeNs = 80, .thread = 9}, {.madeNs = 30, .thread = 10}};
    nameOwners(blocks, spans, names, places);
    EXPECT_EQ(blocks[0].name, "aten::addmm");
    EXPECT_EQ(blocks[0].file, "/m/model.py") << "of what called it";
    EXPECT_EQ(blocks[0].line, 7);
    EXPECT_EQ(blocks[1].name, "aten::linear");
    EXPECT_EQ(blocks[2].name, "") << "no operator ran";
    EXPECT_EQ(blocks[2].module, "encoder");
    EXPECT_EQ(blocks[3].name, "") << "another thread";
}
