// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/suite/suite.h"

#include "profiler/judge/verdict.h"
#include "profiler/statistics/geometric_mean.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

namespace profiler {

namespace {

/// What is measured under the same name on the same hardware.
using SuiteSubject = std::tuple<std::string, std::string, std::string, std::string>;

SuiteSubject subjectOf(const SuiteRow& row)
{
    return {row.device, row.dtype, row.model, row.caseName};
}

bool isBetter(const SuiteRow& one, const SuiteRow& other)
{
    const auto rank = [](const SuiteRow& row) {
        return std::tuple(
            !row.failure, row.status == ComparisonStatus::Complete, row.started, row.id.value);
    };
    return rank(one) > rank(other);
}

/// A recording that failed may not know its device's name, type and cases: it is left out where
/// another one of the same model did better.
bool isRepeated(const SuiteRow& failed, const std::vector<SuiteRow>& rows)
{
    return std::ranges::any_of(rows, [&](const SuiteRow& row) {
        return !row.failure && row.model == failed.model && row.started > failed.started;
    });
}

std::vector<SuiteRow> newestOfEach(std::vector<SuiteRow> rows, int& replaced)
{
    const auto before = rows.size();
    std::ranges::sort(rows, isBetter);
    std::set<SuiteSubject> seen;
    std::vector<SuiteRow> kept;
    for (auto& row : rows) {
        if (row.failure && isRepeated(row, kept))
            continue;
        if (seen.insert(subjectOf(row)).second)
            kept.push_back(std::move(row));
    }
    replaced = static_cast<int>(before - kept.size());
    return kept;
}

std::optional<double> largestGain(const SuiteRow& row)
{
    std::optional<double> largest;
    for (const auto& cell : row.cells)
        if (countsInMean(cell) && (!largest || cell.speedUp->estimate > *largest))
            largest = cell.speedUp->estimate;
    return largest;
}

void sortRows(std::vector<SuiteRow>& rows)
{
    std::ranges::stable_sort(rows, [](const SuiteRow& one, const SuiteRow& other) {
        const auto rank = [](const SuiteRow& row) {
            return std::tuple(row.failure.has_value(), !largestGain(row),
                -largestGain(row).value_or(0), row.model, row.caseIndex);
        };
        return rank(one) < rank(other);
    });
}

std::vector<std::string> variantsOf(const std::vector<SuiteRow>& rows)
{
    std::vector<const SuiteRow*> inOrder;
    for (const auto& row : rows)
        inOrder.push_back(&row);
    std::ranges::sort(
        inOrder, [](const SuiteRow* one, const SuiteRow* other) { return one->id < other->id; });
    std::vector<std::string> names;
    for (const auto* row : inOrder)
        for (const auto& cell : row->cells)
            if (std::ranges::find(names, cell.variant) == names.end())
                names.push_back(cell.variant);
    return names;
}

/// All cases of one model under one variant.
struct ModelCells {
    std::vector<const SuiteCell*> cells;
    std::string family;

    [[nodiscard]] int count(Verdict verdict) const
    {
        return static_cast<int>(std::ranges::count(
            cells, verdict, [](const SuiteCell* cell) { return cell->verdict; }));
    }

    /// Some case has times, and none that decide.
    [[nodiscard]] bool isOpen() const
    {
        return std::ranges::any_of(cells, [](const SuiteCell* cell) {
            return isUndecided(cell->verdict) || cell->verdict == Verdict::NotEnoughData;
        });
    }

    /// Of the cases that count.
    [[nodiscard]] std::optional<double> ratio() const
    {
        std::vector<double> ratios;
        for (const auto* cell : cells)
            if (countsInMean(*cell))
                ratios.push_back(cell->speedUp->estimate);
        return ratios.empty() ? std::nullopt : std::optional(geometricMean(ratios));
    }
};

struct Setting {
    std::string device;
    std::string dtype;

    auto operator<=>(const Setting&) const = default;
};

using ModelsOfSetting = std::map<std::string, ModelCells>; ///< by name

std::map<Setting, ModelsOfSetting> modelsOf(
    const std::vector<SuiteRow>& rows, const std::string& variant)
{
    std::map<Setting, ModelsOfSetting> settings;
    for (const auto& row : rows)
        if (const auto* cell = row.failure || !row.judged ? nullptr : row.cell(variant)) {
            auto& model = settings[{row.device, row.dtype}][row.model];
            model.cells.push_back(cell);
            model.family = row.family.key;
        }
    return settings;
}

SuiteMean meanOf(const Setting& setting, const std::string& variant, const ModelsOfSetting& models)
{
    SuiteMean mean {.device = setting.device, .dtype = setting.dtype, .variant = variant};
    for (const auto& [name, model] : models) {
        const int faster = model.count(Verdict::Faster);
        const int slower = model.count(Verdict::Slower);
        ++mean.models;
        mean.faster += faster > 0 && slower == 0 ? 1 : 0;
        mean.slower += slower > 0 ? 1 : 0;
        mean.differing += model.count(Verdict::ResultsDiffer) > 0 ? 1 : 0;
        mean.failed += model.count(Verdict::Failed) > 0 ? 1 : 0;
        if (const auto ratio = model.ratio())
            mean.ratios.push_back(*ratio);
        else if (model.isOpen())
            ++mean.undecided;
    }
    if (!mean.ratios.empty())
        mean.mean = geometricMean(mean.ratios);
    mean.interval = geometricMeanInterval(mean.ratios);
    return mean;
}

FamilyRange rangeOf(const Setting& setting, const std::string& variant, const std::string& family,
    std::vector<double> ratios)
{
    constexpr std::size_t enoughForMiddle = 10;
    constexpr double outermost = 0.1;
    std::ranges::sort(ratios);
    FamilyRange range {.device = setting.device,
        .dtype = setting.dtype,
        .family = family,
        .variant = variant,
        .models = static_cast<int>(ratios.size()),
        .low = ratios.front(),
        .high = ratios.back(),
        .isMiddle = ratios.size() >= enoughForMiddle,
        .mean = geometricMean(ratios)};
    if (range.isMiddle) {
        range.low = quantileOfSorted(ratios, outermost);
        range.high = quantileOfSorted(ratios, 1 - outermost);
    }
    return range;
}

void addRanges(SuiteResult& suite, const Setting& setting, const std::string& variant,
    const ModelsOfSetting& models)
{
    std::map<std::string, std::vector<double>> families;
    for (const auto& [name, model] : models)
        if (const auto ratio = model.ratio(); ratio && !model.family.empty())
            families[model.family].push_back(*ratio);
    for (const auto& [family, ratios] : families)
        if (ratios.size() > 1) // one model is no range
            suite.families.push_back(rangeOf(setting, variant, family, ratios));
}

/// The same failure elsewhere has another shape or address in its sentence.
std::string kindOf(const SuiteCause& cause)
{
    if (!cause.errorClass.empty() && cause.errorClass != "other"
        && cause.errorClass != "user_exception")
        return cause.errorClass;
    std::string kind = cause.errorClass + "/";
    for (const char c : cause.text)
        if (std::isdigit(static_cast<unsigned char>(c)) == 0)
            kind += c;
    return kind;
}

/// The most frequent first.
class CauseGroups {
public:
    void add(const SuiteCause& cause, FailureGroup::Where where)
    {
        const auto found = std::ranges::find(m_kinds, kindOf(cause));
        const auto at = static_cast<std::size_t>(found - m_kinds.begin());
        if (found == m_kinds.end()) {
            m_kinds.push_back(kindOf(cause));
            m_groups.push_back({.cause = cause, .where = {}});
        }
        m_groups[at].where.push_back(std::move(where));
    }

    [[nodiscard]] std::vector<FailureGroup> take()
    {
        std::ranges::stable_sort(m_groups, [](const FailureGroup& one, const FailureGroup& other) {
            return one.where.size() > other.where.size();
        });
        return std::move(m_groups);
    }

private:
    std::vector<std::string> m_kinds;
    std::vector<FailureGroup> m_groups;
};

std::vector<FailureGroup> failuresOf(const std::vector<SuiteRow>& rows)
{
    CauseGroups groups;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].failure) {
            groups.add(*rows[i].failure, {i, {}});
            continue;
        }
        for (const auto& cell : rows[i].cells)
            if (cell.failure)
                groups.add(*cell.failure, {i, cell.variant});
    }
    return groups.take();
}

/// Recordings and not cases: all of one end together.
std::vector<FailureGroup> brokenOffOf(const std::vector<SuiteRow>& rows)
{
    CauseGroups groups;
    std::set<std::int64_t> recordings;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (!rows[i].brokenOff.empty() && recordings.insert(rows[i].id.value).second)
            groups.add({{}, rows[i].brokenOff}, {i, {}});
    return groups.take();
}

int countOf(const std::vector<SuiteRow>& rows, bool judged)
{
    std::set<std::int64_t> recordings;
    for (const auto& row : rows)
        if (row.judged == judged)
            recordings.insert(row.id.value);
    return static_cast<int>(recordings.size());
}

/// What follows from its rows.
void summarize(SuiteResult& suite)
{
    suite.variants = variantsOf(suite.rows);
    std::set<std::string> models;
    for (const auto& row : suite.rows)
        models.insert(row.model);
    suite.models = static_cast<int>(models.size());
    for (const auto& variant : suite.variants)
        for (const auto& [setting, of] : modelsOf(suite.rows, variant)) {
            suite.means.push_back(meanOf(setting, variant, of));
            addRanges(suite, setting, variant, of);
        }
    std::ranges::stable_sort(suite.means, [](const SuiteMean& one, const SuiteMean& other) {
        return std::tie(one.device, one.dtype) < std::tie(other.device, other.dtype);
    });
    std::ranges::stable_sort(suite.families, [](const FamilyRange& one, const FamilyRange& other) {
        return std::tie(one.device, one.dtype, one.family)
            < std::tie(other.device, other.dtype, other.family);
    });
    suite.failures = failuresOf(suite.rows);
    suite.brokenOff = brokenOffOf(suite.rows);
}

} // namespace

SuiteResult suiteResult(std::string name, std::vector<SuiteRow> rows)
{
    SuiteResult suite {.name = std::move(name)};
    suite.recordings = countOf(rows, true);
    suite.rows = newestOfEach(std::move(rows), suite.replaced);
    sortRows(suite.rows);
    summarize(suite);
    return suite;
}

SuiteResult suiteSoFar(std::string name, std::vector<SuiteRow> rows)
{
    SuiteResult suite {.name = std::move(name)};
    suite.waiting = countOf(rows, false);
    suite.recordings = suite.waiting + countOf(rows, true);
    const auto middle = std::stable_partition(
        rows.begin(), rows.end(), [](const SuiteRow& row) { return row.judged; });
    std::vector<SuiteRow> listed(
        std::make_move_iterator(middle), std::make_move_iterator(rows.end()));
    rows.erase(middle, rows.end());
    suite.rows = newestOfEach(std::move(rows), suite.replaced);
    std::ranges::move(listed, std::back_inserter(suite.rows));
    std::ranges::sort(suite.rows, [](const SuiteRow& one, const SuiteRow& other) {
        return std::tuple(-one.id.value, one.caseIndex)
            < std::tuple(-other.id.value, other.caseIndex);
    });
    summarize(suite);
    return suite;
}

const FamilyRange* rangeFor(
    const SuiteResult& suite, const SuiteRow& row, const std::string& variant)
{
    const auto found = std::ranges::find_if(suite.families, [&](const FamilyRange& range) {
        return range.device == row.device && range.dtype == row.dtype
            && range.family == row.family.key && range.variant == variant;
    });
    return found == suite.families.end() ? nullptr : &*found;
}

} // namespace profiler
