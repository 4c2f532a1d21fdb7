// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/comparison_info.h"
#include "ui/comparison/program_call.h"

#include <QObject>
#include <QStringList>

namespace ui {

/// Has `fusescope import` read what other tools recorded: a file that brings it down does not bring
/// the window down.
class ImportJob : public QObject {
    Q_OBJECT

public:
    explicit ImportJob(QObject* parent = nullptr);

    /// Each file becomes a variant, the first the baseline; into the run database `into`.
    void start(const QStringList& files, const QString& into);
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
