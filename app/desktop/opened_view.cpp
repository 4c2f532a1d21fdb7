// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/opened_view.h"

#include "storage/file/run_database.h"
#include "ui/comparison/figure_place.h"
#include "ui/comparison/presentation_store.h"

#include <algorithm>

namespace desktop {

namespace {

using profiler::Result;

/// The comparison that a selector means, by the same rule as reading it.
const storage::ComparisonSummary* chosen(
    const std::vector<storage::ComparisonSummary>& summaries, const std::string& selector)
{
    if (selector.empty())
        return summaries.empty() ? nullptr : &summaries.front();
    const auto find = [&](const auto& fits) {
        const auto found = std::find_if(summaries.begin(), summaries.end(), fits);
        return found == summaries.end() ? nullptr : &*found;
    };
    const auto* byNumber = find([&](const storage::ComparisonSummary& summary) {
        return std::to_string(summary.info.id.value) == selector;
    });
    return byNumber != nullptr ? byNumber : find([&](const storage::ComparisonSummary& summary) {
        return summary.info.name == selector;
    });
}

/// Refuses names before a window opens. Names that a reader chose for variants count, too.
Result<void> checkNames(const Place& place, QSettings* settings)
{
    if (place.figure.caseName.empty() && place.figure.focus.empty())
        return {};
    const auto summaries = storage::listComparisons(place.file);
    if (!summaries)
        return tl::unexpected(summaries.error());
    const storage::ComparisonSummary* summary = chosen(*summaries, place.selector);
    if (summary == nullptr)
        return {}; // reading it tells
    if (!place.figure.caseName.empty())
        if (const auto index = ui::indexOfName("case", place.figure.caseName, summary->cases);
            !index)
            return tl::unexpected(index.error());
    if (place.figure.focus.empty())
        return {};
    for (const auto& [index, name] : ui::PresentationStore(settings).load(summary->info).names)
        if (name == place.figure.focus)
            return {};
    const auto index = ui::indexOfName("variant", place.figure.focus, summary->variants);
    return index ? Result<void>() : tl::unexpected(index.error());
}

/// Options say more than the id.
void addOptions(const Options& options, profiler::FigurePlace& place)
{
    if (options.page)
        place.page = options.page->word;
    if (!options.caseName.empty())
        place.caseName = options.caseName;
    if (!options.focus.empty())
        place.focus = options.focus;
}

} // namespace

Result<std::optional<Place>> placeOf(const Options& options, QSettings* settings)
{
    if (!options.file && !options.figure)
        return std::nullopt;
    Place place;
    if (options.file)
        place.file = *options.file;
    place.selector = options.selector;
    if (options.figure) {
        const auto found = ui::findFigure(*options.figure,
            options.file ? std::vector {*options.file} : ui::figureFiles(settings));
        if (!found)
            return tl::unexpected(found.error());
        place = {.file = found->file,
            .selector = std::to_string(found->comparison.value),
            .figure = options.figure->place};
    }
    addOptions(options, place.figure);
    if (const auto names = checkNames(place, settings); !names)
        return tl::unexpected(names.error());
    return place;
}

} // namespace desktop
