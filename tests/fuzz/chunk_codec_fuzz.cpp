// SPDX-License-Identifier: Apache-2.0
// Any bytes as a chunk of a database: no crash, no hang, bounded memory; what decodes comes back
// the same when it is encoded again. The first byte chooses what the chunk is of and how the rest
// makes it: checksums and compression would keep nearly all guesses out.
#include "profiler/model/trace_columns.h"
#include "storage/columns/chunk_codec.h"
#include "storage/columns/column_codec.h"
#include "storage/columns/little_endian.h"
#include "storage/rows/log_codec.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

namespace {

using storage::Bytes;
using Input = std::span<const std::uint8_t>;

void require(bool holds)
{
    if (!holds)
        std::abort();
}

template <typename T>
bool sameBits(const std::vector<T>& one, const std::vector<T>& other)
{
    return one.size() == other.size()
        && (one.empty() || std::memcmp(one.data(), other.data(), one.size() * sizeof(T)) == 0);
}

template <typename Columns>
bool sameColumns(Columns one, const Columns& other)
{
    bool same = true;
    profiler::forEachColumnPair(one, other, [&](const auto& column, const auto& otherColumn) {
        same = same && sameBits(column, otherColumn);
    });
    return same;
}

std::uint32_t sumOf(Input bytes)
{
    std::uint32_t sum = 0x811c9dc5U;
    for (const auto byte : bytes)
        sum = (sum ^ byte) * 0x01000193U;
    return sum;
}

/// Cuts as many off as there are, the rest being zero.
Bytes take(Input& input, std::size_t count)
{
    Bytes taken(input.begin(), input.begin() + static_cast<long>(std::min(count, input.size())));
    input = input.subspan(taken.size());
    taken.resize(count);
    return taken;
}

/// A chunk whose checksums hold: rows, planes and first values from `input`, whose rest fills the
/// planes over and over.
template <typename Columns>
Bytes wholeChunk(Input input)
{
    const auto rows = storage::littleEndianAt<std::uint32_t>(take(input, 4)) % 300;
    Bytes chunk {1, 0};
    storage::appendLittleEndian(chunk, rows);
    std::size_t planes = 0;
    const Columns none;
    profiler::forEachColumn(
        none, [&]<typename T>(const char* /*name*/, const std::vector<T>& /*column*/) {
            const auto header = take(input, 1 + sizeof(T));
            chunk.push_back(sizeof(T));
            chunk.insert(chunk.end(), header.begin(), header.end());
            planes += static_cast<std::size_t>(__builtin_popcount(header.front()));
            ++chunk[1];
        });
    storage::appendLittleEndian(chunk, sumOf(chunk));
    Bytes values(planes * rows);
    for (std::size_t i = 0; i < values.size() && !input.empty(); ++i)
        values[i] = input[i % input.size()];
    const auto frame = storage::compressed(values);
    chunk.insert(chunk.end(), frame.begin(), frame.end());
    return chunk;
}

/// The row count that the database tells beside a chunk.
std::size_t rowsNamed(Input chunk)
{
    return chunk.size() < 6 ? 0 : storage::littleEndianAt<std::uint32_t>(chunk.subspan(2));
}

template <typename Columns>
void fuzzColumns(Input input, bool whole)
{
    const Bytes chunk = whole ? wholeChunk<Columns>(input) : Bytes(input.begin(), input.end());
    Columns decoded;
    const auto done = storage::decodeColumns(chunk, rowsNamed(chunk), decoded);
    if (!done) {
        require(!done.error().empty() && decoded.size() == 0);
        return;
    }
    Columns timesAlone;
    require(storage::decodeColumns(chunk, rowsNamed(chunk), timesAlone, 1).has_value());
    require(sameBits(profiler::timesOf(timesAlone), profiler::timesOf(decoded)));
    Columns again;
    const auto encoded = storage::encodeColumns(decoded, 0, decoded.size());
    require(storage::decodeColumns(encoded, decoded.size(), again).has_value());
    require(sameColumns(decoded, again));
}

template <typename T>
void fuzzRecords(Input input, bool whole)
{
    Bytes chunk(input.begin(), input.end());
    if (whole) {
        chunk = {1, sizeof(T)};
        storage::appendLittleEndian(chunk, static_cast<std::uint32_t>(input.size() / sizeof(T)));
        const auto frame = storage::compressed(input.first(input.size() / sizeof(T) * sizeof(T)));
        chunk.insert(chunk.end(), frame.begin(), frame.end());
    }
    std::vector<T> decoded;
    if (!storage::decodeChunk<T>(chunk, rowsNamed(chunk), decoded)) {
        require(decoded.empty());
        return;
    }
    std::vector<T> again;
    require(storage::decodeChunk<T>(storage::encodeChunk<T>(decoded), decoded.size(), again)
                .has_value());
    require(sameBits(decoded, again));
}

void fuzzLog(Input input, bool whole)
{
    Bytes chunk(input.begin(), input.end());
    if (whole) {
        chunk = {1};
        const auto lines = take(input, 4);
        chunk.insert(chunk.end(), lines.begin(), lines.end());
        storage::appendLittleEndian(chunk, static_cast<std::uint32_t>(input.size()));
        const auto frame = storage::compressed(input);
        chunk.insert(chunk.end(), frame.begin(), frame.end());
    }
    const std::size_t size
        = chunk.size() < 5 ? 0 : storage::littleEndianAt<std::uint32_t>(Input(chunk).subspan(1));
    if (const auto lines = storage::decodeLog(chunk, size))
        require(storage::decodeLog(storage::encodeLog(*lines), lines->size()) == lines);
}

/// By the first byte of the input, from '0' on.
constexpr std::array<void (*)(Input, bool), 8> fuzzKinds {fuzzColumns<profiler::OperatorColumns>,
    fuzzColumns<profiler::KernelColumns>, fuzzColumns<profiler::ApiColumns>,
    fuzzColumns<profiler::CopyColumns>, fuzzColumns<profiler::CounterColumns>,
    fuzzRecords<std::int64_t>, fuzzRecords<std::int32_t>, fuzzRecords<std::uint8_t>};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    constexpr std::uint8_t wholeBit = 0x80;
    const bool whole = (data[0] & wholeBit) != 0;
    const Input rest(data + 1, size - 1);
    const auto kind = static_cast<std::size_t>((data[0] & ~wholeBit) - '0');
    const auto fuzz = kind < fuzzKinds.size() ? fuzzKinds.at(kind) : fuzzLog;
    fuzz(rest, whole);
    return 0;
}
