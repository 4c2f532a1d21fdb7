// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/export/programs.h"

#include "tests/ui/patience.h"

#include <QProcess>
#include <QStandardPaths>

namespace programs {

std::optional<QString> find(const QStringList& names)
{
    for (const QString& name : names)
        if (const QString path = QStandardPaths::findExecutable(name); !path.isEmpty())
            return path;
    return std::nullopt;
}

Answer run(const QString& program, const QStringList& words)
{
    QProcess process;
    process.start(program, words);
    const bool ended = process.waitForFinished(ui_test::patience) && process.exitCode() == 0;
    return {.output = QString::fromUtf8(process.readAllStandardOutput()),
        .errors = QString::fromUtf8(process.readAllStandardError()),
        .ended = ended};
}

} // namespace programs
