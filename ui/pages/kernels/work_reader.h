// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/kernels/work_details.h"
#include "profiler/evidence/ranks/device_shares.h"
#include "ui/comparison/background_job.h"
#include "ui/comparison/comparison_view.h"

#include <QObject>
#include <QString>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ui {

/// What the rows of a variant's trace tell of the work; shared between threads.
struct WorkSide {
    std::shared_ptr<const profiler::WorkDetails> details; ///< null: `missing` says why
    QString missing;
    std::vector<profiler::DeviceShare> shares; ///< by device
    std::size_t calls = 0; ///< traced
};

/// By variant.
using WorkReading = std::map<int, WorkSide>;

/// Of those variants; reads on a pool thread.
[[nodiscard]] WorkReading readWork(const ComparisonView& view, const std::vector<int>& variants);

/// Reads the traces of variants on a pool thread, each but once as long as the comparison and its
/// case stay.
class WorkReader : public QObject {
    Q_OBJECT

public:
    explicit WorkReader(QObject* parent = nullptr);

    /// What is not read yet arrives together.
    void want(const ComparisonView& view, const std::vector<int>& variants);
    void forget();

    [[nodiscard]] const WorkReading& reading() const { return m_reading; }

    /// Nothing that is wanted is still awaited.
    [[nodiscard]] bool isDone() const { return !m_job.isRunning(); }

Q_SIGNALS:
    void arrived();

private:
    BackgroundJob m_job {this};
    ComparisonView m_view; ///< what was read is of its comparison and case
    WorkReading m_reading;
    std::vector<int> m_awaited;
};

} // namespace ui
