// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/new_comparison/load_block.h"

#include "ui/widgets/button.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace ui {

LoadBlock::LoadBlock(const Theme& theme)
    : DraftPanel(theme, 6, tr("Load"), tr("requests at given rates; page Serving"))
    , m_theme(theme)
    , m_rates(
          newCodeField(theme, tr("Rates of the load: auto, or requests a second"), tr("no load")))
    , m_arrivals(new Choice(theme, tr("Arrivals of the requests")))
{
    // In the order of Arrivals.
    m_arrivals->addItems({tr("poisson"), tr("constant"), tr("replay a trace")});
    createRow();
    createTrace();
    bind(m_rates, &PlanDraft::loadRates);
    bind(m_arrivals, &PlanDraft::arrivals);
    bind(m_trace, &PlanDraft::replay);
    connect(m_rates, &QLineEdit::textEdited, this, &LoadBlock::showFields);
    connect(m_arrivals, &QComboBox::currentIndexChanged, this, &LoadBlock::showFields);
}

void LoadBlock::createRow()
{
    auto* row = new QHBoxLayout;
    row->setSpacing(12);
    auto* rates = captioned(tr("rates: auto or 50,100,200"), m_rates);
    row->addWidget(rates, 4);
    m_rates->setUnit(tr("requests a second"));
    row->addWidget(captioned(tr("arrivals"), m_arrivals), 2);
    for (const auto& setting : formSettings("load")) {
        auto* field = new TextField(m_theme, QString::fromUtf8(setting.text.title));
        const QString usual = setting.path == "load.repetitions"
            ? QString::number(profiler::usualLoadRepetitions)
            : QString::fromStdString(profiler::settingText({}, setting));
        bind(field, setting);
        m_numbers.push_back({field, usual});
        row->addWidget(captioned(QString::fromUtf8(setting.text.caption), field), 2);
    }
    body()->addLayout(row);
}

void LoadBlock::createTrace()
{
    m_trace = newCodeField(m_theme, tr("Trace of requests to replay"), tr("path/to/requests.csv"));
    auto* browse = new Button(m_theme, ButtonKind::Secondary, tr("Browse…"), Icon::Open);
    browse->setAccessibleName(tr("Choose the trace of requests"));
    m_traceRow = rowOf(12,
        {{captioned(tr("trace: CSV or JSON Lines of requests with their times, or that of Mooncake "
                       "or Azure"),
              m_trace),
             1},
            {browse, 0, Qt::AlignBottom}});
    body()->addWidget(m_traceRow);
    connect(browse, &Button::clicked, this, &LoadBlock::chooseTrace);
}

void LoadBlock::chooseTrace()
{
    const QString chosen = QFileDialog::getOpenFileName(this, tr("Requests with their times"), {},
        tr("Traffic (*.csv *.jsonl *.json);;All files (*)"));
    if (chosen.isEmpty())
        return;
    m_trace->setText(chosen);
    Q_EMIT edited();
}

/// Without rates nothing else counts.
void LoadBlock::showFields()
{
    const bool loaded = !m_rates->text().trimmed().isEmpty();
    m_arrivals->setEnabled(loaded);
    for (const auto& [field, usual] : m_numbers) {
        field->setEnabled(loaded);
        field->setPlaceholderText(loaded ? usual : QString());
    }
    m_traceRow->setVisible(
        loaded && m_arrivals->currentIndex() == static_cast<int>(profiler::Arrivals::Replay));
}

void LoadBlock::showDraft(const PlanDraft& draft)
{
    DraftPanel::showDraft(draft);
    showFields();
}

} // namespace ui
