// SPDX-License-Identifier: Apache-2.0
#include "profiler/collect/session.h"

#include "profiler/collect/decoder.h"
#include "profiler/model/clocks.h"

#include <chrono>
#include <csignal>
#include <cstring>
#include <pthread.h>
#include <system_error>
#include <utility>

namespace profiler::collect {

namespace {

using std::chrono::milliseconds;

/// CUPTI's threads do not wake the decoder, which would cost them a system call: it looks.
constexpr auto betweenLooks = milliseconds(1);
constexpr auto longestDrain = std::chrono::seconds(20);
constexpr std::uint32_t cupti129 = 27; ///< takes a refused buffer
constexpr std::uint32_t firstOfNewNumbers = 130000;

int majorOf(std::uint32_t cuptiVersion)
{
    return cuptiVersion < firstOfNewNumbers ? 12 : static_cast<int>(cuptiVersion / 10000);
}

Outcome<void> checkDriverFits(const Driver& driver, const CuptiApi& api)
{
    if (driver.version() / 1000 >= majorOf(api.version))
        return {};
    return refuse(FUSESCOPE_COLLECTOR_DRIVER_OLD,
        "no kernels were collected: the NVIDIA driver knows CUDA "
            + std::to_string(driver.version() / 1000) + "."
            + std::to_string(driver.version() % 1000 / 10) + ", CUPTI is of CUDA "
            + std::to_string(majorOf(api.version))
            + "; update the driver or install torch for an earlier CUDA");
}

/// Signals go to the threads of the program.
class SignalsBlocked {
public:
    SignalsBlocked()
    {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &m_before);
    }

    ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &m_before, nullptr); }

    SignalsBlocked(const SignalsBlocked&) = delete;
    SignalsBlocked& operator=(const SignalsBlocked&) = delete;
    SignalsBlocked(SignalsBlocked&&) = delete;
    SignalsBlocked& operator=(SignalsBlocked&&) = delete;

private:
    sigset_t m_before {};
};

tl::unexpected<Failure> outOfTurn(const char* what)
{
    return refuse(FUSESCOPE_COLLECTOR_BAD_ORDER, what);
}

} // namespace

Outcome<std::unique_ptr<Session>> Session::open(SessionRules rules)
{
    auto driver = Driver::find();
    if (!driver)
        return tl::unexpected(driver.error());
    auto api = loadCupti(rules.cuptiPath.c_str());
    if (!api)
        return tl::unexpected(api.error());
    if (auto fits = checkDriverFits(*driver, *api); !fits)
        return tl::unexpected(fits.error());
    rules.pool.mayRefuse = api->version >= cupti129;
    return std::unique_ptr<Session>(new Session(std::move(rules), *driver, std::move(*api)));
}

Session::Session(SessionRules rules, Driver driver, CuptiApi api)
    : m_rules(std::move(rules))
    , m_driver(driver)
    , m_inbox(*new Inbox(m_rules.pool))
    , m_activity(std::move(api), m_inbox)
{
}

Session::~Session()
{
    m_stopping = true;
    if (m_decoder.joinable())
        m_decoder.join();
}

Outcome<void> Session::start()
{
    if (m_state != State::Opened)
        return outOfTurn("the collector was started before");
    if (auto on
        = m_activity.switchOn({.allApis = m_rules.trace.allApis, .graphLevel = m_rules.graphLevel});
        !on) {
        m_activity.switchOff();
        return on;
    }
    const SignalsBlocked blocked;
    m_decoder = std::thread([this] { decodeUntilStopped(); });
    pthread_setname_np(m_decoder.native_handle(), "fusescope-trace");
    m_state = State::Started;
    return {};
}

Outcome<void> Session::beginTrace(const char* spoolPath)
{
    if (m_state != State::Started || m_tables)
        return outOfTurn("a trace begins after the collector's start and after the last trace");
    // What CUPTI held back would come later, into this trace.
    if (auto brought = bringAll(true); !brought)
        return brought;
    auto tables = std::make_unique<TraceTables>(m_rules.trace, m_inbox.graphs);
    if (const int error = tables->open(spoolPath); error != 0)
        return refuse(FUSESCOPE_COLLECTOR_IO,
            "no kernels were collected: " + std::string(spoolPath)
                + " could not be written: " + std::generic_category().message(error));
    (void)m_activity.takeDropped(); // before the trace
    m_refusedBefore = m_inbox.pool.refused();
    m_overgrownBefore = m_inbox.pool.overgrown();
    m_late = false;
    const std::lock_guard lock(m_mutex);
    m_calls = std::make_unique<CallWindows>();
    m_tables = std::move(tables);
    return {};
}

void Session::beginCall()
{
    if (m_calls)
        m_calls->begin();
}

void Session::endCall()
{
    if (m_calls)
        m_calls->end();
}

Outcome<void> Session::flush()
{
    return m_state == State::Started ? m_activity.flush(false)
                                     : outOfTurn("the collector does not run");
}

Outcome<SessionReport> Session::endTrace()
{
    if (!m_tables)
        return outOfTurn("no trace was begun");
    // The caller has synchronised, so nothing is unfinished: what is held back nevertheless has to
    // come now, since it would be missing and nobody would know.
    const auto brought = bringAll(false).and_then([&] { return bringAll(true); });
    if (!brought)
        addReason(brought.error().sentence);
    return finishTrace(m_activity.takeDropped());
}

Outcome<SessionReport> Session::stop()
{
    if (std::exchange(m_state, State::Stopped) != State::Started)
        return m_last;
    // The process may be ending, its driver already shut down: CUPTI would wait for it.
    const bool alive = !m_driver.isGone();
    if (alive) {
        (void)bringAll(true);
        m_activity.switchOff();
    }
    if (m_tables) {
        addReason("the process stopped before its trace was ended");
        m_last = finishTrace(alive ? m_activity.takeDropped() : 0);
    }
    m_stopping = true;
    m_decoder.join();
    return m_last;
}

void Session::addReason(std::string sentence)
{
    const std::lock_guard lock(m_mutex);
    m_tables->addReason(std::move(sentence));
}

Outcome<void> Session::bringAll(bool forced)
{
    auto flushed = m_activity.flush(forced);
    if (!drain())
        m_late = true;
    return flushed;
}

SessionReport Session::finishTrace(std::int64_t dropped)
{
    TraceLosses losses {.dropped = dropped,
        .refused = static_cast<std::int64_t>(m_inbox.pool.refused() - m_refusedBefore)};
    std::unique_ptr<TraceTables> tables;
    {
        const std::lock_guard lock(m_mutex);
        tables = std::move(m_tables);
        tables->writeCalls(m_calls->takeNew());
        losses.clockStepNs = m_calls->clockStepNs();
        losses.spansLost = m_calls->lost();
    }
    addReasons(losses);
    losses = tables->finish(std::move(losses));
    m_last = report(tables->counts(), std::move(losses));
    return m_last;
}

void Session::addReasons(TraceLosses& losses) const
{
    if (m_late)
        losses.reasons.emplace_back("records that came last were not read in time");
    if (m_inbox.pool.overgrown() > m_overgrownBefore)
        losses.reasons.emplace_back("the records came faster than they were written: CUPTI before "
                                    "12.9 was given more memory than was meant for it");
}

SessionReport Session::report(RecordCounts counts, TraceLosses losses) const
{
    return {.counts = counts,
        .losses = std::move(losses),
        .buffersOut = m_inbox.out.load(),
        .buffersBack = m_inbox.back.load(),
        .bytes = m_bytes.load(),
        .decodeNs = m_decodeNs.load(),
        .poolPeak = m_inbox.pool.made()};
}

bool Session::drain() const
{
    const auto wanted = m_inbox.back.load(std::memory_order_acquire);
    const auto deadline = std::chrono::steady_clock::now() + longestDrain;
    while (m_decoded.load(std::memory_order_acquire) < wanted) {
        if (std::chrono::steady_clock::now() > deadline)
            return false;
        std::this_thread::sleep_for(milliseconds(1) / 4);
    }
    return true;
}

void Session::decodeUntilStopped()
{
    bool waits = false;
    while (true) {
        const bool last = m_stopping.load();
        if (decodeFilled()) {
            waits = true;
            continue;
        }
        if (std::exchange(waits, false))
            writeWhatWaits();
        if (last)
            return;
        std::this_thread::sleep_for(betweenLooks);
    }
}

bool Session::decodeFilled()
{
    auto* buffer = m_inbox.filled.takeAll();
    if (buffer == nullptr)
        return false;
    while (buffer != nullptr) {
        auto* next = buffer->next;
        decode(*buffer);
        m_inbox.pool.giveBack(buffer);
        m_inbox.pool.keepAhead();
        m_decoded.fetch_add(1, std::memory_order_release);
        buffer = next;
    }
    return true;
}

void Session::decode(Buffer& buffer)
{
    const auto start = steadyNow();
    {
        const std::lock_guard lock(m_mutex);
        if (m_tables)
            Decoder(m_activity.api().nextRecord)
                .decode({buffer.data(), buffer.validBytes}, *m_tables);
    }
    // CUPTI was promised zeros; it may have written behind the records that count.
    std::memset(buffer.data(), 0, m_inbox.pool.bufferBytes());
    m_bytes.fetch_add(buffer.validBytes, std::memory_order_relaxed);
    m_decodeNs.fetch_add(
        static_cast<std::uint64_t>(steadyNow() - start), std::memory_order_relaxed);
}

/// Nothing comes for now: what is there goes to the file, so that a kill loses little.
void Session::writeWhatWaits()
{
    const std::lock_guard lock(m_mutex);
    if (!m_tables)
        return;
    m_tables->writeThrough();
    m_tables->writeCalls(m_calls->takeNew());
}

} // namespace profiler::collect
