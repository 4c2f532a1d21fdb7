// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/column_widths.h"

#include "ui/tables/data_model.h"

#include <algorithm>
#include <numeric>

namespace ui {

namespace {

constexpr int widestElastic = 260; ///< unless it fills
constexpr int leastElastic = 110; ///< where nothing else gives way

int totalOf(const std::vector<int>& widths)
{
    return std::accumulate(widths.begin(), widths.end(), 0);
}

template <typename LeastOf>
void shortenElastic(
    std::vector<int>& widths, const std::vector<DataColumn>& columns, int room, LeastOf leastOf)
{
    for (int lack = totalOf(widths) - room; lack > 0; --lack) {
        int* widest = nullptr;
        for (std::size_t i = 0; i < widths.size(); ++i) {
            if (columns[i].elastic && widths[i] > leastOf(columns[i])
                && (widest == nullptr || widths[i] > *widest))
                widest = &widths[i];
        }
        if (widest == nullptr)
            return;
        --*widest;
    }
}

/// Hides the shown columns that give way next, those that belong together at once; false: none can.
bool hideNext(std::vector<int>& widths, const std::vector<DataColumn>& columns)
{
    int least = 0;
    for (std::size_t i = 0; i < widths.size(); ++i)
        if (columns[i].yields > 0 && widths[i] > 0 && (least == 0 || columns[i].yields < least))
            least = columns[i].yields;
    for (std::size_t i = 0; i < widths.size(); ++i)
        if (least > 0 && columns[i].yields == least)
            widths[i] = 0;
    return least > 0;
}

void shareOut(std::vector<int>& widths, const std::vector<DataColumn>& columns, int spare)
{
    const bool anyFills = std::any_of(
        columns.begin(), columns.end(), [](const DataColumn& column) { return column.fills > 0; });
    std::vector<int> shares;
    for (std::size_t i = 0; i < widths.size(); ++i)
        shares.push_back(widths[i] == 0 ? 0 : anyFills ? columns[i].fills : 1);
    const int all = std::max(1, totalOf(shares));
    for (std::size_t i = 0; i < widths.size(); ++i)
        widths[i] += spare * shares[i] / all;
}

} // namespace

std::vector<int> columnWidths(
    const std::vector<DataColumn>& columns, const std::vector<int>& natural, int room)
{
    std::vector<int> widths = natural;
    for (std::size_t i = 0; i < widths.size(); ++i) {
        if (columns[i].elastic && !columns[i].fills)
            widths[i] = std::min(widths[i], widestElastic);
    }
    shortenElastic(
        widths, columns, room, [](const DataColumn& column) { return column.narrowest; });
    while (totalOf(widths) > room) {
        if (hideNext(widths, columns))
            continue;
        shortenElastic(
            widths, columns, room, [](const DataColumn& /*column*/) { return leastElastic; });
        return widths;
    }
    shareOut(widths, columns, room - totalOf(widths));
    return widths;
}

} // namespace ui
