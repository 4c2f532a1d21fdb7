// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/list/page_list.h"

#include "ui/pages/breaks/breaks_page.h"
#include "ui/pages/compile/compile_page.h"
#include "ui/pages/configuration/configuration_page.h"
#include "ui/pages/gpu/gpu_page.h"
#include "ui/pages/history/history_page.h"
#include "ui/pages/kernels/kernels_page.h"
#include "ui/pages/latency/latency_page.h"
#include "ui/pages/live/live_page.h"
#include "ui/pages/log/log_page.h"
#include "ui/pages/memory/memory_page.h"
#include "ui/pages/new_comparison/new_comparison_page.h"
#include "ui/pages/numerics/numerics_page.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/pages/reports/reports_page.h"
#include "ui/pages/results/results_page.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/pages/serving/serving_page.h"
#include "ui/pages/shapes/shapes_page.h"
#include "ui/pages/suite/suite_page.h"
#include "ui/pages/timeline/timeline_page.h"

#include <algorithm>
#include <cassert>

namespace ui {

const std::vector<PageDescriptor>& pageList()
{
    static const std::vector<PageDescriptor> pages {
        OverviewPage::descriptor(),
        ResultsPage::descriptor(),
        LatencyPage::descriptor(),
        CompilePage::descriptor(),
        TimelinePage::descriptor(),
        KernelsPage::descriptor(),
        BreaksPage::descriptor(),
        GpuPage::descriptor(),
        NumericsPage::descriptor(),
        MemoryPage::descriptor(),
        ShapesPage::descriptor(),
        ServingPage::descriptor(),
        SuitePage::descriptor(),
        HistoryPage::descriptor(),
        ConfigurationPage::descriptor(),
        LogPage::descriptor(),
        RunsPage::descriptor(),
        ReportsPage::descriptor(),
        NewComparisonPage::descriptor(),
        LivePage::descriptor(),
    };
    return pages;
}

const PageDescriptor& descriptorOf(PageId id)
{
    const auto found = std::ranges::find(pageList(), id, &PageDescriptor::id);
    assert(found != pageList().end());
    return *found;
}

std::optional<PageId> pageFrom(std::string_view word)
{
    for (const PageDescriptor& page : pageList())
        if (page.id.word == word)
            return page.id;
    return std::nullopt;
}

} // namespace ui
