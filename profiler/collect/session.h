// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/collect/activity.h"
#include "profiler/collect/call_windows.h"
#include "profiler/collect/driver.h"
#include "profiler/collect/trace_tables.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace profiler::collect {

struct SessionRules {
    std::string cuptiPath;
    PoolRules pool;
    TraceRules trace;
    bool graphLevel = false;
};

/// What was seen of the last trace and of the session.
struct SessionReport {
    RecordCounts counts;
    TraceLosses losses;
    std::uint64_t buffersOut = 0;
    std::uint64_t buffersBack = 0;
    std::uint64_t bytes = 0;
    std::uint64_t decodeNs = 0;
    std::uint64_t poolPeak = 0;
};

/// The one recording of kernels in a process. CUPTI cannot be restarted: from the second time on,
/// launches of graphs carry wrong ids.
class Session {
public:
    [[nodiscard]] static Outcome<std::unique_ptr<Session>> open(SessionRules rules);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    Session(Session&&) = delete;
    Session& operator=(Session&&) = delete;

    [[nodiscard]] Outcome<void> start();
    [[nodiscard]] Outcome<void> beginTrace(const char* spoolPath);
    void beginCall();
    void endCall();
    [[nodiscard]] Outcome<void> flush();
    [[nodiscard]] Outcome<SessionReport> endTrace();
    /// The report is that of the last trace.
    [[nodiscard]] Outcome<SessionReport> stop();

    [[nodiscard]] const CuptiApi& cupti() const { return m_activity.api(); }

    [[nodiscard]] const Driver& driver() const { return m_driver; }

    [[nodiscard]] const std::string& otherSubscriber() const
    {
        return m_activity.otherSubscriber();
    }

private:
    enum class State { Opened, Started, Stopped };

    Session(SessionRules rules, Driver driver, CuptiApi api);

    void decodeUntilStopped();
    [[nodiscard]] bool decodeFilled();
    void decode(Buffer& buffer);
    void writeWhatWaits();
    /// Waits until what CUPTI gave back so far is decoded.
    [[nodiscard]] bool drain() const;
    [[nodiscard]] Outcome<void> bringAll(bool forced);
    [[nodiscard]] SessionReport report(RecordCounts counts, TraceLosses losses) const;
    [[nodiscard]] SessionReport finishTrace(std::int64_t dropped);
    void addReasons(TraceLosses& losses) const;
    void addReason(std::string sentence);

    SessionRules m_rules;
    Driver m_driver;
    Inbox& m_inbox; ///< never destroyed
    Activity m_activity;
    State m_state = State::Opened;
    std::thread m_decoder;
    std::atomic<bool> m_stopping {false};
    std::atomic<std::uint64_t> m_decoded {0}; ///< buffers
    std::atomic<std::uint64_t> m_bytes {0};
    std::atomic<std::uint64_t> m_decodeNs {0};

    std::mutex m_mutex; ///< what follows belongs to this thread and the decoder
    std::unique_ptr<TraceTables> m_tables; ///< null = rows are dropped
    std::unique_ptr<CallWindows> m_calls;

    std::uint64_t m_refusedBefore = 0;
    std::uint64_t m_overgrownBefore = 0;
    bool m_late = false; ///< some buffer of this trace was not decoded in time
    SessionReport m_last;
};

} // namespace profiler::collect
