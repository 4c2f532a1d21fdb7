// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/workspace/not_in_file_page.h"

#include "ui/theme/fonts.h"
#include "ui/widgets/code_block.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/status_label.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QVBoxLayout>

namespace ui {

NotInFilePage::NotInFilePage(const Theme& theme)
    : m_question(makeLabel({}, uiFont(type::verdict, QFont::DemiBold)))
    , m_reason(makeParagraph(uiFont(14), QPalette::PlaceholderText))
    , m_command(new CodeLine(theme))
{
    auto* panel = new Panel(theme);
    panel->setStripe(Status::Information);
    panel->setMaximumWidth(760);
    panel->body()->setSpacing(12);
    panel->layout()->setContentsMargins(24, 20, 20, 20);
    auto* badge = new Badge(theme);
    badge->setStatus(Status::Information, tr("Not in this file"));
    for (QWidget* widget : std::initializer_list<QWidget*> {badge, m_question, m_reason, m_command})
        panel->body()->addWidget(widget);
    connect(m_command, &CodeLine::copyRequested, this, [this](const QString& code) {
        QGuiApplication::clipboard()->setText(code);
        Q_EMIT noted(tr("Copied the command."));
    });
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->addWidget(panel);
    layout->addStretch(1);
}

void NotInFilePage::showReason(const PageDescriptor& page, const QString& reason)
{
    setAccessibleName(page.name);
    m_question->setText(page.question);
    m_reason->setText(reason.toHtmlEscaped());
    m_command->setCode(page.import.command);
    m_command->setVisible(!page.import.command.isEmpty());
}

QString NotInFilePage::reason() const
{
    return m_reason->text();
}

} // namespace ui
