// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/tune_facts.h"
#include "profiler/model/log_ratio.h"

#include <optional>
#include <vector>

/// Which of many settings is the best one, found with few processes: all get a short first
/// repetition, what is clearly slower or fails falls out, and the rest is measured again until
/// three repetitions or more tell the best. Knows no process and no torch: it says what to measure
/// next, and is told what came of it.
namespace profiler {

struct TuneRules {
    nanoseconds budget = std::chrono::minutes(20);
    LogRatio margin = LogRatio::ofEffect(0.03); ///< what differs by less is as good
    int settledRung = 2; ///< after it there are three repetitions: enough for a verdict
    int lastRung = 4; ///< repetitions 4 and 5 only where the best are still not told apart
    int lastBusyRung = 9; ///< up to 10 where other work ran in too many blocks for a verdict
    std::size_t lanesAtOnce = 4; ///< beside the baseline
    /// Of one lane and of a cold process, until some were seen.
    nanoseconds usualLane = std::chrono::seconds(15);
    nanoseconds usualCold = std::chrono::seconds(30);
};

/// What stands for a setting before it ran.
struct TuneEntry {
    int complexity = 0; ///< how many settings it changes; of equals the simpler one wins
    /// It is a way around another one: tried only where that one turns out bad.
    std::optional<int> instead;
};

/// What to measure now: the baseline and these, in lock step.
struct TuneBatch {
    int rung = 0;
    std::vector<int> candidates;
    bool isShort = false; ///< blocks of a few calls do
    bool cold = false; ///< a cold process of each before
    bool check = false; ///< their results are compared with the baseline's afterwards
};

/// What came of it, of one candidate.
struct TuneResult {
    int candidate = 0;
    std::optional<TuneDecision> out; ///< failed, ran eager, results differ
    /// Baseline / candidate by the goal, of all repetitions so far; none: it was not steady.
    std::vector<LogRatio> scores;
    LogRatio spread; ///< half an interval inside a repetition
    std::optional<nanoseconds> compile; ///< what compiling costs, where a process told
};

/// How a batch was measured.
struct TuneConditions {
    nanoseconds lanes {}; ///< time it took
    nanoseconds cold {};
    bool tooBusy = false; ///< other work ran in so many blocks, of all so far, that no times decide
};

/// Where a candidate stands: what it is thought to be faster, and between which bounds.
struct TuneStanding {
    LogRatio mean;
    LogRatio halfWidth;

    [[nodiscard]] LogRatio low() const { return mean - halfWidth; }

    [[nodiscard]] LogRatio high() const { return mean + halfWidth; }
};

/// What is known of a candidate.
struct TuneCandidateState {
    TuneEntry entry;
    std::vector<LogRatio> scores;
    LogRatio spread; ///< half an interval inside a repetition
    std::optional<nanoseconds> compile;
    std::optional<TuneDecision> out; ///< it is measured no further
    std::optional<int> lastRung; ///< in which it ran; none: not tried

    [[nodiscard]] bool runs() const { return !out && lastRung.has_value(); }
};

/// What speed-ups of these candidates differ by between repetitions.
[[nodiscard]] LogRatio noiseOf(const std::vector<TuneCandidateState>& candidates);

/// nullopt: it has no score.
[[nodiscard]] std::optional<TuneStanding> standingOf(
    const TuneCandidateState& candidate, LogRatio noise);

/// The best setting that is measured on, nullopt where none is: of what is not more than the margin
/// slower than the fastest, noise allowed for, the one that is cheaper to compile, then the simpler
/// one.
[[nodiscard]] std::optional<int> bestOf(
    const std::vector<TuneCandidateState>& candidates, LogRatio margin);

class TuneSearch {
public:
    TuneSearch(const std::vector<TuneEntry>& entries, const TuneRules& rules);

    /// What to measure next, `spent` of the budget being gone; nullopt: the search is over.
    [[nodiscard]] std::optional<TuneBatch> next(nanoseconds spent);
    /// What came of the batch given last.
    void take(const std::vector<TuneResult>& results, const TuneConditions& conditions);

    /// Candidates that fell out since this was asked last.
    [[nodiscard]] std::vector<int> takeDropped();

    [[nodiscard]] const std::vector<TuneCandidateState>& candidates() const { return m_candidates; }

    [[nodiscard]] std::optional<int> best() const { return bestOf(m_candidates, m_rules.margin); }

    [[nodiscard]] bool budgetEnded() const { return m_budgetEnded; }

    [[nodiscard]] int rung() const { return m_rung; }

    /// What a lane takes here.
    [[nodiscard]] nanoseconds laneTime() const;

    /// What the first batch takes, as far as it can be told: a smaller budget finds nothing.
    [[nodiscard]] static nanoseconds leastBudget(const TuneRules& rules);

private:
    [[nodiscard]] nanoseconds cost(std::size_t lanes, int rung) const;
    [[nodiscard]] nanoseconds reserve() const;
    [[nodiscard]] std::vector<int> running() const;
    [[nodiscard]] std::optional<TuneStanding> standing(int candidate) const;
    [[nodiscard]] bool isBad(int candidate) const;
    [[nodiscard]] bool isSettled() const;
    [[nodiscard]] std::optional<int> fastest() const;
    [[nodiscard]] std::vector<int> insteadOfBadOnes() const;
    void drop(int candidate, TuneDecision decision);
    void dropSlower();
    void halve(nanoseconds left);
    [[nodiscard]] bool beginNextRung(nanoseconds left);
    [[nodiscard]] std::size_t fitting(nanoseconds left) const;
    [[nodiscard]] TuneBatch batch(std::size_t candidates);

    TuneRules m_rules;
    std::vector<TuneCandidateState> m_candidates;
    std::vector<int> m_waiting; ///< of this rung, in order
    std::vector<int> m_dropped;
    TuneBatch m_running;
    int m_rung = 0;
    bool m_secondWave = false; ///< what is tried instead of bad ones has been looked for
    bool m_tooBusy = false;
    bool m_budgetEnded = false;
    nanoseconds m_laneTime {}; ///< of all lanes seen
    int m_lanes = 0;
    nanoseconds m_coldTime {};
    int m_colds = 0;
};

} // namespace profiler
