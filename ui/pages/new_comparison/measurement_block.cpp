// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/new_comparison/measurement_block.h"

#include "ui/widgets/button.h"
#include "ui/widgets/check_option.h"
#include "ui/widgets/field.h"
#include "ui/widgets/tab_strip.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace ui {

namespace {

/// "cuda:0 NVIDIA H200 (GPU-1234)" → "cuda:0"
QString deviceName(const QString& described)
{
    return described.section(u' ', 0, 0);
}

QString asBuilt()
{
    return QObject::tr("as built");
}

} // namespace

MeasurementBlock::MeasurementBlock(const Theme& theme, QWidget* parent)
    : DraftPanel(theme, 5, tr("Measurement"), tr("fresh processes for every repetition"), parent)
    , m_theme(theme)
{
    createFirstRow();
    createSecondRow();
    createThirdRow();
}

void MeasurementBlock::createFirstRow()
{
    m_device = new Choice(m_theme, tr("Device"));
    m_device->addItem(QStringLiteral("cpu"), QStringLiteral("cpu"));
    m_dtype = new Choice(m_theme, tr("dtype of model and inputs"));
    m_dtype->addItems({asBuilt(), QStringLiteral("float32"), QStringLiteral("bfloat16"),
        QStringLiteral("float16"), QStringLiteral("float64")});
    m_task = new TabStrip(m_theme);
    m_task->setTabs({tr("Inference"), tr("Training")});
    m_task->setAccessibleName(tr("Task"));
    m_effort = new TabStrip(m_theme);
    m_effort->setTabs({tr("Quick"), tr("Normal"), tr("Thorough")});
    m_effort->setAccessibleName(tr("Effort"));
    m_processes = new TextField(m_theme, tr("Processes: repetitions, such as 5..15"));
    auto* row = new QHBoxLayout;
    row->setSpacing(12);
    row->addWidget(captioned(tr("device"), m_device), 2);
    row->addWidget(captioned(tr("dtype"), m_dtype), 1);
    row->addWidget(captioned(tr("task"), m_task));
    row->addWidget(captioned(tr("effort"), m_effort));
    row->addWidget(captioned(tr("processes"), m_processes), 1);
    for (const auto& setting : formSettings()) {
        auto* field = new TextField(m_theme, QString::fromUtf8(setting.text.title));
        m_numbers.emplace_back(setting, field);
        row->addWidget(captioned(QString::fromUtf8(setting.text.caption), field), 1);
        connect(field, &QLineEdit::textEdited, this, &MeasurementBlock::edited);
    }
    body()->addLayout(row);
    for (Choice* choice : {m_device, m_dtype})
        connect(choice, &QComboBox::activated, this, &MeasurementBlock::edited);
    connect(m_task, &TabStrip::currentChanged, this, &MeasurementBlock::edited);
    connect(m_effort, &TabStrip::currentChanged, this, [this] {
        m_processes->clear(); // a new effort brings its own numbers
        for (const auto& [setting, field] : m_numbers)
            if (setting.text.byEffort)
                field->clear();
        showEffort();
        Q_EMIT edited();
    });
    connect(m_processes, &QLineEdit::textEdited, this, &MeasurementBlock::edited);
}

void MeasurementBlock::createSecondRow()
{
    m_python = new TextField(m_theme, tr("Python of the workers"));
    m_python->setMono();
    m_python->setPlaceholderText(tr("found: active environment, python3"));
    m_name = new TextField(m_theme, tr("Name of the comparison"));
    m_name->setPlaceholderText(tr("made from the model"));
    m_output = new TextField(m_theme, tr("Run database to record into"));
    m_output->setMono();
    m_output->setPlaceholderText(tr("the library"));
    auto* browse = new Button(m_theme, ButtonKind::Secondary, tr("Browse…"), Icon::Open);
    browse->setAccessibleName(tr("Choose the run database"));
    auto* row = new QHBoxLayout;
    row->setSpacing(12);
    row->addWidget(captioned(tr("Python"), m_python), 3);
    row->addWidget(captioned(tr("name"), m_name), 2);
    row->addWidget(captioned(tr("record into"), m_output), 3);
    row->addWidget(browse, 0, Qt::AlignBottom);
    body()->addLayout(row);
    connect(browse, &Button::clicked, this, &MeasurementBlock::chooseOutput);
    for (TextField* field : {m_python, m_name, m_output})
        connect(field, &QLineEdit::textEdited, this, &MeasurementBlock::edited);
}

void MeasurementBlock::createThirdRow()
{
    m_cold = new CheckOption(m_theme, tr("Compile time"), {});
    m_check = new CheckOption(m_theme, tr("Results"), tr("against eager and fp64"));
    m_noise = new CheckOption(m_theme, tr("Noise"), tr("eager again"));
    m_trace = new CheckOption(m_theme, tr("Trace"), tr("operators and kernels"));
    auto* row = new QHBoxLayout;
    row->setSpacing(18);
    for (CheckOption* option : {m_cold, m_check, m_noise, m_trace}) {
        row->addWidget(option);
        connect(option, &CheckOption::clicked, this, &MeasurementBlock::edited);
    }
    row->addStretch(1);
    body()->addLayout(row);
}

void MeasurementBlock::chooseOutput()
{
    const QString chosen = QFileDialog::getSaveFileName(this, tr("Record into"),
        QStringLiteral("recording.fscope"), tr("Run databases (*.fscope)"), nullptr,
        QFileDialog::DontConfirmOverwrite); // a database is added to, never overwritten
    if (chosen.isEmpty())
        return;
    m_output->setText(chosen);
    Q_EMIT edited();
}

void MeasurementBlock::showEffort()
{
    profiler::Plan plan;
    profiler::setEffort(plan.protocol, static_cast<profiler::Effort>(m_effort->current()));
    const auto& usual = plan.protocol;
    m_processes->setPlaceholderText(usual.repetitionsMin == usual.repetitionsMax
            ? QString::number(usual.repetitionsMin)
            : tr("%1, up to %2").arg(usual.repetitionsMin).arg(usual.repetitionsMax));
    for (const auto& [setting, field] : m_numbers) {
        const auto text = profiler::settingText(plan, setting);
        field->setPlaceholderText(text.empty() ? tr("auto") : QString::fromStdString(text));
    }
    m_cold->setNote(tr("cold and warm cache, %1× each").arg(usual.coldEmpty));
    m_noise->setNote(usual.noiseRepetitions > 0 ? tr("eager again, %1×").arg(usual.noiseRepetitions)
                                                : tr("not at this effort"));
}

void MeasurementBlock::showDraft(const PlanDraft& draft)
{
    if (m_device->findData(draft.device) < 0)
        m_device->addItem(draft.device, draft.device);
    m_device->setCurrentIndex(m_device->findData(draft.device));
    if (!draft.dtype.isEmpty() && m_dtype->findText(draft.dtype) < 0)
        m_dtype->addItem(draft.dtype);
    m_dtype->setCurrentText(draft.dtype.isEmpty() ? asBuilt() : draft.dtype);
    m_task->setCurrent(static_cast<int>(draft.task));
    m_effort->setCurrent(static_cast<int>(draft.effort));
    m_processes->setText(draft.processes);
    for (const auto& [setting, field] : m_numbers) {
        const auto typed = draft.numbers.find(setting.text.option);
        field->setText(typed == draft.numbers.end() ? QString() : typed->second);
    }
    m_python->setText(draft.python);
    m_name->setText(draft.name);
    m_output->setText(draft.output);
    m_cold->setChecked(draft.cold);
    m_check->setChecked(draft.check);
    m_noise->setChecked(draft.noise);
    m_trace->setChecked(draft.trace);
    showEffort();
}

void MeasurementBlock::store(PlanDraft& draft) const
{
    draft.device = m_device->currentData().toString();
    draft.dtype = m_dtype->currentText() == asBuilt() ? QString() : m_dtype->currentText();
    draft.task = static_cast<profiler::Task>(m_task->current());
    draft.effort = static_cast<profiler::Effort>(m_effort->current());
    draft.processes = m_processes->text();
    draft.numbers.clear();
    for (const auto& [setting, field] : m_numbers)
        if (!field->text().isEmpty())
            draft.numbers[setting.text.option] = field->text();
    draft.python = m_python->text();
    draft.name = m_name->text();
    draft.output = m_output->text();
    draft.cold = m_cold->isChecked();
    draft.check = m_check->isChecked();
    draft.noise = m_noise->isChecked();
    draft.trace = m_trace->isChecked();
}

void MeasurementBlock::setMachineChecks(const std::vector<MachineCheck>& checks)
{
    for (const MachineCheck& check : checks) {
        if (check.name == QLatin1String("device") && check.result == CheckResult::Ok)
            for (const QString& found : check.sentence.split(QStringLiteral("; ")))
                if (found.contains(u':') && found.startsWith(QLatin1String("cuda"))
                    && m_device->findData(deviceName(found)) < 0)
                    m_device->addItem(found, deviceName(found));
        if (check.name == QLatin1String("cupti"))
            m_trace->setNote(check.result == CheckResult::Ok
                    ? tr("operators and kernels")
                    : tr("operators alone: kernels need CUPTI"));
    }
}

} // namespace ui
