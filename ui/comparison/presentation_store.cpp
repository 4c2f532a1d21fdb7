// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/comparison/presentation_store.h"

#include "profiler/model/comparison_info.h"

#include <QSettings>
#include <QStringList>

namespace ui {

namespace {

QString keyOf(const profiler::ComparisonInfo& info)
{
    return QStringLiteral("comparisons/%1-%2").arg(info.id.value).arg(info.started.ns);
}

QStringList orderText(const std::vector<int>& order)
{
    QStringList text;
    for (const int index : order)
        text << QString::number(index);
    return text;
}

} // namespace

profiler::Presentation PresentationStore::load(const profiler::ComparisonInfo& info) const
{
    const QString key = keyOf(info);
    if (const auto known = m_known.find(key); known != m_known.end())
        return known->second;
    profiler::Presentation presentation;
    if (m_settings == nullptr)
        return presentation;
    const QStringList order = m_settings->value(key + QStringLiteral("/order")).toStringList();
    for (const QString& index : order)
        presentation.order.push_back(index.toInt());
    const QStringList names = m_settings->value(key + QStringLiteral("/names")).toStringList();
    for (const QString& entry : names) // "2=cudagraphs"
        presentation.names[entry.section(QLatin1Char('='), 0, 0).toInt()]
            = entry.section(QLatin1Char('='), 1).toStdString();
    return presentation;
}

void PresentationStore::store(
    const profiler::ComparisonInfo& info, const profiler::Presentation& presentation)
{
    const QString key = keyOf(info);
    m_known[key] = presentation;
    m_known[key].goal.reset(); // belongs to the window, or to the database
    if (m_settings == nullptr)
        return;
    if (presentation.order.empty() && presentation.names.empty()) {
        m_settings->remove(key);
        return;
    }
    QStringList names;
    for (const auto& [index, name] : presentation.names)
        names << QStringLiteral("%1=%2").arg(index).arg(QString::fromStdString(name));
    m_settings->setValue(key + QStringLiteral("/order"), orderText(presentation.order));
    m_settings->setValue(key + QStringLiteral("/names"), names);
}

} // namespace ui
