// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/work_filter.h"

#include "profiler/evidence/trace/work_kind.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

namespace ui {

namespace {

QString problemOf(const QRegularExpression& expression)
{
    if (expression.isValid())
        return {};
    const auto at = expression.patternErrorOffset();
    const QString where
        = at < expression.pattern().size() ? tr("at character %1").arg(at + 1) : tr("at its end");
    return where + QStringLiteral(": ") + expression.errorString();
}

} // namespace

WorkFilter::WorkFilter(const QString& text)
    : m_text(text.trimmed())
    , m_problem(problemOf(QRegularExpression(m_text)))
{
    // Some expressions take ages over a name of hundreds of characters, and the window would wait.
    if (m_problem.isEmpty())
        m_expression = QRegularExpression(QStringLiteral("(*LIMIT_MATCH=20000)") + m_text,
            QRegularExpression::CaseInsensitiveOption);
}

bool WorkFilter::matches(const QString& text) const
{
    return text.contains(m_text, Qt::CaseInsensitive)
        || (m_problem.isEmpty() && m_expression.match(text).hasMatch());
}

bool WorkFilter::matches(const profiler::NamedTimes& work) const
{
    return isEmpty() || matches(qt(work.name)) || matches(qt(profiler::workKindName(work.kind)));
}

} // namespace ui
