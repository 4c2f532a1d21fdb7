// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/packed/memory_history_codec.h"

#include "storage/columns/packed_values.h"

#include <algorithm>

namespace storage {

using namespace profiler;

namespace {

constexpr std::uint64_t memoryHistoryVersion = 1;
constexpr int lastPart = static_cast<int>(MemoryPart::Activations);
constexpr auto partCount = static_cast<std::size_t>(lastPart) + 1;

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
    codeDifferences(codec, fact.timesNs, mostMemoryReadings);
    codeDifferences(codec, fact.bytes, mostMemoryReadings);
}

} // namespace

Bytes encodeMemoryHistory(const MemoryHistoryFact& fact)
{
    PackedWriter writer(memoryHistoryVersion);
    codeHistory(writer, fact);
    return writer.bytes();
}

std::optional<MemoryHistoryFact> decodeMemoryHistory(std::span<const std::uint8_t> bytes)
{
    PackedReader reader(bytes, memoryHistoryVersion);
    MemoryHistoryFact fact;
    codeHistory(reader, fact);
    const bool whole = reader.good() && reader.atEnd() && fact.timesNs.size() == fact.bytes.size()
        && std::ranges::is_sorted(fact.timesNs);
    if (!whole)
        return std::nullopt;
    return fact;
}

} // namespace storage
