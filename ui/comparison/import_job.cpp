// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/comparison/import_job.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace ui {

ImportJob::ImportJob(QObject* parent)
    : QObject(parent)
    , m_call(this)
{
    connect(&m_call, &ProgramCall::said, this, &ImportJob::listen);
    connect(&m_call, &ProgramCall::answered, this, &ImportJob::take);
}

void ImportJob::start(const QStringList& files, const QString& into, ImportAs what)
{
    QStringList words {QStringLiteral("import"), QStringLiteral("--json"),
        QStringLiteral("--progress"), QStringLiteral("-o"), into};
    if (what == ImportAs::Ranks)
        words << QStringLiteral("--ranks");
    m_call.start(words << QStringLiteral("--") << files);
}

void ImportJob::cancel()
{
    if (!m_call.isRunning())
        return;
    m_call.stop();
    Q_EMIT failed({});
}

void ImportJob::listen(const QByteArray& line)
{
    const auto object = QJsonDocument::fromJson(line).object();
    const QString step = object.value(QStringLiteral("step")).toString();
    if (step == QStringLiteral("store"))
        Q_EMIT storing();
    if (step != QStringLiteral("read"))
        return;
    const double all = object.value(QStringLiteral("bytes")).toDouble();
    const double read = object.value(QStringLiteral("bytes_read")).toDouble();
    Q_EMIT reading(object.value(QStringLiteral("file")).toString(),
        all > 0 ? static_cast<int>(std::clamp(100 * read / all, 0.0, 100.0)) : 0);
}

void ImportJob::take(const ProgramAnswer& answer)
{
    const auto document = QJsonDocument::fromJson(answer.output).object();
    const auto id = document.value(QStringLiteral("comparison")).toInteger();
    if (answer.exitCode == 0 && id > 0)
        Q_EMIT finished(document.value(QStringLiteral("file")).toString(), {id});
    else if (answer.refusal.isEmpty())
        Q_EMIT failed(tr("The import ended without a word; nothing was stored, try it with "
                         "“fusescope import” in a terminal."));
    else
        Q_EMIT failed(answer.refusal);
}

} // namespace ui
