// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/control/palette_contents.h"

#include "profiler/evidence/trace/ended_traces.h"
#include "profiler/model/case.h"
#include "profiler/model/finding.h"
#include "profiler/model/number_text.h"
#include "profiler/model/trace.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/sentences/finding_text.h"
#include "profiler/report/text/enum_text.h"
#include "ui/comparison/case_model.h"
#include "ui/comparison/figure_place.h"
#include "ui/pages/page_services.h"
#include "ui/text/text.h"
#include "ui/window/control/file_controller.h"
#include "ui/window/control/page_controller.h"
#include "ui/window/control/shown_view.h"
#include "ui/window/palette/action_registry.h"

#include <QAction>

#include <functional>
#include <set>
#include <string_view>
#include <system_error>
#include <unordered_set>

namespace ui {

PaletteContents::PaletteContents(
    const WindowContext& context, FileController& files, PageController& pages)
    : m_context(context)
    , m_files(files)
    , m_pages(pages)
{
}

std::vector<PaletteItem> PaletteContents::everything() const
{
    m_context.actions.refresh();
    Items items;
    addCommands(items);
    addCases(items);
    addRuns(items);
    for (PaletteItem& file : recentFiles())
        items.push_back(std::move(file));
    addFindings(items);
    addKernels(items);
    return items;
}

void PaletteContents::addCommands(Items& items) const
{
    ActionRegistry& actions = m_context.actions;
    for (const ActionSpec& spec : actions.specs()) {
        const QAction* action = actions.action(spec.id);
        const bool page = spec.id.startsWith(QLatin1String("page.")) && action->isCheckable();
        items.push_back({.kind = page ? PaletteKind::Page : PaletteKind::Command,
            .text = spec.text,
            .detail = page ? spec.help : spec.group,
            .key = actions.keyText(spec.id),
            .enabled = action->isEnabled(),
            .run = [&actions, id = spec.id] { actions.trigger(id); }});
    }
}

void PaletteContents::addCases(Items& items) const
{
    ShownView& shown = m_context.shown;
    const profiler::CaseResult* caseResult = shown.view().caseResult();
    if (caseResult == nullptr)
        return;
    const profiler::ComparisonResult& result = shown.comparison()->result;
    for (const profiler::CaseResult& each : result.cases)
        items.push_back({.kind = PaletteKind::Case,
            .text = caseText(each),
            .detail = qt(profiler::recommendationWord(each.recommendation.kind, result.plan)),
            .run = [&shown, index = each.caseIndex] { shown.setCase(index); }});
    for (const profiler::VariantResult& variant : caseResult->variants)
        items.push_back({.kind = PaletteKind::Variant,
            .text = qt(variant.name),
            .detail = qt(profiler::verdictWord(variant.verdict)),
            .key = m_context.actions.keyText(QStringLiteral("focus.%1").arg(variant.variant + 1)),
            .run = [&shown, index = variant.variant] { shown.setFocus(index); }});
}

void PaletteContents::addRuns(Items& items) const
{
    for (const storage::ComparisonSummary& run : m_context.services.runs())
        items.push_back({.kind = PaletteKind::Run,
            .text = qt(run.info.name),
            .detail = qt(profiler::localText(run.info.started, run.info.utcOffsetMinutes))
                + QStringLiteral(" · ") + qt(run.workload),
            .run = [&files = m_files, id = run.info.id] { files.openRun(id); }});
}

std::vector<PaletteItem> PaletteContents::recentFiles() const
{
    Items items;
    const std::filesystem::path open(m_context.services.file().toStdString());
    for (const std::filesystem::path& file : ui::recentFiles(m_context.settings)) {
        std::error_code ignored;
        if (std::filesystem::equivalent(file, open, ignored)
            || !std::filesystem::exists(file, ignored))
            continue;
        items.push_back({.kind = PaletteKind::File,
            .text = qt(file.filename().string()),
            .detail = qt(file.parent_path().string()),
            .run = [&files = m_files, file] { files.openNewest(qt(file.string())); }});
    }
    return items;
}

std::optional<PaletteItem> PaletteContents::figure(const QString& text) const
{
    const auto id = figureIdIn(text);
    if (!id)
        return std::nullopt;
    const QStringList place {qt(id->place.page), qt(id->place.caseName), qt(id->place.focus)};
    return PaletteItem {.kind = PaletteKind::Figure,
        .text = QObject::tr("Open the figure %1").arg(qt(id->comparison)),
        .detail = place.join(QStringLiteral(" · ")),
        .run = [&files = m_files, id = *id] { files.openFigure(id); }};
}

void PaletteContents::addFindings(Items& items) const
{
    if (m_context.shown.comparison() == nullptr)
        return;
    const profiler::ComparisonResult& result = m_context.shown.comparison()->result;
    for (const profiler::Finding& finding : result.findings)
        items.push_back({.kind = PaletteKind::Finding,
            .text = qt(profiler::findingSentence(result, finding)),
            .detail = qt(profiler::findingPlace(result, finding)),
            .run = [&pages = m_pages, finding] { pages.showFinding(finding); }});
}

/// Once each, with the focused variant's time before the baseline's.
void PaletteContents::addKernels(Items& items) const
{
    const ComparisonView& view = m_context.shown.view();
    if (view.caseResult() == nullptr)
        return;
    std::unordered_set<std::string_view> known;
    const auto add = [&](const auto& stats, int variant) {
        const QString name
            = qt(view.caseResult()->variants.at(static_cast<std::size_t>(variant)).name);
        for (const auto& each : stats)
            if (known.insert(each.name).second)
                items.push_back({.kind = PaletteKind::Kernel,
                    .text = qt(each.name),
                    .detail = QObject::tr("%1 in %2")
                                  .arg(qt(profiler::countText(each.count, "run", "runs")), name),
                    .run = [&pages = m_pages, whole = qt(each.name), variant] {
                        pages.showWork(PageId::Kernels, whole, variant);
                    }});
    };
    for (const int variant : std::set<int, std::greater<>> {view.focus, 0})
        if (const auto traced
            = profiler::tracedCallsOf(view.comparison->data, variant, view.caseIndex);
            traced.trace != nullptr) {
            add(traced.trace->kernels, variant);
            add(traced.trace->operators, variant);
        }
}

} // namespace ui
