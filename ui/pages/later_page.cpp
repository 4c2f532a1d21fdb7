// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/later_page.h"

#include "ui/parts/badge.h"
#include "ui/parts/code_line.h"
#include "ui/parts/labels.h"
#include "ui/parts/panel.h"
#include "ui/theme/fonts.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QVBoxLayout>

namespace ui {

LaterPage::LaterPage(const Theme& theme, const PageEntry& entry, QWidget* parent)
    : Page(parent)
    , m_entry(entry)
{
    setAccessibleName(entry.name);
    auto* panel = new Panel(theme);
    panel->setAccessibleName(entry.question);
    panel->setStripe(Status::Information);
    panel->setMaximumWidth(760);
    panel->body()->setSpacing(12);
    panel->layout()->setContentsMargins(24, 20, 20, 20);
    auto* badge = new Badge(theme);
    badge->setStatus(Status::Information, tr("Later"));
    panel->body()->addWidget(badge);
    panel->body()->addWidget(makeLabel(entry.question, uiFont(type::verdict, QFont::DemiBold)));
    QLabel* needs = makeParagraph(uiFont(14), QPalette::PlaceholderText);
    needs->setText(entry.needs.toHtmlEscaped());
    panel->body()->addWidget(needs);
    if (!entry.command.isEmpty()) {
        m_command = new CodeLine(theme);
        m_command->setCode(entry.command);
        panel->body()->addWidget(m_command);
        connect(m_command, &CodeLine::copyRequested, this, [this](const QString& code) {
            QGuiApplication::clipboard()->setText(code);
            Q_EMIT noted(tr("Copied the command."));
        });
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->addWidget(panel);
    layout->addStretch(1);
}

void LaterPage::showView(const ComparisonView& view)
{
    if (m_command == nullptr)
        return;
    QString command = m_entry.command;
    if (!view.file.isEmpty())
        command.replace(QStringLiteral("FILE"), view.file);
    m_command->setCode(command);
}

} // namespace ui
