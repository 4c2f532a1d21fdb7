// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QClipboard>
#include <QGuiApplication>
#include <QObject>

namespace ui {

/// Puts text on the clipboard; the owner notes that: "Copied the command."
template <typename Owner>
void copyText(Owner& owner, const QString& text, const QString& what)
{
    QGuiApplication::clipboard()->setText(text);
    Q_EMIT owner.noted(QObject::tr("Copied the %1.").arg(what));
}

/// Copies what a block or a line of code asks to copy.
template <typename Code, typename Owner>
void copyFrom(const Code* code, Owner* owner, const QString& what)
{
    QObject::connect(code, &Code::copyRequested, owner,
        [owner, what](const QString& text) { copyText(*owner, text, what); });
}

} // namespace ui
