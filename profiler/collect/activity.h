// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/collect/buffer_pool.h"
#include "profiler/collect/cupti_api.h"
#include "profiler/collect/graph_epochs.h"

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

namespace profiler::collect {

/// Where CUPTI's callbacks put what they bring. They get no pointer of ours, so there is one in the
/// process, and it is never destroyed: a callback may come late.
struct Inbox {
    explicit Inbox(PoolRules rules)
        : pool(rules)
    {
    }

    BufferPool pool;
    FilledBuffers filled;
    GraphEpochs graphs;
    std::atomic<std::uint64_t> out {0}; ///< buffers that CUPTI was given
    std::atomic<std::uint64_t> back {0};
};

struct ActivityRules {
    bool allApis = false;
    bool graphLevel = false; ///< a replay of a graph is one record, which costs far less
};

/// CUPTI's activity records switched on for this process, once, before CUDA starts.
class Activity {
public:
    Activity(CuptiApi api, Inbox& inbox);

    /// Refused: another profiler, no permission, a device that cannot be traced.
    [[nodiscard]] Outcome<void> switchOn(ActivityRules rules);
    void switchOff();

    /// Of the device synchronised before, `forced` brings buffers with unfinished records, too.
    [[nodiscard]] Outcome<void> flush(bool forced);
    /// Records that CUPTI gave up since the last time.
    [[nodiscard]] std::int64_t takeDropped() const;

    [[nodiscard]] const CuptiApi& api() const { return m_api; }

    [[nodiscard]] const std::string& otherSubscriber() const { return m_otherSubscriber; }

private:
    [[nodiscard]] Outcome<void> subscribe();
    [[nodiscard]] Outcome<void> enableKinds(bool graphLevel);
    [[nodiscard]] Outcome<void> enableApis(bool allApis);
    [[nodiscard]] Outcome<void> enableKind(CUpti_ActivityKind kind);
    [[nodiscard]] tl::unexpected<Failure> refusal(CUptiResult result, const char* step) const;
    void askWhoElse();

    CuptiApi m_api;
    CUpti_SubscriberHandle m_subscriber = nullptr;
    std::vector<CUpti_ActivityKind> m_enabled;
    std::string m_otherSubscriber;
};

} // namespace profiler::collect
