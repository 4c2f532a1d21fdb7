// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/lanes/presentation.h"

#include <QString>

#include <map>

class QSettings;

namespace profiler {
struct ComparisonInfo;
} // namespace profiler

namespace ui {

/// Order and names that a reader chose for the variants of a comparison. They are how it is shown,
/// not what was measured, so they are kept in the settings, not in the database; by the number and
/// the start of the comparison, so that a file may be moved.
class PresentationStore {
public:
    /// Null: kept as long as the program runs.
    explicit PresentationStore(QSettings* settings)
        : m_settings(settings)
    {
    }

    [[nodiscard]] profiler::Presentation load(const profiler::ComparisonInfo& info) const;
    void store(const profiler::ComparisonInfo& info, const profiler::Presentation& presentation);

private:
    QSettings* m_settings;
    std::map<QString, profiler::Presentation> m_known;
};

} // namespace ui
