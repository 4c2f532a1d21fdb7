// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/html_report.h"

#include "profiler/report/documents.h"

#include <QSaveFile>

namespace ui {

profiler::Result<void> writeHtmlReport(const JudgedComparison& comparison, const QString& file)
{
    const std::string html = profiler::htmlReport(comparison.result, comparison.data);
    QSaveFile out(file);
    const bool written = out.open(QIODevice::WriteOnly)
        && out.write(html.data(), static_cast<qint64>(html.size()))
            == static_cast<qint64>(html.size())
        && out.commit();
    if (!written)
        return profiler::failure(profiler::ErrorKind::BadInput,
            "The report cannot be written to " + file.toStdString() + " ("
                + out.errorString().toStdString()
                + "); the comparison is unchanged, choose another place.");
    return {};
}

} // namespace ui
