// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/packed/load_codec.h"

#include "storage/columns/packed_values.h"

namespace storage {

using namespace profiler;

namespace {

constexpr std::uint64_t loadVersion = 1;

template <typename Codec, typename Requests>
void codeRequests(Codec& codec, Requests& requests)
{
    codeDifferences(codec, requests.plannedNs, mostRequests);
    codeDifferences(codec, requests.startNs, mostRequests);
    codeDifferences(codec, requests.endNs, mostRequests);
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
    PackedWriter writer(loadVersion);
    codeRequests(writer, requests);
    return writer.bytes();
}

std::optional<LoadRequests> decodeRequests(std::span<const std::uint8_t> bytes)
{
    PackedReader reader(bytes, loadVersion);
    LoadRequests requests;
    codeRequests(reader, requests);
    if (!reader.good() || !reader.atEnd() || !isWhole(requests))
        return std::nullopt;
    return requests;
}

} // namespace storage
