// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/comparison/sample_comparison.h"

#include "storage/file/run_database.h"

#include <QCryptographicHash>
#include <QFile>
#include <QSaveFile>

#include <system_error>

namespace ui {
namespace {

/// A later release brings another recording: beside the earlier one, which may hold notes.
std::string fileName(const QByteArray& content)
{
    const auto digest = QCryptographicHash::hash(content, QCryptographicHash::Sha256).toHex();
    return "sample-" + digest.first(8).toStdString() + ".fscope";
}

} // namespace

profiler::Result<std::filesystem::path> placeSample()
{
    return placeSample(storage::libraryPath().parent_path());
}

profiler::Result<std::filesystem::path> placeSample(const std::filesystem::path& folder)
{
    QFile sample(QStringLiteral(":/samples/sample.fscope"));
    const QByteArray content = sample.open(QIODevice::ReadOnly) ? sample.readAll() : QByteArray();
    const std::filesystem::path place = folder / fileName(content);
    std::error_code ignored;
    if (std::filesystem::exists(place, ignored))
        return place;
    std::filesystem::create_directories(folder, ignored); // a failure shows when it is written
    QSaveFile copy(QString::fromStdString(place.string()));
    const bool written = !content.isEmpty()
        && copy.open(QIODevice::WriteOnly | QIODevice::Unbuffered)
        && copy.write(content) == content.size() && copy.commit();
    if (!written)
        return profiler::failure(profiler::ErrorKind::Unavailable,
            "The sample comparison cannot be put into " + folder.string() + " ("
                + copy.errorString().toStdString() + "); free some space or check its rights.");
    return place;
}

} // namespace ui
