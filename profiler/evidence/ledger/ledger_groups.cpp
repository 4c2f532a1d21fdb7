// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/ledger/ledger_groups.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace profiler {
namespace {

using SideOfRow = std::optional<LedgerTime> LedgerRow::*;

constexpr std::array<SideOfRow, 2> sides {&LedgerRow::eager, &LedgerRow::compiled};

/// What all rows of a side have of each name.
std::map<WorkKey, LedgerPart> sumsOf(const Ledger& ledger, SideOfRow side)
{
    std::map<WorkKey, LedgerPart> sums;
    for (const auto& row : ledger.rows)
        if (const auto& time = row.*side)
            for (const auto& [key, part] : time->work) {
                sums[key].count += part.count;
                sums[key].ns += part.ns;
            }
    return sums;
}

/// A row, or several of one kind together.
struct GroupedRow {
    std::shared_ptr<const LedgerRow> row;
    std::vector<std::size_t> numbers; ///< of the ledger
};

class GroupOfRow {
public:
    GroupOfRow(const WorkOfVariants& work, GroupedRow row)
        : m_work(work)
    {
        m_group.sameWork = std::move(row.row);
        m_group.ledgerRows = std::move(row.numbers);
    }

    /// `all`: what all rows have of each name; `calls`: that were traced.
    void add(std::size_t side, const std::map<WorkKey, LedgerPart>& all, int calls)
    {
        const auto& time = (*m_group.sameWork).*sides.at(side);
        if (!time)
            return;
        for (const auto& [key, part] : time->work) {
            const auto* named = m_work.find(key);
            if (named == nullptr || !named->times[side])
                continue;
            auto [entry, isNew] = m_rows.try_emplace(key, *named);
            if (isNew)
                entry->second.times.assign(named->times.size(), std::nullopt);
            entry->second.times[side]
                = WorkTime {.times = static_cast<double>(part.count) / std::max(calls, 1),
                    .ns = named->times[side]->ns * shareOf(part, all.at(key))};
        }
    }

    [[nodiscard]] WorkGroup made()
    {
        for (auto& [key, row] : m_rows) {
            addTimes(m_group.times, row.times);
            m_group.rows.push_back(std::move(row));
        }
        std::ranges::stable_sort(m_group.rows, std::ranges::greater {},
            [](const NamedTimes& row) { return largestChangeNs(row.times); });
        return std::move(m_group);
    }

private:
    const WorkOfVariants& m_work;
    WorkGroup m_group;
    std::map<WorkKey, NamedTimes> m_rows;
};

void addTime(std::optional<LedgerTime>& sum, const std::optional<LedgerTime>& time)
{
    if (!time)
        return;
    auto& into = sum ? *sum : sum.emplace();
    for (const auto& [key, part] : time->work) {
        into.work[key].count += part.count;
        into.work[key].ns += part.ns;
    }
    if (time->ns)
        into.ns = into.ns.value_or(0) + *time->ns;
    into.times += time->times;
}

template <typename Value>
void append(std::vector<Value>& list, const std::vector<Value>& other)
{
    for (const auto& value : other)
        if (std::ranges::find(list, value) == list.end())
            list.push_back(value);
}

void addRow(LedgerRow& sum, const LedgerRow& row)
{
    append(sum.kernels, row.kernels);
    append(sum.places, row.places);
    append(sum.modules, row.modules);
    addTime(sum.compiled, row.compiled);
    sum.bytes = sum.bytes && row.bytes ? std::optional(*sum.bytes + *row.bytes) : std::nullopt;
    sum.sharedByBytes = sum.sharedByBytes || row.sharedByBytes;
}

/// The rows as they are, those of hidden work together.
std::vector<GroupedRow> groupedRows(const std::shared_ptr<const Ledger>& ledger)
{
    std::vector<GroupedRow> rows;
    std::map<LedgerKind, std::pair<std::shared_ptr<LedgerRow>, std::size_t>> hidden;
    for (std::size_t number = 0; number < ledger->rows.size(); ++number) {
        const auto& row = ledger->rows[number];
        if (!isHidden(row.kind)) {
            rows.push_back({std::shared_ptr<const LedgerRow>(ledger, &row), {number}});
            continue;
        }
        auto& [sum, place] = hidden[row.kind];
        if (sum == nullptr) {
            place = rows.size();
            sum = std::make_shared<LedgerRow>(row);
            rows.push_back({sum, {number}});
        } else {
            addRow(*sum, row);
            rows[place].numbers.push_back(number);
        }
    }
    return rows;
}

} // namespace

std::vector<WorkGroup> groupSameWork(
    const WorkOfVariants& work, const std::shared_ptr<const Ledger>& ledger)
{
    const std::array sums {sumsOf(*ledger, sides[0]), sumsOf(*ledger, sides[1])};
    std::vector<WorkGroup> groups;
    const std::array calls {ledger->eagerCalls, ledger->compiledCalls};
    for (auto& row : groupedRows(ledger)) {
        GroupOfRow group(work, std::move(row));
        for (std::size_t side = 0; side < std::min(work.variants.size(), sides.size()); ++side)
            group.add(side, sums.at(side), calls.at(side));
        if (auto made = group.made(); !made.rows.empty())
            groups.push_back(std::move(made));
    }
    std::ranges::stable_sort(groups, std::ranges::greater {},
        [](const WorkGroup& group) { return largestChangeNs(group.times); });
    return groups;
}

} // namespace profiler
