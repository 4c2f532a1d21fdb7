// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/page_services.h"

#include <QDir>
#include <QStandardPaths>

namespace ui {

PageServices::PageServices(const Theme& theme, QSettings* settings, QObject* parent)
    : QObject(parent)
    , m_theme(theme)
    , m_reports(settings)
    , m_notes(std::make_shared<NoteStore>(settings))
{
    if (settings != nullptr)
        m_draftFile = QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation))
                          .filePath(QStringLiteral("draft.json"));
}

} // namespace ui
