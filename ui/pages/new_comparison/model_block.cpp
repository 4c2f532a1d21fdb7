// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/new_comparison/model_block.h"

#include "ui/theme/fonts.h"
#include "ui/widgets/button.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/field.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/status_label.h"
#include "ui/widgets/tab_strip.h"

#include <QCompleter>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <utility>

namespace ui {

namespace {

using namespace std::chrono_literals;

QHBoxLayout* rowIn(QWidget* page)
{
    auto* row = new QHBoxLayout(page);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(10);
    return row;
}

} // namespace

ModelBlock::ModelBlock(const Theme& theme)
    : DraftPanel(theme, 1, tr("Model"), tr("what is measured"))
    , m_theme(theme)
    , m_tabs(new TabStrip(theme))
    , m_pages(new QStackedWidget)
{
    m_tabs->setTabs({tr("Built-in"), tr("Library"), tr("Python file"), tr("Exported program")});
    m_tabs->setAccessibleName(tr("Where the model comes from"));
    addHeadControl(m_tabs);
    m_pages->addWidget(createBuiltin());
    m_pages->addWidget(createLibrary());
    m_pages->addWidget(createFile());
    m_pages->addWidget(createExported());
    m_pages->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    body()->addWidget(m_pages);
    m_argumentBox = new QWidget;
    m_argumentFlow = new FlowLayout(12, m_argumentBox);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    m_argumentBox->setSizePolicy(policy);
    body()->addWidget(m_argumentBox);
    m_scanTimer.setSingleShot(true);
    m_scanTimer.setInterval(300ms);
    connect(m_tabs, &TabStrip::currentChanged, this, [this](int index) {
        setSource(static_cast<ModelSource>(index));
        changeModel();
    });
    connect(&m_scanTimer, &QTimer::timeout, this, &ModelBlock::scanFile);
    connect(&m_scanCall, &ProgramCall::answered, this, &ModelBlock::takeCallables);
}

QWidget* ModelBlock::createBuiltin()
{
    auto* page = new QWidget;
    auto* row = rowIn(page);
    m_builtin = new Choice(m_theme, tr("Built-in model"));
    m_builtin->setMinimumWidth(240);
    m_summary = makeLabel({}, uiFont(type::caption), QPalette::PlaceholderText);
    m_summary->setWordWrap(true);
    row->addWidget(captioned(tr("Model"), m_builtin));
    row->addWidget(m_summary, 1, Qt::AlignVCenter);
    m_summary->setContentsMargins(0, 16, 0, 0); // beside the field, not its caption
    connect(m_builtin, &QComboBox::currentIndexChanged, this, &ModelBlock::changeModel);
    return page;
}

QWidget* ModelBlock::createLibrary()
{
    auto* page = new QWidget;
    auto* row = rowIn(page);
    m_library
        = newCodeField(m_theme, tr("Model of a library"), QStringLiteral("torchvision:resnet50"));
    auto* hint = makeLabel(tr("torchvision:NAME, transformers:TYPE or package.module:callable; "
                              "settings follow after commas, as in "
                              "transformers:bert,num_hidden_layers=2. Weights are random, nothing "
                              "is downloaded."),
        uiFont(type::caption), QPalette::PlaceholderText);
    hint->setWordWrap(true);
    row->addWidget(captioned(tr("Name"), m_library), 1);
    row->addWidget(hint, 1, Qt::AlignBottom);
    connect(m_library, &QLineEdit::textEdited, this, &ModelBlock::edited);
    return page;
}

QWidget* ModelBlock::createFile()
{
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    auto* row = new QHBoxLayout;
    row->setSpacing(10);
    m_file = newCodeField(m_theme, tr("Python file"), tr("path/to/model.py"));
    auto* browse = new Button(m_theme, ButtonKind::Secondary, tr("Browse…"), Icon::Open);
    m_callable = new Choice(m_theme, tr("Callable"));
    m_callable->setMono();
    m_callable->setToolTip(
        tr("Returns the model, or the model and its example inputs. Proposed is what needs no "
           "argument: a function called make, build, create, get_model or model, else a subclass "
           "of nn.Module, else the first of the file."));
    m_scan = new StatusLabel(m_theme, Status::Neutral, tr("no file yet"));
    row->addWidget(captioned(tr("File"), m_file), 1);
    row->addWidget(browse, 0, Qt::AlignBottom);
    row->addWidget(captioned(tr("Callable that makes the model"), m_callable), 1);
    column->addLayout(row);
    column->addWidget(m_scan);
    connect(browse, &Button::clicked, this,
        [this] { chooseFile(m_file, tr("Python files (*.py);;All files (*)")); });
    connect(m_file, &QLineEdit::textEdited, this, [this] {
        m_wantedCallable.clear(); // of another file
        m_scanTimer.start();
        Q_EMIT edited();
    });
    connect(m_callable, &QComboBox::activated, this, &ModelBlock::changeModel);
    return page;
}

QWidget* ModelBlock::createExported()
{
    auto* page = new QWidget;
    auto* row = rowIn(page);
    m_exported = newCodeField(m_theme, tr("Exported program"), tr("path/to/model.pt2"));
    auto* browse = new Button(m_theme, ButtonKind::Secondary, tr("Browse…"), Icon::Open);
    row->addWidget(
        captioned(tr("File of torch.export (.pt2) or TorchScript (.pt)"), m_exported), 1);
    row->addWidget(browse, 0, Qt::AlignBottom);
    connect(browse, &Button::clicked, this,
        [this] { chooseFile(m_exported, tr("Exported programs (*.pt2 *.pt);;All files (*)")); });
    connect(m_exported, &QLineEdit::textEdited, this, &ModelBlock::edited);
    return page;
}

void ModelBlock::chooseFile(TextField* field, const QString& filter)
{
    const QString chosen = QFileDialog::getOpenFileName(
        this, tr("Choose a file"), QFileInfo(field->text()).absolutePath(), filter);
    if (chosen.isEmpty())
        return;
    field->setText(chosen);
    if (field == m_file) {
        m_wantedCallable.clear(); // of another file
        m_scanTimer.start();
    }
    Q_EMIT edited();
}

void ModelBlock::setSource(ModelSource source)
{
    m_source = source;
    m_tabs->setCurrent(static_cast<int>(source));
    m_pages->setCurrentIndex(static_cast<int>(source));
}

void ModelBlock::setKnownModels(const KnownModels& models)
{
    m_models = models;
    m_showing = true;
    const QString chosen = m_builtin->currentText();
    m_builtin->clear();
    for (const KnownCallable& model : models.builtin)
        m_builtin->addItem(model.name);
    if (m_builtin->findText(chosen) < 0 && !chosen.isEmpty())
        m_builtin->addItem(chosen); // as opened, though it is not there: the check says so
    m_builtin->setCurrentText(chosen);
    m_showing = false;
    QStringList names;
    for (const QString& name : models.torchvision)
        names << QStringLiteral("torchvision:") + name;
    for (const QString& name : models.transformers)
        names << QStringLiteral("transformers:") + name;
    auto* completer = new QCompleter(names, m_library);
    completer->setFilterMode(Qt::MatchContains);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    connect(completer, qOverload<const QString&>(&QCompleter::activated), this,
        [this] { Q_EMIT edited(); });
    delete m_library->completer();
    m_library->setCompleter(completer);
    showArguments();
}

void ModelBlock::showDraft(const PlanDraft& draft)
{
    m_showing = true;
    m_arguments = draft.arguments;
    m_python = draft.python;
    if (m_builtin->findText(draft.builtin) < 0 && !draft.builtin.isEmpty())
        m_builtin->addItem(draft.builtin);
    m_builtin->setCurrentText(draft.builtin);
    m_library->setText(draft.library);
    m_exported->setText(draft.exported);
    m_file->setText(draft.file);
    m_wantedCallable = draft.callable;
    m_callable->clear();
    if (!draft.callable.isEmpty())
        m_callable->addItem(draft.callable, draft.callable);
    m_callables.clear();
    setSource(draft.source);
    m_showing = false;
    showArguments();
    if (!draft.file.isEmpty())
        m_scanTimer.start();
}

void ModelBlock::store(PlanDraft& draft) const
{
    draft.source = m_source;
    draft.builtin = m_builtin->currentText();
    draft.library = m_library->text();
    draft.file = m_file->text();
    draft.callable = m_callable->currentData().toString();
    draft.exported = m_exported->text();
    draft.arguments = arguments();
}

/// By reading the file in the interpreter, in a child process: nothing in it runs.
void ModelBlock::scanFile()
{
    const QString file = m_file->text().trimmed();
    if (!QFileInfo(file).isFile()) {
        m_scan->setStatus(Status::Neutral, file.isEmpty() ? tr("no file yet") : tr("no such file"));
        return;
    }
    m_scan->setStatus(Status::Neutral, tr("reading the file…"));
    QStringList words {
        QStringLiteral("models"), QFileInfo(file).absoluteFilePath(), QStringLiteral("--json")};
    if (!m_python.isEmpty())
        words << QStringLiteral("--python") << m_python;
    m_scanCall.start(words);
}

void ModelBlock::takeCallables(const ProgramAnswer& answer)
{
    m_callables = callablesFrom(answer.output);
    if (answer.exitCode != 0) {
        m_scan->setStatus(Status::Bad, answer.refusal);
        return;
    }
    const QString wanted = m_callable->currentData().isValid()
        ? m_callable->currentData().toString()
        : m_wantedCallable;
    m_showing = true;
    m_callable->clear();
    for (const KnownCallable& callable : m_callables)
        m_callable->addItem(callable.signature(), callable.name);
    int chosen = m_callable->findData(wanted);
    if (chosen < 0 && !wanted.isEmpty()
        && wanted == m_wantedCallable) { // a dotted name or one that is made at run time
        m_callable->addItem(wanted, wanted);
        chosen = m_callable->count() - 1;
    }
    if (chosen < 0 && !m_callables.empty())
        chosen = likeliestCallable(m_callables);
    m_callable->setCurrentIndex(std::max(0, chosen));
    m_showing = false;
    m_scan->setStatus(m_callables.empty() ? Status::Warning : Status::Good,
        m_callables.empty()
            ? tr("no public function or class at the top of this file")
            : tr("%1 found in this file; it was read, not run").arg(m_callables.size()));
    showArguments();
    Q_EMIT edited();
}

const KnownCallable* ModelBlock::known() const
{
    const auto find = [](const std::vector<KnownCallable>& all, const QString& name) {
        const auto found = std::find_if(
            all.begin(), all.end(), [&](const KnownCallable& each) { return each.name == name; });
        return found == all.end() ? nullptr : &*found;
    };
    if (m_source == ModelSource::Builtin)
        return find(m_models.builtin, m_builtin->currentText());
    if (m_source == ModelSource::PythonFile)
        return find(m_callables, m_callable->currentData().toString());
    return nullptr;
}

std::vector<ArgumentDraft> ModelBlock::arguments() const
{
    std::vector<ArgumentDraft> given;
    for (std::size_t i = 0; i < m_argumentFields.size(); ++i)
        if (const QString value = m_argumentFields[i]->text(); !value.trimmed().isEmpty())
            given.push_back({m_argumentNames.at(static_cast<qsizetype>(i)), value});
    return given;
}

/// A field for each parameter of the callable, and for what the draft gives besides.
void ModelBlock::showArguments()
{
    clearLayout(*m_argumentFlow);
    m_argumentFields.clear();
    m_argumentNames.clear();
    const KnownCallable* callable = known();
    m_summary->setText(callable == nullptr ? QString() : callable->summary);
    std::vector<KnownParameter> parameters;
    if (callable != nullptr)
        parameters = callable->parameters;
    for (const ArgumentDraft& argument : m_arguments) {
        const bool there = std::any_of(parameters.begin(), parameters.end(),
            [&](const KnownParameter& each) { return each.name == argument.name; });
        if (!there)
            parameters.push_back({.name = argument.name});
    }
    for (const KnownParameter& parameter : parameters) {
        auto* field = new TextField(m_theme, tr("Argument %1").arg(parameter.name));
        field->setMono();
        field->setFixedWidth(128);
        field->setPlaceholderText(parameter.required ? tr("needed") : parameter.defaultText);
        for (const ArgumentDraft& argument : m_arguments)
            if (argument.name == parameter.name)
                field->setText(argument.value);
        connect(field, &QLineEdit::textEdited, this, [this] {
            m_arguments = arguments();
            Q_EMIT edited();
        });
        const QString caption = parameter.type.isEmpty()
            ? parameter.name
            : parameter.name + QStringLiteral("  ") + parameter.type;
        m_argumentFlow->addWidget(captioned(caption, field));
        m_argumentFields.push_back(field);
        m_argumentNames << parameter.name;
    }
    m_argumentBox->setVisible(!m_argumentFields.empty());
}

void ModelBlock::changeModel()
{
    if (m_showing)
        return;
    showArguments();
    Q_EMIT edited();
}

} // namespace ui
