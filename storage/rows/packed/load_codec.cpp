// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/packed/load_codec.h"

#include "storage/columns/packed_values.h"

namespace storage {

using namespace profiler;

namespace {

constexpr std::uint64_t version = 1;

/// As the difference to the one before, which can be any distance away.
template <typename Codec, typename Times>
void codeTimes(Codec& codec, Times& times)
{
    std::uint64_t before = 0;
    codeRows(codec, times, mostRequests, [&](auto& each, auto& time) {
        auto step = static_cast<std::int64_t>(static_cast<std::uint64_t>(time) - before);
        each.number(step);
        before += static_cast<std::uint64_t>(step);
        if constexpr (std::is_same_v<Codec, PackedReader>)
            time = static_cast<std::int64_t>(before);
    });
}

template <typename Codec, typename Requests>
void codeRequests(Codec& codec, Requests& requests)
{
    codeTimes(codec, requests.plannedNs);
    codeTimes(codec, requests.startNs);
    codeTimes(codec, requests.endNs);
    codeRows(codec, requests.collectedNs, mostRequests,
        [](auto& each, auto& duration) { each.number(duration); });
    codeRows(codec, requests.compiled, mostRequests, [](auto& each, auto& compiled) {
        std::int64_t value = compiled;
        each.number(value);
        if constexpr (std::is_same_v<Codec, PackedReader>)
            compiled = static_cast<std::uint8_t>(value);
    });
}

/// Every column has an entry for each request.
bool isWhole(const LoadRequests& requests)
{
    const auto size = requests.size();
    return requests.startNs.size() == size && requests.endNs.size() == size
        && requests.collectedNs.size() == size && requests.compiled.size() == size;
}

} // namespace

Bytes encodeRequests(const LoadRequests& requests)
{
    PackedWriter writer(version);
    codeRequests(writer, requests);
    return writer.bytes();
}

std::optional<LoadRequests> decodeRequests(std::span<const std::uint8_t> bytes)
{
    PackedReader reader(bytes, version);
    LoadRequests requests;
    codeRequests(reader, requests);
    if (!reader.good() || !reader.atEnd() || !isWhole(requests))
        return std::nullopt;
    return requests;
}

} // namespace storage
