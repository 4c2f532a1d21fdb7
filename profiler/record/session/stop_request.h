// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace profiler {

/// Set from a signal handler or another thread; read by the recorder. Lock free.
class StopRequest {
public:
    /// First call: stop after the block, store, close. Second: kill the workers now.
    void request() { m_level.fetch_add(1); }

    void pauseAfterRound(bool paused) { m_paused.store(paused); }

    void skipVariant(int variant) { m_skip.fetch_or(bit(variant)); }

    /// One that failed or was skipped takes part again from the next repetition on.
    void retryVariant(int variant) { m_retry.fetch_or(bit(variant)); }

    [[nodiscard]] bool requested() const { return m_level.load() > 0; }

    [[nodiscard]] bool killRequested() const { return m_level.load() > 1; }

    [[nodiscard]] bool paused() const { return m_paused.load(); }

    /// A bit for each variant to skip, by its index; given once.
    [[nodiscard]] std::uint64_t takeSkipped() { return m_skip.exchange(0); }

    [[nodiscard]] std::uint64_t takeRetried() { return m_retry.exchange(0); }

    [[nodiscard]] static constexpr std::uint64_t bit(int variant)
    {
        return variant >= 0 && variant < 64 ? std::uint64_t {1} << static_cast<unsigned>(variant)
                                            : 0;
    }

private:
    std::atomic<int> m_level {0};
    std::atomic<bool> m_paused {false};
    std::atomic<std::uint64_t> m_skip {0};
    std::atomic<std::uint64_t> m_retry {0};
};

} // namespace profiler
