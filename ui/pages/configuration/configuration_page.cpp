// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/configuration/configuration_page.h"

#include "profiler/model/plan/plan_json.h"
#include "ui/comparison/commands.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/page_services.h"
#include "ui/tables/data_table.h"
#include "ui/text/text.h"
#include "ui/theme/measures.h"
#include "ui/widgets/button.h"
#include "ui/widgets/code_block.h"
#include "ui/widgets/copying.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/scroll_column.h"
#include "ui/widgets/sentence_panel.h"

namespace ui {

constexpr int linesOfPlan = 22;

PageDescriptor ConfigurationPage::descriptor()
{
    auto page = describedPage<ConfigurationPage>(PageId::Configuration, PageGroup::Setup,
        Icon::Configuration,
        {tr("Configuration"), tr("Can someone repeat this?"),
            tr("Which settings differ as intended, which differ unintended, and which make the "
               "variants not comparable; and what is needed to record it again.")});
    page.showsViewAlone = false;
    return page;
}

ConfigurationPage::ConfigurationPage(const Theme& theme)
    : SentencePage(theme, tr("What differs"))
{
    createFields();
    createRun();
    auto* scroll = new ScrollColumn;
    scroll->setAccessibleName(tr("Configuration, scrolls up and down"));
    scroll->setFocusPolicy(Qt::NoFocus);
    QLayout* left = makeColumn(nullptr, pageGap, {m_settingsPanel, m_environmentPanel, stretch()});
    QLayout* right
        = makeColumn(nullptr, pageGap, {m_commandPanel, m_runPanel, m_planPanel, stretch()});
    m_columns = makeRow(nullptr, pageGap, {{left, 8}, {right, 5}});
    asPageColumn(*scroll->column(), {&sentence(), m_columns, stretch()});
    makeColumn(this, 0, {scroll});
}

Panel* ConfigurationPage::tablePanel(const QString& title, DataTable*& table)
{
    auto* panel = new Panel(theme(), title);
    table = new DataTable(theme(), title);
    panel->add({table});
    return panel;
}

void ConfigurationPage::createFields()
{
    m_settingsPanel = tablePanel(tr("Settings of the variants"), m_settings);
    m_environmentPanel = tablePanel(tr("Environment of their processes"), m_environment);
    m_noneDiffers = makeCaption(tr("No field of the environment differs."));
    m_fold = new Button(theme(), ButtonKind::Quiet, {});
    m_fold->setTextLeft(true);
    m_environmentPanel->add({m_noneDiffers, m_fold});
    connect(m_fold, &Button::clicked, this,
        [this] { showOnlyDifferences(m_shown == ShownFields::All); });
}

void ConfigurationPage::createRun()
{
    m_runPanel = tablePanel(tr("The run"), m_run);
    m_commandPanel = new Panel(theme(), tr("Commands"));
    const auto addCommand = [this](const QString& words, QLabel*& label, CodeLine*& line) {
        label = makeCaption(words);
        line = new CodeLine(theme());
        m_commandPanel->add({label, line});
        copyFrom(line, this, tr("command"));
    };
    addCommand(tr("Recorded with"), m_recordedNote, m_recorded);
    addCommand(tr("What it takes to do it elsewhere"), m_reproduceNote, m_reproduce);
    m_planPanel = new Panel(theme(), tr("Plan"));
    m_planPanel->setCaption(tr("as JSON, for fusescope record PLAN.json"));
    m_plan = new CodeBlock(theme(), tr("Plan as JSON"));
    m_plan->setMostLines(linesOfPlan);
    m_planPanel->add({m_plan});
    copyFrom(m_plan, this, tr("plan"));
}

void ConfigurationPage::compactChanged()
{
    m_columns->setDirection(isCompact() ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void ConfigurationPage::showOnlyDifferences(bool only)
{
    m_shown = only ? ShownFields::Differences : ShownFields::All;
    showFields();
}

void ConfigurationPage::showView(const ComparisonView& view)
{
    const bool other = view.comparison != m_view.comparison;
    m_view = view;
    setShown({m_settingsPanel, m_environmentPanel, m_runPanel, m_commandPanel, m_planPanel},
        view.comparison != nullptr);
    if (view.comparison == nullptr) {
        sentence().setContent(
            {.sentence = tr("No comparison is open. Open a run database, or record one.")});
        return;
    }
    const bool imported = view.comparison->result.imported.has_value();
    m_recordedNote->setText(imported ? tr("Imported with") : tr("Recorded with"));
    // The files do not tell how to run the model.
    setShown({m_reproduceNote, m_reproduce, m_planPanel}, !imported);
    m_recorded->setCode(qt(view.comparison->result.info.command));
    m_reproduce->setCode(commandOn(view, QStringLiteral("reproduce")));
    if (!other)
        return;
    m_plan->setCode(qt(profiler::planToJson(view.comparison->result.plan)));
    prepare();
}

void ConfigurationPage::prepare()
{
    m_job.start(
        [comparison = m_view.comparison] {
            return profiler::configurationFields(comparison->data);
        },
        [this](std::vector<profiler::ConfigurationField> fields) {
            m_fields = std::move(fields);
            showFields();
        });
}

void ConfigurationPage::showFields()
{
    if (m_view.comparison == nullptr)
        return;
    auto contents = configurationContents(m_view, m_fields, m_shown);
    sentence().setContent(contents.headline);
    m_settings->setContent(std::move(contents.settings));
    m_environment->setContent(std::move(contents.environment));
    m_run->setContent(std::move(contents.run));
    m_settingsPanel->setVisible(m_settings->dataModel().rowCount() > 0);
    const bool noneLeft = m_environment->dataModel().rowCount() == 0;
    m_environment->setVisible(!noneLeft);
    m_noneDiffers->setVisible(noneLeft);
    m_fold->setVisible(contents.same > 0);
    const QString count = contents.same == 1 ? tr("1 setting is the same")
                                             : tr("%1 settings are the same").arg(contents.same);
    m_fold->setAccessibleName(tr("Settings that are the same"));
    m_fold->setText(
        m_shown == ShownFields::All ? tr("%1: hide").arg(count) : tr("%1: show").arg(count));
}

} // namespace ui
