// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/judge/suite/suite.h"
#include "profiler/report/suite/suite_documents.h"
#include "ui/tables/data_model.h"

#include <QString>

#include <vector>

namespace ui {

/// What a cell says, for a table.
[[nodiscard]] DataCell suiteCell(
    const profiler::SuiteCellText& told, const profiler::SuiteColumn& column);

/// Which places of the suite a filter leaves: words, and key:value with the keys model, family,
/// device, type, case, verdict.
[[nodiscard]] std::vector<std::size_t> filteredRows(
    const profiler::SuiteResult& suite, const QString& filter);

/// What models of one sort gain.
[[nodiscard]] DataContent familyTable(const profiler::SuiteResult& suite);

/// What failed, alike together. A row's key is the place of its first.
[[nodiscard]] DataContent failureTable(const profiler::SuiteResult& suite);

} // namespace ui
