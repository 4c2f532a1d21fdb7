// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/outlook_panel.h"

#include "profiler/evidence/outlook/try_first.h"
#include "profiler/model/case.h"
#include "profiler/model/number_text.h"
#include "profiler/model/variant.h"
#include "profiler/report/advice/next_recording.h"
#include "profiler/report/sentences/outlook_text.h"
#include "profiler/report/sentences/reason_text.h"
#include "ui/charts/call_parts.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/tables/bar_table.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"
#include "ui/theme/fonts.h"
#include "ui/theme/measures.h"
#include "ui/widgets/button.h"
#include "ui/widgets/code_block.h"
#include "ui/widgets/copying.h"
#include "ui/widgets/labels.h"

#include <algorithm>

namespace ui {

namespace {

constexpr int outlookBarHeight = 30;

/// Now and as it is likely when compiled, on one scale.
struct CeilingPartLook {
    std::optional<WorkClass> workClass;
    std::optional<IdlePattern> pattern;
};

CeilingPartLook lookOf(profiler::CeilingPart part)
{
    using enum profiler::CeilingPart;
    switch (part) {
    case Library:
        return {workClassOf(profiler::WorkKind::Matmul), {}};
    case Fusible:
        return {workClassOf(profiler::WorkKind::Elementwise), {}};
    case Communication:
        return {workClassOf(profiler::WorkKind::Communication), {}};
    case Host:
        return {{}, idlePatternOf(profiler::IdleCause::Host)};
    case NotCompiled:
        return {workClassOf(profiler::WorkKind::Optimizer), {}};
    case Data:
        return {{}, idlePatternOf(profiler::IdleCause::Copy)};
    case Unexplained:
        break;
    }
    return {{}, idlePatternOf(profiler::IdleCause::Other)};
}

BarCell barOf(const profiler::CeilingRow& row, double ns, double longest)
{
    const CeilingPartLook look = lookOf(row.part);
    const QString time = qt(profiler::formatDuration(ns));
    return {.parts = {BarPart {.from = 0,
                .to = longest > 0 ? ns / longest : 0,
                .workClass = look.workClass,
                .pattern = look.pattern,
                .explanation = qt(row.name) + QStringLiteral(": ") + time}},
        .end = time};
}

DataCell ceilingTimeCell(double ns)
{
    DataCell cell;
    cell.value = ns;
    cell.copied = qt(profiler::formatDuration(ns));
    cell.accessible = cell.copied;
    return cell;
}

BarContent partsOf(const profiler::CallOutlook& outlook)
{
    BarContent table {.content = {.title = QObject::tr("What compiling can win"),
                          .columns = {{.name = QObject::tr("part of a call"),
                                          .align = DataAlign::Text,
                                          .width = 250,
                                          .strong = true},
                              {.name = QObject::tr("now"), .fills = 1, .width = 170},
                              {.name = QObject::tr("compiled, likely"), .fills = 1, .width = 170},
                              {.name = QObject::tr("what compiling makes of it"),
                                  .align = DataAlign::Text,
                                  .yields = 1,
                                  .elastic = true,
                                  .narrowest = 160,
                                  .fills = 1}},
                          .rows = {}}};
    BarColumn now {.column = 1};
    BarColumn likely {.column = 2};
    const auto rows = profiler::ceilingRows(outlook);
    double longest = 0;
    for (const auto& row : rows)
        longest = std::max(longest, row.nowNs);
    for (const auto& row : rows) {
        table.content.rows.push_back(
            {.cells = {textCell(qt(row.name)), ceilingTimeCell(row.nowNs),
                 ceilingTimeCell(row.likelyNs), textCell(qt(row.becomes))}});
        now.cells.push_back(barOf(row, row.nowNs, longest));
        likely.cells.push_back(barOf(row, row.likelyNs, longest));
    }
    table.bars = {std::move(now), std::move(likely)};
    return table;
}

} // namespace

OutlookPanel::OutlookPanel(const Theme& theme)
    : PagePanel(theme, tr("What compiling can win"))
    , m_bound(makeParagraph(uiFont()))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    add({m_bound});
    createTable();
    createTry();
}

void OutlookPanel::createTable()
{
    m_parts = new BarTable(theme(), tr("What compiling can win"));
    m_parts->setRowHeight(outlookBarHeight);
    add({m_parts});
}

void OutlookPanel::createTry()
{
    m_try = makeParagraph(uiFont(type::base, QFont::DemiBold));
    m_breaks = makeNote();
    m_code = new CodeLine(theme());
    copyFrom(m_code, this, tr("code"));
    m_record = new Button(theme(), ButtonKind::Primary, tr("Record it beside eager"), Icon::Play);
    connect(m_record, &Button::clicked, this, &OutlookPanel::record);
    m_copyCommand = new Button(theme(), ButtonKind::Secondary, tr("Copy the command"), Icon::Copy);
    connect(m_copyCommand, &Button::clicked, this,
        [this] { copyText(*this, m_command, tr("command")); });
    m_actions = rowOf(partGap, {{m_code, 1}, m_record, m_copyCommand});
    add({m_try, m_actions, m_breaks});
}

void OutlookPanel::record()
{
    Q_EMIT recordingRequested(m_plan);
}

void OutlookPanel::showView(const ComparisonView& view)
{
    const profiler::CaseResult& inCase = *view.caseResult();
    const bool known = inCase.outlook.has_value();
    m_parts->setVisible(known);
    m_try->setVisible(known);
    setCaption(known ? tr("at most %1, likely %2 faster")
                           .arg(qt(profiler::ceilingFigure(inCase.outlook->ceiling)),
                               qt(profiler::formatRatio(inCase.outlook->ceiling.ratio.estimate)))
                     : QString());
    m_bound->setText(known ? qt(profiler::boundSentence(*inCase.outlook))
                           : qt(profiler::outlookSentence(inCase)));
    showText(*m_breaks, qt(profiler::trialSentence(inCase)));
    m_actions->setVisible(known);
    if (!known)
        return;
    m_parts->setContent(partsOf(*inCase.outlook));
    showTry(view);
}

void OutlookPanel::showTry(const ComparisonView& view)
{
    const auto& plan = view.comparison->result.plan;
    const auto& outlook = *view.caseResult()->outlook;
    m_try->setText(qt(profiler::trySentence(outlook)));
    const QString code = qt(profiler::tryCode(plan, outlook));
    m_command = qt(profiler::tryCommand(plan, outlook));
    m_code->setCode(code);
    m_actions->setVisible(!code.isEmpty());
    m_copyCommand->setVisible(!m_command.isEmpty());
    m_plan = profiler::planToTry(plan, outlook);
}

} // namespace ui
