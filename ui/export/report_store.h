// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/report_files.h"

#include <QVariant>

#include <map>

class QSettings;

namespace profiler {
struct ComparisonInfo;
} // namespace profiler

namespace ui {

/// What a reader made of the report of each comparison: template, sections, texts, look. Kept in
/// the settings like the order of its variants, so that a file may be moved.
class ReportStore {
public:
    /// Null: kept as long as the program runs.
    explicit ReportStore(QSettings* settings)
        : m_settings(settings)
    {
    }

    [[nodiscard]] ReportWish load(const profiler::ComparisonInfo& info) const;
    /// The same with the sections that were kept for that template.
    [[nodiscard]] std::vector<profiler::SectionChoice> sections(
        const profiler::ComparisonInfo& info, profiler::ReportTemplate kind) const;
    void store(const profiler::ComparisonInfo& info, const ReportWish& wish);

private:
    [[nodiscard]] QVariant value(const QString& key) const;
    void setValue(const QString& key, const QVariant& value);

    QSettings* m_settings;
    std::map<QString, QVariant> m_known;
};

} // namespace ui
