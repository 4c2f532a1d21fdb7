// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/kernels/work_of_variants.h"

#include <QRegularExpression>
#include <QString>

namespace ui {

/// Which names of work are looked for: those, or whose class, hold the text or match it as a
/// regular expression; case makes no difference. Plain text with signs that mean something in an
/// expression finds itself, so that a whole name can be pasted.
class WorkFilter {
public:
    WorkFilter() = default;
    explicit WorkFilter(const QString& text);

    [[nodiscard]] bool isEmpty() const { return m_text.isEmpty(); }

    [[nodiscard]] bool matches(const profiler::NamedTimes& work) const;

    /// What is wrong with the expression and where; empty: nothing.
    [[nodiscard]] const QString& problem() const { return m_problem; }

private:
    [[nodiscard]] bool matches(const QString& text) const;

    QString m_text;
    QRegularExpression m_expression;
    QString m_problem;
};

} // namespace ui
