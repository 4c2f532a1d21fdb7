// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/comparison/commands.h"

#include "ui/comparison/judged_comparison.h"

#include <QRegularExpression>

namespace ui {

QString shellWord(const QString& word)
{
    static const QRegularExpression plain(QStringLiteral("^[\\w@%+=:,./-]+$"));
    if (plain.match(word).hasMatch())
        return word;
    QString quoted = word;
    quoted.replace(u'\'', QStringLiteral("'\\''"));
    return u'\'' + quoted + u'\'';
}

QString commandOn(const ComparisonView& view, const QString& command)
{
    const QString file = view.file.isEmpty() ? QStringLiteral("FILE") : view.file;
    if (view.comparison == nullptr)
        return QStringLiteral("fusescope %1 %2").arg(command, shellWord(file));
    return QStringLiteral("fusescope %1 %2")
        .arg(command,
            shellWord(
                QStringLiteral("%1@%2").arg(file).arg(view.comparison->result.info.id.value)));
}

} // namespace ui
