// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/result.h"

#include <QByteArray>
#include <QString>

#include <vector>

namespace ui {

/// Files that belong together: all are written beside their places first and then renamed, so that
/// a full disk leaves what was there before.
class FileSet {
public:
    /// Its folder is made when it is missing.
    void add(const QString& file, QByteArray bytes);

    [[nodiscard]] profiler::Result<void> write() const;

private:
    struct Entry {
        QString file;
        QByteArray bytes;
    };

    std::vector<Entry> m_entries;
};

} // namespace ui
