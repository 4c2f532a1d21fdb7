// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/import_job.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace ui {

ImportJob::ImportJob(QObject* parent)
    : QObject(parent)
    , m_call(this)
{
    connect(&m_call, &ProgramCall::answered, this, &ImportJob::take);
}

void ImportJob::start(const QStringList& files, const QString& into)
{
    m_call.start(QStringList {QStringLiteral("import"), QStringLiteral("--json"),
                     QStringLiteral("-o"), into, QStringLiteral("--")}
        + files);
}

void ImportJob::cancel()
{
    if (!m_call.isRunning())
        return;
    m_call.stop();
    Q_EMIT failed({});
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
