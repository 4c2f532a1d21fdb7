// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/facts/ids.h"
#include "ui/comparison/program_call.h"

#include <QObject>
#include <QStringList>

namespace ui {

/// What the files of an import are: each a variant, the first the baseline; or the ranks of one
/// job.
enum class ImportAs { Variants, Ranks };

/// Has `fusescope import` read what other tools recorded: a file that brings it down does not bring
/// the window down.
class ImportJob : public QObject {
    Q_OBJECT

public:
    explicit ImportJob(QObject* parent = nullptr);

    /// Into the run database `into`.
    void start(const QStringList& files, const QString& into, ImportAs what = ImportAs::Variants);
    /// Nothing is stored then.
    void cancel();

    [[nodiscard]] bool isRunning() const { return m_call.isRunning(); }

Q_SIGNALS:
    /// How far a file is read.
    void reading(const QString& fileName, int percent);
    /// All files are read.
    void storing();
    void finished(const QString& file, profiler::ComparisonId id);
    /// A sentence; empty: it was cancelled.
    void failed(const QString& sentence);

private:
    void listen(const QByteArray& line);
    void take(const ProgramAnswer& answer);

    ProgramCall m_call;
};

} // namespace ui
