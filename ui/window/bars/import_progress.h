// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProgressDialog>

class QLabel;

namespace ui {

class ImportJob;

/// How far an import is, with Cancel; goes away with its end.
class ImportProgress : public QProgressDialog {
    Q_OBJECT

public:
    /// `words` stand until the first file is being read.
    ImportProgress(ImportJob& job, const QString& words, QWidget* parent = nullptr);

private:
    void showReading(const QString& fileName, int percent);
    void showStoring();

    QLabel* m_words; ///< names of files are no rich text
};

} // namespace ui
