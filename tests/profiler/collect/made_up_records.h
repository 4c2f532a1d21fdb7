// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/collect/decoder.h"
#include "profiler/collect/record_layout.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// Buffers of records as the versions of CUPTI write them, and walkers that know their sizes.
namespace collect_test {

/// What differs between versions: records grew at their ends.
struct RecordSizes {
    std::size_t kernel = 0;
    std::size_t copy = 0;
    std::size_t overhead = 0;

    [[nodiscard]] std::size_t of(CUpti_ActivityKind kind) const; ///< 0: not known to the version
};

inline constexpr RecordSizes cupti124 {.kernel = 208, .copy = 88, .overhead = 48};
inline constexpr RecordSizes cupti130 {.kernel = 216, .copy = 96, .overhead = 56};
/// Kernel11 to Kernel13 of CUDA 13.1 and later.
inline constexpr RecordSizes cupti131 {.kernel = 224, .copy = 96, .overhead = 56};
inline constexpr RecordSizes cupti132 {.kernel = 240, .copy = 96, .overhead = 56};
inline constexpr RecordSizes cupti133 {.kernel = 248, .copy = 96, .overhead = 56};

/// As cuptiActivityGetNextRecord of that version does it.
[[nodiscard]] CUptiResult nextRecord(
    const RecordSizes& sizes, std::uint8_t* buffer, std::size_t bytes, CUpti_Activity** record);

/// The same as the plain function that a decoder takes.
template <std::size_t kernel, std::size_t copy, std::size_t overhead>
CUptiResult walk(std::uint8_t* buffer, std::size_t bytes, CUpti_Activity** record)
{
    return nextRecord({kernel, copy, overhead}, buffer, bytes, record);
}

inline constexpr profiler::collect::RecordWalker walk124 = &walk<208, 88, 48>;
inline constexpr profiler::collect::RecordWalker walk130 = &walk<216, 96, 56>;
inline constexpr profiler::collect::RecordWalker walk131 = &walk<224, 96, 56>;
inline constexpr profiler::collect::RecordWalker walk132 = &walk<240, 96, 56>;
inline constexpr profiler::collect::RecordWalker walk133 = &walk<248, 96, 56>;

struct MadeUpKernel {
    std::uint64_t start = 1000;
    std::uint64_t end = 1500;
    const char* name = "kernel";
    std::uint32_t correlation = 1;
    std::uint32_t stream = 7;
    std::uint32_t graph = 0;
    std::uint64_t node = 0;
    std::int32_t gridX = 1;
};

struct MadeUpCall {
    std::uint64_t start = 900;
    std::uint64_t end = 950;
    std::uint32_t correlation = 1;
    std::uint32_t thread = 41;
    std::uint32_t result = 0;
    CUpti_CallbackId id = 211; ///< cudaLaunchKernel
    CUpti_ActivityKind kind = CUPTI_ACTIVITY_KIND_RUNTIME;
};

struct MadeUpCopy {
    std::uint64_t start = 1000;
    std::uint64_t end = 1500;
    std::uint64_t bytes = 4096;
    std::uint32_t correlation = 1;
    std::uint8_t kind = CUPTI_ACTIVITY_MEMCPY_KIND_HTOD;
};

/// Records one behind the other, aligned as CUPTI wants its buffers.
class RecordBuffer {
public:
    explicit RecordBuffer(RecordSizes sizes = cupti130)
        : m_sizes(sizes)
    {
    }

    RecordBuffer& add(const MadeUpKernel& kernel);
    RecordBuffer& add(const MadeUpCall& call);
    RecordBuffer& add(const MadeUpCopy& copy);
    RecordBuffer& addPeerCopy(const MadeUpCopy& copy);
    RecordBuffer& addFill(const MadeUpCopy& fill);
    /// Of a session that records whole replays.
    RecordBuffer& addGraph(const MadeUpKernel& replay);
    RecordBuffer& addOverhead(std::uint64_t start, std::uint64_t end);
    /// Some record of that kind and length.
    RecordBuffer& addRaw(std::uint32_t kind, std::size_t bytes);

    [[nodiscard]] std::span<std::uint8_t> bytes()
    {
        return {reinterpret_cast<std::uint8_t*>(m_words.data()), m_words.size() * 8};
    }

private:
    template <typename Record>
    void append(const Record& record, std::size_t size);

    RecordSizes m_sizes;
    std::vector<std::uint64_t> m_words;
};

} // namespace collect_test
