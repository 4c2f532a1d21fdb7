// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/comparison_view.h"
#include "ui/theme/tokens.h"

#include <QStandardItemModel>

#include <optional>
#include <string>

namespace profiler {
struct CaseResult;
enum class Verdict;
} // namespace profiler

namespace ui {

/// The cases of a comparison with what is said of each; "All cases" first.
class CaseModel : public QStandardItemModel {
    Q_OBJECT

public:
    enum Column { Name, Inputs, Ratio, Verdict, ColumnCount };

    enum Role { StatusRole = Qt::UserRole };

    using QStandardItemModel::QStandardItemModel;

    void showView(const ComparisonView& view);

    /// Nothing for "All cases".
    [[nodiscard]] static std::optional<int> caseOf(int row)
    {
        return row > 0 ? std::optional(row - 1) : std::nullopt;
    }

private:
    void add(const QStringList& texts, const std::string& sentence, Status status);
};

/// Name and shapes of a case in one line; a name that says nothing gives way to the shapes.
[[nodiscard]] QString caseText(const profiler::CaseResult& caseResult);

} // namespace ui
