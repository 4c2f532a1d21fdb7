// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/facts/generated_code.h"
#include "storage/rows/packed/load_codec.h"
#include "storage/rows/packed/memory_history_codec.h"
#include "tests/support/made_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <random>
#include <span>

using namespace profiler;
using namespace storage;

namespace {

LoadRequests requests()
{
    LoadRequests made;
    for (std::int64_t i = 0; i < 60; ++i) {
        made.plannedNs.push_back(i * 1'000'000);
        made.startNs.push_back(i * 1'000'000 + 7);
        made.endNs.push_back(i % 9 == 0 ? LoadRequests::never : i * 1'000'000 + 900'000);
        made.collectedNs.push_back(0);
        made.compiled.push_back(i == 0 ? 1 : 0);
    }
    return made;
}

bool isBounded(const LoadRequests& read)
{
    return read.size() <= mostRequests && read.startNs.size() == read.size();
}

bool isBounded(const MemoryHistoryFact& read)
{
    return read.blocks.size() <= mostMemoryBlocks && read.timesNs.size() == read.bytes.size()
        && read.timesNs.size() <= mostMemoryReadings && std::ranges::is_sorted(read.timesNs);
}

using Accepts = std::function<bool(std::span<const std::uint8_t>)>;

/// `whole`: it is read; `accepts` fails the test where what is read has no bounds.
template <typename Fact>
Accepts acceptsWith(std::optional<Fact> (*decode)(std::span<const std::uint8_t>))
{
    return [decode](std::span<const std::uint8_t> bytes) {
        const auto read = decode(bytes);
        EXPECT_TRUE(!read || isBounded(*read));
        return read.has_value();
    };
}

void tryAllDamage(const Bytes& bytes, const Accepts& accepts)
{
    EXPECT_TRUE(accepts(bytes));
    for (std::size_t size = 0; size < bytes.size(); ++size)
        EXPECT_FALSE(accepts(std::span(bytes).first(size))) << "cut at " << size;
    for (std::size_t at = 0; at < bytes.size(); ++at)
        for (const auto value : {0x00, 0x7f, 0x80, 0xff}) {
            auto changed = bytes;
            changed[at] = static_cast<std::uint8_t>(value);
            static_cast<void>(accepts(changed));
        }
    std::mt19937_64 chance(11); // NOLINT(*-msc51-cpp): the same at every run
    for (int round = 0; round < 20'000; ++round) {
        auto changed = bytes;
        for (int i = 0; i < 4; ++i)
            changed[chance() % changed.size()] = static_cast<std::uint8_t>(chance());
        static_cast<void>(accepts(changed));
    }
}

TEST(PackedFacts, DamagedRequestsAreRefusedOrBounded)
{
    EXPECT_EQ(decodeRequests(encodeRequests(requests())), requests());
    tryAllDamage(encodeRequests(requests()), acceptsWith<LoadRequests>(decodeRequests));
}

TEST(PackedFacts, DamagedMemoryHistoriesAreRefusedOrBounded)
{
    tryAllDamage(encodeMemoryHistory(tests::madeHistory(16)),
        acceptsWith<MemoryHistoryFact>(decodeMemoryHistory));
}

} // namespace
