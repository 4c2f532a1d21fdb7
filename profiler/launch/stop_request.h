// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

namespace profiler {

/// Set from a signal handler or another thread; read by the recorder. Lock free.
class StopRequest {
public:
    /// First call: stop after the block, store, close. Second: kill the workers now.
    void request() { m_level.fetch_add(1); }

    void pauseAfterRound(bool paused) { m_paused.store(paused); }

    void skipVariant(int variant) { m_skip.store(variant); }

    [[nodiscard]] bool requested() const { return m_level.load() > 0; }

    [[nodiscard]] bool killRequested() const { return m_level.load() > 1; }

    [[nodiscard]] bool paused() const { return m_paused.load(); }

    /// The variant to skip, once; -1 = none.
    [[nodiscard]] int takeSkippedVariant() { return m_skip.exchange(-1); }

private:
    std::atomic<int> m_level {0};
    std::atomic<bool> m_paused {false};
    std::atomic<int> m_skip {-1};
};

} // namespace profiler
