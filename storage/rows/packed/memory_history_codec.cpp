// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/packed/memory_history_codec.h"

#include "storage/columns/packed_values.h"

#include <algorithm>

namespace storage {

using namespace profiler;

namespace {

constexpr std::uint64_t version = 1;
constexpr int lastPart = static_cast<int>(MemoryPart::Activations);
constexpr auto partCount = static_cast<std::size_t>(lastPart) + 1;

/// As the difference to the number before, which can be any distance away.
template <typename Codec, typename Numbers>
void codeSteps(Codec& codec, Numbers& numbers)
{
    std::uint64_t before = 0;
    codeRows(codec, numbers, mostMemoryReadings, [&](auto& each, auto& number) {
        auto step = static_cast<std::int64_t>(static_cast<std::uint64_t>(number) - before);
        each.number(step);
        before += static_cast<std::uint64_t>(step);
        if constexpr (std::is_same_v<Codec, PackedReader>)
            number = static_cast<std::int64_t>(before);
    });
}

template <typename Codec, typename Block>
void codeBlock(Codec& codec, Block& block)
{
    codec.number(block.madeNs);
    codec.number(block.bytes);
    codec.number(block.thread);
    codec.word(block.part, lastPart);
    codec.text(block.name);
    codec.text(block.module);
    codec.text(block.file);
    codec.number(block.line);
}

template <typename Codec, typename Fact>
void codeHistory(Codec& codec, Fact& fact)
{
    codeRows(codec, fact.parts, partCount, [](auto& each, auto& part) {
        each.word(part.part, lastPart);
        each.number(part.bytes);
    });
    codeRows(codec, fact.blocks, mostMemoryBlocks,
        [](auto& each, auto& block) { codeBlock(each, block); });
    codeSteps(codec, fact.timesNs);
    codeSteps(codec, fact.bytes);
}

} // namespace

Bytes encodeMemoryHistory(const MemoryHistoryFact& fact)
{
    PackedWriter writer(version);
    codeHistory(writer, fact);
    return writer.bytes();
}

std::optional<MemoryHistoryFact> decodeMemoryHistory(std::span<const std::uint8_t> bytes)
{
    PackedReader reader(bytes, version);
    MemoryHistoryFact fact;
    codeHistory(reader, fact);
    const bool whole = reader.good() && reader.atEnd() && fact.timesNs.size() == fact.bytes.size()
        && std::ranges::is_sorted(fact.timesNs);
    if (!whole)
        return std::nullopt;
    return fact;
}

} // namespace storage
