// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/control/help_dialogs.h"

#include "ui/pages/list/page_list.h"
#include "ui/pages/page_services.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/button.h"
#include "ui/widgets/labels.h"
#include "ui/window/palette/shortcut_dialog.h"
#include "ui/window/workspace/workspace.h"

#include <QDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace ui {

void openShortcutSheet(const WindowContext& context)
{
    auto* sheet = new ShortcutSheet(context.services.theme(), context.actions, &context.window);
    sheet->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(sheet, &ShortcutSheet::changeRequested, &context.window,
        [context] { openShortcutDialog(context); });
    sheet->open();
}

void openShortcutDialog(const WindowContext& context)
{
    auto* dialog = new ShortcutDialog(context.services.theme(), context.actions, &context.window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void openPageHelp(const WindowContext& context)
{
    const PageDescriptor& page = descriptorOf(context.workspace.currentId());
    const Theme& theme = context.services.theme();
    auto* dialog = new QDialog(&context.window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(page.name);
    auto* column = new QVBoxLayout(dialog);
    column->setContentsMargins(24, 20, 24, 16);
    column->setSpacing(10);
    column->addWidget(makeLabel(page.question, uiFont(type::verdict, QFont::DemiBold)));
    QLabel* help = makeParagraph(uiFont(14));
    help->setText(page.help.toHtmlEscaped());
    help->setMinimumWidth(460);
    column->addWidget(help);
    auto* keys = new Button(theme, ButtonKind::Secondary, QObject::tr("Keyboard shortcuts"));
    auto* close = new Button(theme, ButtonKind::Primary, QObject::tr("Close"));
    QObject::connect(keys, &Button::clicked, dialog, [context, dialog] {
        dialog->accept();
        openShortcutSheet(context);
    });
    QObject::connect(close, &Button::clicked, dialog, &QDialog::accept);
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    row->addWidget(keys);
    row->addWidget(close);
    column->addLayout(row);
    dialog->open();
}

} // namespace ui
