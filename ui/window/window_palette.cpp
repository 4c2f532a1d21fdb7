// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/evidence/trace/ended_traces.h"
#include "profiler/model/number_text.h"
#include "profiler/report/sentences/finding_text.h"
#include "profiler/report/text/enum_text.h"
#include "ui/comparison/case_model.h"
#include "ui/comparison/figure_place.h"
#include "ui/pages/page_data.h"
#include "ui/text/text.h"
#include "ui/window/main_window.h"
#include "ui/window/palette/action_registry.h"

#include <QAction>

#include <functional>
#include <set>
#include <string_view>
#include <system_error>
#include <unordered_set>

/// What the command palette offers: the registry's actions, and what the open file holds.
namespace ui {

std::vector<PaletteItem> MainWindow::paletteItems()
{
    m_actions->refresh();
    std::vector<PaletteItem> items;
    addCommands(items);
    addCases(items);
    addRuns(items);
    addRecentFiles(items);
    addFindings(items);
    addKernels(items);
    return items;
}

void MainWindow::addCommands(std::vector<PaletteItem>& items)
{
    for (const ActionSpec& spec : m_actions->specs()) {
        const bool page = spec.id.startsWith(QLatin1String("page."))
            && m_actions->action(spec.id)->isCheckable();
        items.push_back({.kind = page ? PaletteKind::Page : PaletteKind::Command,
            .text = spec.text,
            .detail = page ? spec.help : spec.group,
            .key = m_actions->keyText(spec.id),
            .enabled = m_actions->action(spec.id)->isEnabled(),
            .run = [this, id = spec.id] { m_actions->trigger(id); }});
    }
}

void MainWindow::addCases(std::vector<PaletteItem>& items)
{
    const profiler::CaseResult* shown = m_view.caseResult();
    if (shown == nullptr)
        return;
    const profiler::ComparisonResult& result = m_view.comparison->result;
    for (const profiler::CaseResult& each : result.cases)
        items.push_back({.kind = PaletteKind::Case,
            .text = caseText(each),
            .detail = qt(profiler::recommendationWord(each.recommendation.kind, result.plan)),
            .run = [this, index = each.caseIndex] { setCase(index); }});
    for (const profiler::VariantResult& variant : shown->variants)
        items.push_back({.kind = PaletteKind::Variant,
            .text = qt(variant.name),
            .detail = qt(profiler::verdictWord(variant.verdict)),
            .key = m_actions->keyText(QStringLiteral("focus.%1").arg(variant.variant + 1)),
            .run = [this, index = variant.variant] { setFocus(index); }});
}

void MainWindow::addRuns(std::vector<PaletteItem>& items)
{
    for (const storage::ComparisonSummary& run : m_runs)
        items.push_back({.kind = PaletteKind::Run,
            .text = qt(run.info.name),
            .detail = qt(profiler::localText(run.info.started, run.info.utcOffsetMinutes))
                + QStringLiteral(" · ") + qt(run.workload),
            .run = [this, id = run.info.id] {
                m_source.show(id);
                showPage(PageId::Overview);
            }});
}

void MainWindow::addRecentFiles(std::vector<PaletteItem>& items)
{
    const std::filesystem::path open(m_fileName.toStdString());
    for (const std::filesystem::path& file : recentFiles(m_settings)) {
        std::error_code ignored;
        if (std::filesystem::equivalent(file, open, ignored)
            || !std::filesystem::exists(file, ignored))
            continue;
        items.push_back({.kind = PaletteKind::File,
            .text = qt(file.filename().string()),
            .detail = qt(file.parent_path().string()),
            .run = [this, file] { openDropped(qt(file.string())); }});
    }
}

/// An id that was pasted, alone or with the footer around it.
std::optional<PaletteItem> MainWindow::figureItem(const QString& text)
{
    const auto id = figureIdIn(text);
    if (!id)
        return std::nullopt;
    return PaletteItem {.kind = PaletteKind::Figure,
        .text = tr("Open the figure %1").arg(qt(id->comparison)),
        .detail
        = QStringList {qt(id->place.page), qt(id->place.caseName), qt(id->place.focus)}.join(
            QStringLiteral(" · ")),
        .run = [this, id = *id] { openFigure(id); }};
}

void MainWindow::addFindings(std::vector<PaletteItem>& items)
{
    if (m_view.comparison == nullptr)
        return;
    const profiler::ComparisonResult& result = m_view.comparison->result;
    for (const profiler::Finding& finding : result.findings)
        items.push_back({.kind = PaletteKind::Finding,
            .text = qt(profiler::findingSentence(result, finding)),
            .detail = qt(profiler::findingPlace(result, finding)),
            .run = [this, finding] { openFinding(finding); }});
}

/// Once each, with the focused variant's time before the baseline's.
void MainWindow::addKernels(std::vector<PaletteItem>& items)
{
    if (m_view.caseResult() == nullptr)
        return;
    std::unordered_set<std::string_view> known;
    const auto add = [&](const auto& stats, int variant) {
        const QString name
            = qt(m_view.caseResult()->variants.at(static_cast<std::size_t>(variant)).name);
        for (const auto& each : stats)
            if (known.insert(each.name).second)
                items.push_back({.kind = PaletteKind::Kernel,
                    .text = qt(each.name),
                    .detail
                    = tr("%1 in %2").arg(qt(profiler::countText(each.count, "run", "runs")), name),
                    .run
                    = [this, whole = qt(each.name), variant] { showInKernels(whole, variant); }});
    };
    for (const int variant : std::set<int, std::greater<>> {m_view.focus, 0})
        if (const auto traced
            = profiler::tracedCallsOf(m_view.comparison->data, variant, m_view.caseIndex);
            traced.trace != nullptr) {
            add(traced.trace->kernels, variant);
            add(traced.trace->operators, variant);
        }
}

void MainWindow::openFinding(const profiler::Finding& finding)
{
    if (finding.caseIndex)
        setCase(*finding.caseIndex);
    if (finding.variant.value_or(0) != 0)
        setFocus(*finding.variant);
    showPage(pageOf(finding));
}

} // namespace ui
