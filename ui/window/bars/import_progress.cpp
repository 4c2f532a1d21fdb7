// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/bars/import_progress.h"

#include "ui/comparison/import_job.h"

#include <QLabel>

namespace ui {

namespace {

constexpr int inAll = 100; ///< percent
constexpr int leastWidth = 380; ///< for names of files

} // namespace

ImportProgress::ImportProgress(ImportJob& job, const QString& words, QWidget* parent)
    : QProgressDialog({}, tr("Cancel"), 0, inAll, parent)
    , m_words(new QLabel(words))
{
    setWindowTitle(tr("Import"));
    setMinimumWidth(leastWidth);
    setAutoReset(false);
    setAutoClose(false); // what is read is not stored yet
    m_words->setTextFormat(Qt::PlainText);
    setLabel(m_words);
    connect(this, &QProgressDialog::canceled, &job, &ImportJob::cancel);
    connect(&job, &ImportJob::reading, this, &ImportProgress::showReading);
    connect(&job, &ImportJob::storing, this, &ImportProgress::showStoring);
    connect(&job, &ImportJob::finished, this, &QObject::deleteLater);
    connect(&job, &ImportJob::failed, this, &QObject::deleteLater);
}

void ImportProgress::showReading(const QString& fileName, int percent)
{
    m_words->setText(tr("Reading %1").arg(fileName));
    setValue(percent);
}

/// How long that takes is not known.
void ImportProgress::showStoring()
{
    m_words->setText(tr("Storing what was read"));
    setRange(0, 0);
}

} // namespace ui
