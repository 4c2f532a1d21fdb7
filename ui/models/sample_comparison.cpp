// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/sample_comparison.h"

#include "storage/run_database.h"

#include <QFile>
#include <QSaveFile>

#include <system_error>

namespace ui {

profiler::Result<std::filesystem::path> placeSample()
{
    return placeSample(storage::libraryPath().parent_path());
}

profiler::Result<std::filesystem::path> placeSample(const std::filesystem::path& folder)
{
    const std::filesystem::path place = folder / "sample.fscope";
    std::error_code ignored;
    if (std::filesystem::exists(place, ignored))
        return place;
    std::filesystem::create_directories(folder, ignored); // a failure shows when it is written
    QFile sample(QStringLiteral(":/samples/sample.fscope"));
    QSaveFile copy(QString::fromStdString(place.string()));
    const bool written = sample.open(QIODevice::ReadOnly)
        && copy.open(QIODevice::WriteOnly | QIODevice::Unbuffered)
        && copy.write(sample.readAll()) == sample.size() && copy.commit();
    if (!written)
        return profiler::failure(profiler::ErrorKind::Unavailable,
            "The sample comparison cannot be put into " + folder.string() + " ("
                + copy.errorString().toStdString() + "); free some space or check its rights.");
    return place;
}

} // namespace ui
