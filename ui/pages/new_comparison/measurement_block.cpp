// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/new_comparison/measurement_block.h"

#include "ui/widgets/button.h"

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

MeasurementBlock::MeasurementBlock(const Theme& theme)
    : DraftPanel(theme, 5, tr("Measurement"), tr("fresh processes for every repetition"))
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
    auto* dtype = new Choice(m_theme, tr("dtype of model and inputs"));
    dtype->addItems({asBuilt(), QStringLiteral("float32"), QStringLiteral("bfloat16"),
        QStringLiteral("float16"), QStringLiteral("float64")});
    auto* task = new TabStrip(m_theme);
    task->setTabs({tr("Inference"), tr("Training")});
    task->setAccessibleName(tr("Task"));
    m_effort = new TabStrip(m_theme);
    m_effort->setTabs(
        {tr("Quick"), tr("Normal"), tr("Thorough"), tr("Look")}); // as Effort has them
    m_effort->setToolTip(tr("Look: graph breaks, recompiles, results and a trace in about the time "
                            "of one compile; nothing is timed, so no verdict on speed follows."));
    m_effort->setAccessibleName(tr("Effort"));
    m_processes = new TextField(m_theme, tr("Processes: repetitions, such as 5..15"));
    auto* row = new QHBoxLayout;
    row->setSpacing(12);
    row->addWidget(captioned(tr("device"), m_device), 2);
    row->addWidget(captioned(tr("dtype"), dtype), 1);
    row->addWidget(captioned(tr("task"), task));
    row->addWidget(captioned(tr("effort"), m_effort));
    row->addWidget(captioned(tr("processes"), m_processes), 1);
    body()->addLayout(row);
    connect(m_effort, &TabStrip::currentChanged, this, [this] {
        m_processes->clear(); // a new effort brings its own numbers
        for (const auto& [setting, field] : m_numbers)
            if (setting.text.byEffort)
                field->clear();
        showEffort();
    });
    bindNumeric(dtype);
    bind(task, &PlanDraft::task);
    bind(m_effort, &PlanDraft::effort);
    bind(m_processes, &PlanDraft::processes);
    for (const auto& setting : formSettings("protocol")) {
        auto* field = new TextField(m_theme, QString::fromUtf8(setting.text.title));
        m_numbers.emplace_back(setting, field);
        row->addWidget(captioned(QString::fromUtf8(setting.text.caption), field), 1);
        bind(field, setting);
    }
}

/// Names are data; what has none is typed.
QWidget* MeasurementBlock::createMachine()
{
    m_machine = new Choice(m_theme, tr("Machine that records"));
    m_machine->addItem(tr("this machine"), QString());
    m_machine->addItem(tr("another, by ssh…"), QStringLiteral("ssh"));
    m_machine->setToolTip(tr("Another machine is reached by ssh, with your keys and configuration: "
                             "Fusescope is sent there, and the result comes back. `fusescope "
                             "remote add NAME ssh://user@host` gives it a name."));
    m_address = new TextField(m_theme, tr("Address of the machine"));
    m_address->setMono();
    m_address->setPlaceholderText(QStringLiteral("user@host"));
    m_address->setMinimumWidth(130);
    auto* both = new QWidget;
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(captioned(tr("machine"), m_machine), 1);
    row->addWidget(m_address, 1, Qt::AlignBottom);
    m_address->hide();
    connect(m_machine, &QComboBox::activated, this, [this] {
        m_address->setVisible(m_machine->currentIndex() == m_machine->count() - 1);
        if (m_address->isVisible() && m_address->text().isEmpty())
            m_address->setFocus();
        Q_EMIT edited();
    });
    // Once it is whole: half a name is no machine to ask.
    connect(m_address, &QLineEdit::editingFinished, this, &MeasurementBlock::edited);
    bind([this](const PlanDraft& draft) { showMachine(draft.machine); },
        [this](PlanDraft& draft) { draft.machine = machine(); });
    return both;
}

void MeasurementBlock::showMachine(const QString& machine)
{
    const int last = m_machine->count() - 1;
    const int found = m_machine->findData(machine);
    const bool named = found >= 0 && found < last;
    m_machine->setCurrentIndex(named ? found : last);
    m_address->setText(named ? QString() : machine);
    m_address->setVisible(!named);
}

QString MeasurementBlock::machine() const
{
    if (m_machine->currentIndex() < m_machine->count() - 1)
        return m_machine->currentData().toString();
    const QString scheme = QStringLiteral("ssh://");
    const QString typed = m_address->text().trimmed();
    return typed.contains(u':') && !typed.contains(u'@') ? typed
        : typed.startsWith(scheme)                       ? typed
                                                         : scheme + typed;
}

void MeasurementBlock::setMachines(const std::vector<KnownMachine>& machines)
{
    const QString chosen = machine();
    while (m_machine->count() > 2)
        m_machine->removeItem(1);
    for (const KnownMachine& each : machines)
        m_machine->insertItem(
            m_machine->count() - 1, tr("%1 (%2)").arg(each.name, each.address), each.name);
    showMachine(chosen);
    m_machine->updateGeometry();
}

/// What the lists do not have is added: it was opened with a plan.
void MeasurementBlock::bindNumeric(Choice* dtype)
{
    for (const Choice* choice : {m_device, dtype})
        connect(choice, &QComboBox::activated, this, &MeasurementBlock::edited);
    bind(
        [this](const PlanDraft& draft) {
            if (m_device->findData(draft.device) < 0)
                m_device->addItem(draft.device, draft.device);
            m_device->setCurrentIndex(m_device->findData(draft.device));
        },
        [this](PlanDraft& draft) { draft.device = m_device->currentData().toString(); });
    bind(
        [dtype](const PlanDraft& draft) {
            if (!draft.dtype.isEmpty() && dtype->findText(draft.dtype) < 0)
                dtype->addItem(draft.dtype);
            dtype->setCurrentText(draft.dtype.isEmpty() ? asBuilt() : draft.dtype);
        },
        [dtype](PlanDraft& draft) {
            draft.dtype = dtype->currentText() == asBuilt() ? QString() : dtype->currentText();
        });
}

void MeasurementBlock::createSecondRow()
{
    auto* python = new TextField(m_theme, tr("Python of the workers"));
    python->setMono();
    python->setPlaceholderText(tr("found: active environment, python3"));
    auto* name = new TextField(m_theme, tr("Name of the comparison"));
    name->setPlaceholderText(tr("made from the model"));
    m_output = new TextField(m_theme, tr("Run database to record into"));
    m_output->setMono();
    m_output->setPlaceholderText(tr("the library"));
    auto* browse = new Button(m_theme, ButtonKind::Secondary, tr("Browse…"), Icon::Open);
    browse->setAccessibleName(tr("Choose the run database"));
    auto* row = new QHBoxLayout;
    row->setSpacing(12);
    row->addWidget(createMachine(), 3);
    row->addWidget(captioned(tr("Python"), python), 3);
    row->addWidget(captioned(tr("name"), name), 2);
    row->addWidget(captioned(tr("record into"), m_output), 3);
    row->addWidget(browse, 0, Qt::AlignBottom);
    body()->addLayout(row);
    connect(browse, &Button::clicked, this, &MeasurementBlock::chooseOutput);
    bind(python, &PlanDraft::python);
    bind(name, &PlanDraft::name);
    bind(m_output, &PlanDraft::output);
}

void MeasurementBlock::createThirdRow()
{
    m_cold = new CheckOption(m_theme, tr("Compile time"), {});
    auto* check = new CheckOption(m_theme, tr("Results"), tr("against eager and fp64"));
    m_noise = new CheckOption(m_theme, tr("Noise"), tr("eager again"));
    m_trace = new CheckOption(m_theme, tr("Trace"), tr("operators and kernels"));
    auto* row = new QHBoxLayout;
    row->setSpacing(18);
    for (CheckOption* option : {m_cold, check, m_noise, m_trace})
        row->addWidget(option);
    row->addStretch(1);
    body()->addLayout(row);
    bind(m_cold, &PlanDraft::cold);
    bind(check, &PlanDraft::check);
    bind(m_noise, &PlanDraft::noise);
    bind(m_trace, &PlanDraft::trace);
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
    m_processes->setPlaceholderText(!profiler::isTimed(usual) ? tr("none: no timing")
            : usual.repetitionsMin == usual.repetitionsMax
            ? QString::number(usual.repetitionsMin)
            : tr("%1, up to %2").arg(usual.repetitionsMin).arg(usual.repetitionsMax));
    for (const auto& [setting, field] : m_numbers) {
        const auto text = profiler::settingText(plan, setting);
        field->setPlaceholderText(text.empty() ? tr("auto") : QString::fromStdString(text));
    }
    m_cold->setNote(usual.coldEmpty > 0 ? tr("cold and warm cache, %1× each").arg(usual.coldEmpty)
                                        : tr("not at this effort"));
    m_noise->setNote(usual.noiseRepetitions > 0 ? tr("eager again, %1×").arg(usual.noiseRepetitions)
            : profiler::isTimed(usual)          ? tr("eager again on a busy machine")
                                                : tr("not at this effort"));
}

void MeasurementBlock::showDraft(const PlanDraft& draft)
{
    DraftPanel::showDraft(draft);
    showEffort();
}

/// Devices are those of the machine that was asked last, and the one that is chosen.
void MeasurementBlock::setMachineChecks(const std::vector<MachineCheck>& checks)
{
    const QString chosen = m_device->currentData().toString();
    m_device->clear();
    m_device->addItem(QStringLiteral("cpu"), QStringLiteral("cpu"));
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
    if (m_device->findData(chosen) < 0)
        m_device->addItem(chosen, chosen);
    m_device->setCurrentIndex(m_device->findData(chosen));
}

} // namespace ui
