// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/worker_link/memory_history_json.h"

#include "profiler/model/enum_text.h"

#include <algorithm>
#include <limits>

namespace profiler {

namespace {

using Json = nlohmann::json;

constexpr std::int64_t mostBytes = std::int64_t {1} << 50;
constexpr std::size_t readingColumns = 2;
constexpr std::size_t blockColumns = 4;

bool isCount(const Json& value)
{
    return value.is_number_integer() && value.get<std::int64_t>() >= 0;
}

bool isSize(const Json& value)
{
    return isCount(value) && value.get<std::int64_t>() <= mostBytes;
}

std::int64_t sizeFrom(const JsonReader& reader, const char* key)
{
    const auto size = reader.neededInteger(key);
    if (size >= 0 && size <= mostBytes)
        return size;
    reader.offend(key, "a number of bytes");
    return 0;
}

std::optional<std::int64_t> maybeSizeFrom(const JsonReader& reader, const char* key)
{
    return reader.has(key) ? std::optional(sizeFrom(reader, key)) : std::nullopt;
}

std::vector<PartBytes> partsFrom(const JsonReader& reader)
{
    std::vector<PartBytes> parts;
    reader.eachField("parts", [&](const std::string& name, const Json& value) {
        const auto part = fromKey<MemoryPart>(name);
        if (!part || !isSize(value))
            return reader.offend("parts", "bytes by what holds them");
        parts.push_back({.part = *part, .bytes = value.get<std::int64_t>()});
    });
    std::ranges::sort(parts, {}, &PartBytes::part);
    return parts;
}

/// [time, bytes, thread, part]
std::optional<MemoryBlock> blockFrom(const Json& row)
{
    const bool whole = row.is_array() && row.size() == blockColumns && isCount(row[0])
        && isSize(row[1]) && isCount(row[2]) && row[3].is_string()
        && row[2].get<std::int64_t>() <= std::numeric_limits<std::int32_t>::max();
    const auto part
        = whole ? fromKey<MemoryPart>(row[3].get<std::string>()) : std::optional<MemoryPart>();
    if (!part)
        return std::nullopt;
    return MemoryBlock {.madeNs = row[0].get<std::int64_t>(),
        .bytes = row[1].get<std::int64_t>(),
        .thread = row[2].get<std::int32_t>(),
        .part = *part};
}

void takeBlocks(const JsonReader& reader, MemoryHistoryFact& fact)
{
    reader.each("blocks", [&](const Json& row) {
        const auto block = blockFrom(row);
        if (!block || fact.blocks.size() >= mostMemoryBlocks)
            return reader.offend("blocks", "made of blocks, and short enough");
        fact.blocks.push_back(*block);
    });
    std::ranges::stable_sort(fact.blocks, std::ranges::greater(), &MemoryBlock::bytes);
}

void takeReadings(const JsonReader& reader, MemoryHistoryFact& fact)
{
    reader.each("readings", [&](const Json& row) {
        const bool whole = row.is_array() && row.size() == readingColumns && isCount(row[0])
            && row[1].is_number_integer() && fact.timesNs.size() < mostMemoryReadings;
        if (!whole)
            return reader.offend("readings", "made of times and bytes, and short enough");
        fact.timesNs.push_back(row[0].get<std::int64_t>());
        fact.bytes.push_back(row[1].get<std::int64_t>());
    });
    if (!std::ranges::is_sorted(fact.timesNs))
        reader.offend("readings", "in the order of their times");
}

void refuseWhatDoesNotAddUp(const JsonReader& reader, const MemoryHistoryFact& fact)
{
    std::int64_t sum = 0;
    for (const auto& part : fact.parts)
        sum += part.bytes;
    if (sum != fact.peakBytes)
        reader.offend("parts", "what the peak is made of");
}

} // namespace

MemoryHistoryFact memoryHistoryFrom(const JsonReader& reader)
{
    MemoryHistoryFact fact {.onDevice = reader.flag("on_device"),
        .startNs = reader.neededInteger("start"),
        .endNs = reader.neededInteger("end"),
        .atStartBytes = sizeFrom(reader, "at_start"),
        .peakBytes = sizeFrom(reader, "peak"),
        .peakNs = reader.neededInteger("peak_time"),
        .allocatorPeakBytes = maybeSizeFrom(reader, "allocator_peak"),
        .reservedBytes = maybeSizeFrom(reader, "reserved"),
        .graphPoolBytes = maybeSizeFrom(reader, "graph_pool"),
        .outsideBytes = sizeFrom(reader, "outside"),
        .smallBlocks = sizeFrom(reader, "small_blocks"),
        .smallBytes = sizeFrom(reader, "small_bytes"),
        .lostEvents = sizeFrom(reader, "lost"),
        .parts = partsFrom(reader)};
    if (fact.endNs < fact.startNs)
        reader.offend("end", "after the start");
    takeBlocks(reader, fact);
    takeReadings(reader, fact);
    refuseWhatDoesNotAddUp(reader, fact);
    return fact;
}

} // namespace profiler
