// SPDX-License-Identifier: Apache-2.0
#include "storage/suite/family_reader.h"

#include "profiler/evidence/suite/model_family.h"
#include "profiler/judge/suite/family_peers.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/plan/plan_json.h"
#include "profiler/model/variant.h"
#include "storage/file/connection.h"
#include "storage/sqlite/sqlite_error.h"
#include "storage/sqlite/statements.h"
#include "storage/suite/suite_reader.h"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <numeric>
#include <set>
#include <string>

namespace storage {

using namespace profiler;

namespace {

constexpr int mostLookedAt = 2000; ///< plans of recordings
constexpr std::size_t mostModels = 24; ///< that are judged

bool sharesVariant(const Plan& one, const Plan& other)
{
    const auto isIn = [&](const Variant& variant) {
        return std::any_of(other.variants.begin() + 1, other.variants.end(),
            [&](const Variant& each) { return each.name == variant.name; });
    };
    return one.variants.size() > 1 && other.variants.size() > 1
        && std::any_of(one.variants.begin() + 1, one.variants.end(), isIn);
}

/// As far as a plan tells; device and type are compared once it is judged.
bool mayBePeer(const Plan& plan, const Plan& own, const std::string& family)
{
    return plan.workload.task == own.workload.task && plan.numeric.device == own.numeric.device
        && familyByName(plan).key == family && sharesVariant(plan, own);
}

std::string modelOf(const Plan& plan)
{
    return plan.suite.model.empty() ? plan.workload.spec : plan.suite.model;
}

/// The newest recording of each model.
SuiteListing candidates(SQLite::Database& database, const ComparisonData& data)
{
    const auto family = modelFamily(data).key;
    std::set<std::string> models {modelOf(data.plan)};
    SuiteListing listing;
    forEachRow(
        database,
        "SELECT id, plan_json FROM comparison WHERE deleted_utc_ns IS NULL AND id <> ? "
        "ORDER BY id DESC LIMIT ?",
        [&](Row& row) {
            const ComparisonId id {row.take<std::int64_t>()};
            const auto text = row.take<std::string>();
            if (listing.recordings.size() >= mostModels)
                return;
            const auto plan = planFromJson(text);
            if (plan && mayBePeer(*plan, data.plan, family) && models.insert(modelOf(*plan)).second)
                listing.recordings.push_back({.info = {.id = id}, .rows = {}});
        },
        data.info.id.value, mostLookedAt);
    return listing;
}

} // namespace

Result<std::vector<FamilyRange>> readPeers(
    const fs::path& file, const ComparisonData& data, const ComparisonResult& result)
{
    std::vector<FamilyRange> none;
    if (isImported(result.kind) || result.info.status == ComparisonStatus::Running
        || modelFamily(data).key.empty())
        return none;
    const auto listing = guarded(file, [&] {
        auto connection = openToRead(file);
        return candidates(connection.database, data);
    });
    if (!listing)
        return tl::unexpected(listing.error());
    if (listing->recordings.size() < fewestPeers)
        return none;
    std::vector<std::size_t> places(listing->recordings.size());
    std::iota(places.begin(), places.end(), std::size_t {0});
    JudgingOrder order(std::move(places));
    std::mutex mutex;
    std::vector<SuiteRow> others;
    judgeSuite(file, *listing, order,
        {.prepare = {},
            .take = [&](std::size_t /*place*/, std::optional<std::vector<SuiteRow>> rows) {
                const std::lock_guard lock(mutex);
                if (rows)
                    std::ranges::move(*rows, std::back_inserter(others));
                return true;
            }});
    return peersOf(suiteRows(data, result), std::move(others));
}

} // namespace storage
