// SPDX-License-Identifier: Apache-2.0
#include "profiler/agent/agent.h"
#include "profiler/evidence/compile/payback_series.h"
#include "profiler/evidence/numerics/numerics.h"
#include "profiler/judge/verdict.h"
#include "profiler/statistics/autocorrelation.h"
#include "profiler/statistics/bootstrap.h"
#include "profiler/statistics/busy_spans.h"
#include "profiler/statistics/change_points.h"
#include "profiler/statistics/density.h"
#include "profiler/statistics/order_interval.h"
#include "profiler/statistics/outliers.h"
#include "profiler/statistics/quantiles.h"
#include "profiler/statistics/signed_rank.h"
#include "profiler/statistics/t_interval.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// Runs every section of a vectors file through the functions of profiler/statistics. The file is
/// FUSESCOPE_STATS_VECTORS, or our own small one. Each section carries its definition; a value is
/// right within `tol` where the section gives one, else within 1e-9 of it, relative.
namespace {

using namespace profiler;
using nlohmann::json;

using Values = std::vector<double>;

// Differences of printed values near 0 have no relative accuracy to speak of.
constexpr double absoluteSlack = 1e-12;
constexpr double relativeSlack = 1e-9;

// The tolerances are for 10 000 draws; more make a pass independent of the seed.
constexpr Resampling manyDraws {.draws = 100'000};

void expectNear(const json& expected, double actual, std::optional<double> tolerance = {})
{
    ASSERT_TRUE(expected.is_number()) << expected;
    const double value = expected.get<double>();
    EXPECT_NEAR(actual, value, tolerance.value_or(absoluteSlack + relativeSlack * std::abs(value)));
}

void expectOptional(
    const json& expected, std::optional<double> actual, std::optional<double> tolerance = {})
{
    if (expected.is_null()) {
        EXPECT_FALSE(actual) << *actual;
        return;
    }
    ASSERT_TRUE(actual) << "missing, expected " << expected;
    expectNear(expected, *actual, tolerance);
}

/// Compares where the section has that key: other vectors may leave some out.
class Section {
public:
    explicit Section(const json& values)
        : m_values(values)
        , m_tolerance(values.contains("tol") && values["tol"].is_number()
                  ? std::optional(values["tol"].get<double>())
                  : std::nullopt)
    {
    }

    void check(const std::string& key, std::optional<double> actual) const
    {
        SCOPED_TRACE(key);
        if (m_values.contains(key))
            expectOptional(m_values[key], actual, m_tolerance);
    }

    void check(const std::string& key, const Values& actual) const
    {
        SCOPED_TRACE(key);
        if (!m_values.contains(key))
            return;
        const auto& expected = m_values[key];
        ASSERT_EQ(expected.size(), actual.size());
        for (std::size_t i = 0; i < actual.size(); ++i)
            expectNear(expected[i], actual[i], m_tolerance);
    }

    /// [low, high], both or none; `toleranceKey` names two absolute tolerances or one.
    void checkEnds(const std::string& key, const std::optional<Interval>& actual,
        const std::string& toleranceKey = {}) const
    {
        SCOPED_TRACE(key);
        if (!m_values.contains(key))
            return;
        const auto& expected = m_values[key];
        if (expected.is_null()) {
            EXPECT_FALSE(actual);
            return;
        }
        ASSERT_TRUE(actual);
        expectOptional(expected.at(0), actual->low, toleranceAt(toleranceKey, 0));
        expectOptional(expected.at(1), actual->high, toleranceAt(toleranceKey, 1));
    }

    template <typename Integer>
    void checkCount(const std::string& key, Integer actual) const
    {
        SCOPED_TRACE(key);
        if (m_values.contains(key)) {
            EXPECT_EQ(m_values[key].get<std::int64_t>(), static_cast<std::int64_t>(actual));
        }
    }

    void checkTruth(const std::string& key, bool actual) const
    {
        SCOPED_TRACE(key);
        if (m_values.contains(key)) {
            EXPECT_EQ(m_values[key].get<bool>(), actual);
        }
    }

    Values values(const std::string& key) const { return m_values.at(key).get<Values>(); }

    double number(const std::string& key) const { return m_values.at(key).get<double>(); }

    const json& at(const std::string& key) const { return m_values.at(key); }

    const json& all() const { return m_values; }

private:
    std::optional<double> toleranceAt(const std::string& key, std::size_t end) const
    {
        if (key.empty() || !m_values.contains(key))
            return m_tolerance;
        const auto& tolerance = m_values[key];
        return tolerance.is_array() ? tolerance.at(end).get<double>() : tolerance.get<double>();
    }

    const json& m_values;
    std::optional<double> m_tolerance;
};

template <typename Integer>
std::optional<double> real(std::optional<Integer> value)
{
    return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
}

void eachCase(const json& section, const std::function<void(const Section&)>& check)
{
    const auto& cases = section.contains("cases") ? section["cases"] : json::array({section});
    ASSERT_FALSE(cases.empty());
    for (std::size_t i = 0; i < cases.size(); ++i) {
        SCOPED_TRACE("case " + std::to_string(i));
        check(Section(cases[i]));
    }
}

void checkOrder(const Section& section, const OrderInterval& interval)
{
    section.check("rank_lower", real(interval.rankLower));
    section.check("rank_upper", real(interval.rankUpper));
    section.check("lower", interval.lower);
    section.check("upper", interval.upper);
    section.check("achieved_coverage", interval.coverage);
}

void checkMedianIntervals(const json& section)
{
    eachCase(section, [](const Section& each) {
        const auto ascending = sorted(each.values("samples"));
        each.check("median", median(ascending));
        checkOrder(each, medianInterval(ascending, each.all().value("conf", 0.95)));
    });
}

void checkPercentiles(const json& section)
{
    eachCase(section, [](const Section& each) {
        const auto ascending = sorted(each.values("samples"));
        for (const auto& [p, value] : each.at("linear_type7").items())
            expectNear(value, quantileOfSorted(ascending, std::stod(p)));
        for (const auto& [p, expected] : each.at("ci95_ranks").items()) {
            SCOPED_TRACE("p " + p);
            checkOrder(Section(expected), orderInterval(ascending, std::stod(p)));
        }
    });
    if (!section.contains("min_n_for_two_sided_95ci"))
        return;
    for (const auto& [p, needed] : section["min_n_for_two_sided_95ci"].items())
        EXPECT_EQ(callsNeeded(std::stod(p)), needed.get<std::int64_t>()) << p;
}

Values logRatios(const Values& above, const Values& below)
{
    EXPECT_EQ(above.size(), below.size());
    Values ratios;
    for (std::size_t i = 0; i < above.size(); ++i)
        ratios.push_back(std::log(above[i] / below.at(i)));
    return ratios;
}

Interval exponential(const Interval& interval)
{
    return {std::exp(interval.estimate), std::exp(interval.low), std::exp(interval.high)};
}

void checkPairedRounds(const json& section)
{
    eachCase(section, [](const Section& each) {
        const auto d
            = logRatios(each.values("eager_round_medians"), each.values("compiled_round_medians"));
        const auto result = pairedRounds(d);
        ASSERT_TRUE(result);
        each.check("log_ratio_median_exp", std::exp(result->median));
        each.check("hodges_lehmann_exp", std::exp(result->hodgesLehmann));
        each.checkCount("walsh_count", result->walshCount);
        each.check("wilcoxon_exact_p", result->pValue);
        each.check("hl_ci95_rank", real(result->rank));
        each.check("achieved_coverage", result->coverage);
        std::optional<Interval> ends;
        if (result->low)
            ends = exponential({result->hodgesLehmann, *result->low, *result->high});
        each.checkEnds("hl_ci95_exp", ends);
    });
}

void checkHierarchical(const json& section)
{
    eachCase(section, [](const Section& each) {
        std::vector<Values> processes;
        Values medians;
        Values ratios;
        for (const auto& process : each.at("processes")) {
            processes.push_back(
                logRatios(process["eager"].get<Values>(), process["compiled"].get<Values>()));
            medians.push_back(*median(processes.back()));
            ratios.push_back(std::exp(medians.back()));
        }
        each.check("per_process_exp_median", ratios);
        each.check("estimate", std::exp(*mean(medians)));
        each.checkEnds("t_interval95", logTInterval(medians));
        each.checkEnds("boot95", hierarchicalBootstrap(processes, manyDraws), "tol_B10000");
    });
}

void checkOutliers(const json& section)
{
    eachCase(section, [](const Section& each) {
        const auto samples = each.values("samples");
        const auto result = tukeyOutliers(samples);
        ASSERT_TRUE(result);
        each.check("q1", result->q1);
        each.check("q3", result->q3);
        each.check("iqr", result->q3 - result->q1);
        each.checkCount("low_severe", result->lowSevere);
        each.checkCount("low_mild", result->lowMild);
        each.checkCount("high_mild", result->highMild);
        each.checkCount("high_severe", result->highSevere);
        each.check("mad_raw", medianAbsoluteDeviation(samples));
        each.check("iqr_over_median", (result->q3 - result->q1) / *median(samples));
    });
}

void checkAutocorrelation(const json& section)
{
    eachCase(section, [](const Section& each) {
        const auto result = autocorrelation(each.values("samples"));
        ASSERT_TRUE(result);
        each.check("r1", result->r.front());
        each.check("r_1_to_10", result->r);
        each.check("n_eff", result->effectiveCount);
        each.check("ljung_box_Q10", result->ljungBox);
        each.check("p", result->pValue);
    });
}

void checkChangePoints(const json& section)
{
    eachCase(section, [](const Section& each) {
        const auto series = each.values("series");
        const double sigma = noiseOfNeighbours(series);
        const double penalty = changePointPenalty(sigma, series.size());
        each.check("sigma_hat", sigma);
        each.check("penalty", penalty);
        const auto result = segment(series, penalty, each.at("min_segment").get<std::size_t>());
        Values begins;
        Values means;
        for (const auto& stretch : result.segments) {
            means.push_back(stretch.mean);
            if (stretch.begin > 0)
                begins.push_back(static_cast<double>(stretch.begin));
        }
        each.check("change_points_0based_start_of_new_segment", begins);
        each.check("segment_means", means);
        each.check("cost", result.cost);
    });
}

void checkDensity(const json& section)
{
    eachCase(section, [](const Section& each) {
        const auto ascending = sorted(each.values("samples"));
        const KernelDensity density(ascending);
        each.check("h", density.bandwidth());
        Values f;
        for (const double t : each.values("t"))
            f.push_back(density.at(t));
        each.check("f", f);
    });
}

void checkPayback(const json& section)
{
    eachCase(section, [](const Section& each) {
        each.check("n_star",
            real(paybackCalls(each.number("extra_first_call_ms"), each.number("eager_ms"),
                each.number("compiled_ms"))));
    });
    if (!section.contains("interval"))
        return;
    const Section interval(section["interval"]);
    const auto cost = interval.values("C_lo_hi");
    const auto saved = interval.values("delta_ci95");
    const auto range = paybackRange(
        {.low = cost.at(0), .high = cost.at(1)}, {.low = saved.at(0), .high = saved.at(1)});
    const auto& expected = interval.at("n_star_lo_hi");
    if (expected.is_null()) {
        EXPECT_FALSE(range);
        return;
    }
    ASSERT_TRUE(range);
    expectOptional(expected.at(0), static_cast<double>(range->low));
    expectOptional(expected.at(1), real(range->high));
}

void checkGpuBusy(const json& section)
{
    eachCase(section, [](const Section& each) {
        std::vector<TimeSpan> spans;
        for (const auto& span : each.at("intervals_ns"))
            spans.push_back({span.at(0).get<std::int64_t>(), span.at(1).get<std::int64_t>()});
        const auto& ends = each.at("window_ns");
        const TimeSpan window {ends.at(0).get<std::int64_t>(), ends.at(1).get<std::int64_t>()};
        const auto length = static_cast<double>(window.end - window.begin);
        const auto busyNs = coveredNs(unionOf(spans), window);
        each.checkCount("busy_ns", busyNs);
        each.check("busy_fraction", static_cast<double>(busyNs) / length);
    });
}

std::vector<float> floats(const Values& values)
{
    std::vector<float> result;
    for (const double value : values)
        result.push_back(static_cast<float>(value));
    return result;
}

/// "mismatch_count_atol1e-5_rtol1.3e-6", "allclose_1e-4_1e-4": the tolerances are in the key.
std::optional<Tolerance> toleranceIn(const std::string& key, const std::string& prefix)
{
    if (!key.starts_with(prefix))
        return std::nullopt;
    auto rest = key.substr(prefix.size());
    const auto parting = rest.find('_');
    if (parting == std::string::npos)
        return std::nullopt;
    auto relative = rest.substr(parting + 1);
    if (relative.starts_with("rtol"))
        relative = relative.substr(4);
    return Tolerance {.relative = std::stod(relative), .absolute = std::stod(rest)};
}

/// As the agent does it in the process of the model.
fusescope_numerics compareTensors(const std::vector<float>& reference,
    const std::vector<float>& result, const Values& fp64, const Tolerance& tolerance)
{
    fusescope_numerics out {};
    const auto size = static_cast<std::int64_t>(reference.size());
    EXPECT_EQ(agent_compare(reference.data(), result.data(), fp64.empty() ? nullptr : fp64.data(),
                  FUSESCOPE_FLOAT32, size, size, tolerance.relative, tolerance.absolute, &out),
        0);
    return out;
}

void checkNumerics(const json& section)
{
    eachCase(section, [](const Section& each) {
        const auto eager = floats(each.values("eager_f32"));
        const auto compiled = floats(each.values("compiled_f32"));
        const auto fp64 = each.values("fp64");
        const auto result = compareTensors(eager, compiled, fp64, *toleranceOf("float32"));
        each.check("max_abs", result.max_abs);
        each.check("max_rel", result.max_rel);
        each.checkCount("max_ulp", result.max_ulp);
        each.check("cosine", result.cosine);
        each.check("rmse_eager_fp64", result.rmse_reference);
        each.check("rmse_compiled_fp64", result.rmse_result);
        each.check("rmse_ratio", result.rmse_result / result.rmse_reference);
        each.checkCount("bit_equal_count", result.bit_equal);
        each.checkTruth("argmax_equal", result.argmax_equal == result.argmax_rows);
        for (const auto& [key, value] : each.all().items()) {
            if (const auto tolerance = toleranceIn(key, "mismatch_count_atol"))
                each.checkCount(key, compareTensors(eager, compiled, {}, *tolerance).mismatches);
            if (const auto tolerance = toleranceIn(key, "allclose_"))
                each.checkTruth(
                    key, compareTensors(eager, compiled, {}, *tolerance).mismatches == 0);
        }
    });
}

void checkVerdicts(const json& section)
{
    static const std::map<std::string, Verdict> words {{"faster", Verdict::Faster},
        {"slower", Verdict::Slower}, {"no difference", Verdict::NoDifference},
        {"faster, size unclear", Verdict::UndecidedLeaningFaster},
        {"slower, size unclear", Verdict::UndecidedLeaningSlower},
        {"undecided", Verdict::Undecided}};
    eachCase(section, [](const Section& each) {
        const Interval interval {.low = each.number("lo"), .high = each.number("hi")};
        EXPECT_EQ(verdictOf(interval, {.minimumEffect = each.number("m")}),
            words.at(each.at("verdict").get<std::string>()));
    });
}

json readVectors()
{
    const char* given = std::getenv("FUSESCOPE_STATS_VECTORS"); // NOLINT(concurrency-mt-unsafe)
    const std::string path = given != nullptr && *given != '\0' ? given
                                                                : FUSESCOPE_SOURCE_DIR
        "/tests/data/stats_vectors_small.json";
    std::ifstream file(path);
    EXPECT_TRUE(file) << "cannot read " << path;
    auto vectors = json::parse(file, nullptr, false);
    EXPECT_TRUE(vectors.is_object()) << path << " is no JSON object";
    return vectors;
}

TEST(StatsVectors, EverySectionHolds)
{
    const auto vectors = readVectors();
    ASSERT_TRUE(vectors.is_object());
    const std::map<std::string, std::function<void(const json&)>> checks {
        {"median_ci", checkMedianIntervals}, {"percentiles", checkPercentiles},
        {"paired_rounds", checkPairedRounds}, {"hierarchical", checkHierarchical},
        {"outliers_tukey", checkOutliers}, {"autocorrelation", checkAutocorrelation},
        {"change_points", checkChangePoints}, {"kde_silverman", checkDensity},
        {"kde_bimodal", checkDensity}, {"break_even", checkPayback}, {"gpu_busy", checkGpuBusy},
        {"numerics", checkNumerics}, {"verdict", checkVerdicts}};
    // Other files may have sections of statistics that Fusescope does not offer.
    const std::set<std::string> notOffered {
        "ratio_bootstrap", "mann_whitney", "ecdf", "freedman_diaconis", "open_loop"};
    for (const auto& [name, section] : vectors.items()) {
        if (!name.starts_with('_') && !notOffered.contains(name)) {
            EXPECT_TRUE(checks.contains(name)) << "no check for section " << name;
        }
    }
    for (const auto& [name, check] : checks) {
        SCOPED_TRACE(name);
        ASSERT_TRUE(vectors.contains(name)) << "section " << name << " is missing";
        check(vectors[name]);
    }
}

} // namespace
