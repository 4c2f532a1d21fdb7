// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/file_set.h"

#include <QDir>
#include <QFileInfo>
#include <QSaveFile>

#include <memory>

namespace ui {

namespace {

using profiler::ErrorKind;
using profiler::failure;

profiler::Result<void> refusal(const QString& file, const QString& why)
{
    return failure(ErrorKind::Unavailable,
        file.toStdString() + " could not be written (" + why.toStdString()
            + "); nothing was changed, choose another place.");
}

bool isDatabase(const QString& file)
{
    QFile there(file);
    return there.open(QIODevice::ReadOnly) && there.read(15) == "SQLite format 3";
}

/// Folders that were made for the set; those that stay empty go again.
class MadeFolders {
public:
    MadeFolders() = default;
    Q_DISABLE_COPY_MOVE(MadeFolders)

    ~MadeFolders()
    {
        for (const QString& folder : m_folders)
            QDir().rmdir(folder); // fails where a file was kept
    }

    [[nodiscard]] bool make(const QString& folder)
    {
        if (QDir(folder).exists())
            return true;
        m_folders.push_back(folder);
        return QDir().mkdir(folder);
    }

private:
    std::vector<QString> m_folders;
};

} // namespace

void FileSet::add(const QString& file, QByteArray bytes)
{
    m_entries.push_back({file, std::move(bytes)});
}

profiler::Result<void> FileSet::write() const
{
    MadeFolders folders; // outlives the files below: they go first
    std::vector<std::unique_ptr<QSaveFile>> written;
    for (const Entry& entry : m_entries) {
        if (isDatabase(entry.file))
            return failure(ErrorKind::BadInput,
                entry.file.toStdString()
                    + " is a database and is not overwritten; choose another name.");
        const QString folder = QFileInfo(entry.file).path();
        if (folder.endsWith(QStringLiteral("_files")) && QFileInfo(folder).isSymLink())
            return refusal(folder,
                QStringLiteral("it is a link, and the report's pictures would go where it points"));
        if (m_entries.size() > 1 && !folders.make(folder))
            return refusal(folder, QStringLiteral("the folder cannot be made"));
        auto file = std::make_unique<QSaveFile>(entry.file);
        if (!file->open(QIODevice::WriteOnly) || file->write(entry.bytes) != entry.bytes.size()
            || !file->flush())
            return refusal(entry.file, file->errorString());
        written.push_back(std::move(file));
    }
    for (const auto& file : written)
        if (!file->commit())
            return refusal(file->fileName(), file->errorString());
    return {};
}

} // namespace ui
