// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/palette/shortcut_dialog.h"

#include "ui/theme/fonts.h"
#include "ui/widgets/button.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/status_label.h"

#include <QGridLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr int keysColumn = 2;

QString keysText(const ActionRegistry& registry, const ActionSpec& spec)
{
    return QKeySequence::listToString(registry.keys(spec.id), QKeySequence::NativeText);
}

} // namespace

ShortcutDialog::ShortcutDialog(const Theme& theme, ActionRegistry& registry, QWidget* parent)
    : QDialog(parent)
    , m_theme(theme)
    , m_registry(registry)
    , m_model(new QStandardItemModel(0, 3, this))
    , m_filtered(new QSortFilterProxyModel(this))
    , m_table(new QTableView)
    , m_keys(new QKeySequenceEdit)
    , m_answer(new StatusLabel(theme, Status::Information, {}))
{
    setWindowTitle(tr("Shortcuts"));
    resize(620, 560);
    new QVBoxLayout(this);
    createTable();
    createEditor();
    m_table->selectRow(0);
    showCurrent();
}

void ShortcutDialog::createTable()
{
    for (const ActionSpec& spec : m_registry.specs()) {
        const QList<QStandardItem*> row {
            new QStandardItem(spec.group), new QStandardItem(spec.text), new QStandardItem};
        for (QStandardItem* item : row)
            item->setToolTip(spec.help);
        m_model->appendRow(row);
    }
    m_model->setHorizontalHeaderLabels({tr("group"), tr("command"), tr("keys")});
    showKeys();
    connect(&m_registry, &ActionRegistry::keysChanged, this, &ShortcutDialog::showKeys);
    m_filtered->setSourceModel(m_model);
    m_filtered->setFilterKeyColumn(-1);
    m_filtered->setFilterCaseSensitivity(Qt::CaseInsensitive);
    auto* filter = new QLineEdit;
    filter->setPlaceholderText(tr("Filter commands or keys"));
    filter->setAccessibleName(tr("Filter commands"));
    filter->setClearButtonEnabled(true);
    connect(
        filter, &QLineEdit::textChanged, m_filtered, &QSortFilterProxyModel::setFilterFixedString);
    m_table->setModel(m_filtered);
    m_table->setAccessibleName(tr("Commands"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setTabKeyNavigation(false);
    m_table->setShowGrid(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(26);
    m_table->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
    m_table->setColumnWidth(keysColumn, 160);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &ShortcutDialog::showCurrent);
    layout()->addWidget(filter);
    layout()->addWidget(m_table);
}

void ShortcutDialog::showKeys()
{
    for (int row = 0; const ActionSpec& spec : m_registry.specs())
        m_model->item(row++, keysColumn)->setText(keysText(m_registry, spec));
}

void ShortcutDialog::createEditor()
{
    m_keys->setAccessibleName(tr("New keys"));
    auto* set = new Button(m_theme, ButtonKind::Primary, tr("Set"));
    auto* remove = new Button(m_theme, ButtonKind::Secondary, tr("No keys"));
    auto* reset = new Button(m_theme, ButtonKind::Secondary, tr("Default"));
    auto* all = new Button(m_theme, ButtonKind::Quiet, tr("Reset all"));
    auto* row = new QHBoxLayout;
    row->addWidget(makeLabel(tr("New keys"), uiFont()));
    row->addWidget(m_keys, 1);
    for (Button* button : {set, remove, reset, all})
        row->addWidget(button);
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->addLayout(row);
    column->addWidget(m_answer);
    connect(set, &Button::clicked, this, &ShortcutDialog::store);
    connect(remove, &Button::clicked, this, [this] { setKey({}); });
    connect(reset, &Button::clicked, this, &ShortcutDialog::resetCurrent);
    connect(all, &Button::clicked, this, &ShortcutDialog::resetAll);
}

const ActionSpec* ShortcutDialog::current() const
{
    const QModelIndex index = m_table->currentIndex();
    const int row = m_filtered->mapToSource(index).row();
    return row < 0 ? nullptr : &m_registry.specs().at(static_cast<std::size_t>(row));
}

void ShortcutDialog::choose(const QString& id)
{
    const auto row
        = std::ranges::find(m_registry.specs(), id, &ActionSpec::id) - m_registry.specs().begin();
    m_table->selectRow(m_filtered->mapFromSource(m_model->index(static_cast<int>(row), 0)).row());
}

QString ShortcutDialog::answer() const
{
    return m_answer->text();
}

void ShortcutDialog::showCurrent()
{
    const ActionSpec* shown = current();
    m_keys->setEnabled(shown != nullptr);
    if (shown == nullptr)
        return;
    const QList<QKeySequence> keys = m_registry.keys(shown->id);
    m_keys->setKeySequence(keys.isEmpty() ? QKeySequence() : keys.front());
    say(Status::Information, shown->help.isEmpty() ? shown->text : shown->help);
}

void ShortcutDialog::store()
{
    setKey(m_keys->keySequence());
}

void ShortcutDialog::setKey(const QKeySequence& key)
{
    const ActionSpec* changed = current();
    if (changed == nullptr)
        return;
    const QString refusal = m_registry.setKey(changed->id, key);
    if (!refusal.isEmpty())
        return say(Status::Bad, refusal);
    m_keys->setKeySequence(key);
    say(Status::Good,
        key.isEmpty()
            ? tr("“%1” has no keys now.").arg(changed->text)
            : tr("“%1” is %2 now.").arg(changed->text, key.toString(QKeySequence::NativeText)));
}

void ShortcutDialog::resetCurrent()
{
    if (const ActionSpec* reset = current()) {
        m_registry.resetKey(reset->id);
        showCurrent();
    }
}

void ShortcutDialog::resetAll()
{
    m_registry.resetAllKeys();
    showCurrent();
    say(Status::Good, tr("All commands have their default keys again."));
}

void ShortcutDialog::say(Status status, const QString& sentence)
{
    m_answer->setStatus(status, sentence);
}

namespace {

QVBoxLayout* sheetGroup(const ActionRegistry& registry, const QString& group)
{
    auto* column = new QVBoxLayout;
    column->setSpacing(2);
    column->addWidget(makeLabel(group, uiFont(type::base, QFont::DemiBold)));
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(18);
    grid->setVerticalSpacing(3);
    for (const ActionSpec& spec : registry.specs()) {
        const QString keys = keysText(registry, spec);
        if (spec.group != group || keys.isEmpty())
            continue;
        const int row = grid->rowCount();
        grid->addWidget(
            makeLabel(spec.text, uiFont(type::caption), QPalette::PlaceholderText), row, 0);
        grid->addWidget(makeLabel(keys, monoFont(type::caption)), row, 1, Qt::AlignRight);
    }
    column->addLayout(grid);
    column->addSpacing(10);
    return column;
}

} // namespace

ShortcutSheet::ShortcutSheet(const Theme& theme, const ActionRegistry& registry, QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Keyboard shortcuts"));
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(24, 20, 24, 16);
    outer->setSpacing(14);
    outer->addWidget(makeLabel(tr("Keyboard shortcuts"), uiFont(type::verdict, QFont::DemiBold)));
    auto* columns = new QHBoxLayout;
    columns->setSpacing(40);
    std::vector<QVBoxLayout*> three;
    std::vector<qsizetype> filled(3, 0);
    for (std::size_t i = 0; i < filled.size(); ++i) {
        three.push_back(new QVBoxLayout);
        columns->addLayout(three.back());
    }
    for (const QString& group : registry.groups()) {
        const auto shortest = std::min_element(filled.begin(), filled.end());
        for (const ActionSpec& spec : registry.specs())
            *shortest += spec.group == group && !registry.keys(spec.id).isEmpty() ? 1 : 0;
        *shortest += 2;
        three.at(static_cast<std::size_t>(shortest - filled.begin()))
            ->addLayout(sheetGroup(registry, group));
    }
    for (QVBoxLayout* column : three)
        column->addStretch(1);
    outer->addLayout(columns);
    auto* change = new Button(theme, ButtonKind::Secondary, tr("Change shortcuts…"));
    auto* close = new Button(theme, ButtonKind::Primary, tr("Close"));
    connect(change, &Button::clicked, this, [this] {
        accept();
        Q_EMIT changeRequested();
    });
    connect(close, &Button::clicked, this, &QDialog::accept);
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    row->addWidget(change);
    row->addWidget(close);
    outer->addLayout(row);
}

} // namespace ui
