// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/report_store.h"

#include "profiler/model/comparison_info.h"

#include <QSettings>
#include <QStringList>

namespace ui {

namespace {

QString keyOf(const profiler::ComparisonInfo& info, const QString& name)
{
    return QStringLiteral("reports/%1-%2/%3").arg(info.id.value).arg(info.started.ns).arg(name);
}

QString sectionsKey(const profiler::ComparisonInfo& info, profiler::ReportTemplate kind)
{
    return keyOf(
        info, QStringLiteral("sections-") + QString::fromStdString(profiler::templateKey(kind)));
}

QStringList sectionKeys(const std::vector<profiler::SectionChoice>& sections)
{
    QStringList words; // "payback", "-payback" when it is switched off
    for (const auto& choice : sections)
        words << (choice.shown ? QString() : QStringLiteral("-"))
                + QString::fromStdString(profiler::sectionKey(choice.section));
    return words;
}

std::vector<profiler::SectionChoice> sectionsFrom(const QStringList& words)
{
    std::vector<profiler::SectionChoice> sections;
    for (const QString& word : words) {
        const bool shown = !word.startsWith(u'-');
        const auto section = profiler::sectionFrom(word.mid(shown ? 0 : 1).toStdString());
        if (section) // an older or newer program knows other sections
            sections.push_back({.section = *section, .shown = shown});
    }
    return sections;
}

std::optional<std::string> textFrom(const QVariant& value)
{
    return value.isValid() ? std::optional(value.toString().toStdString()) : std::nullopt;
}

QVariant variantOf(const std::optional<std::string>& text)
{
    return text ? QVariant(QString::fromStdString(*text)) : QVariant();
}

} // namespace

QVariant ReportStore::value(const QString& key) const
{
    if (const auto known = m_known.find(key); known != m_known.end())
        return known->second;
    return m_settings == nullptr ? QVariant() : m_settings->value(key);
}

void ReportStore::setValue(const QString& key, const QVariant& value)
{
    m_known[key] = value;
    if (m_settings == nullptr)
        return;
    if (value.isValid())
        m_settings->setValue(key, value);
    else
        m_settings->remove(key);
}

std::vector<profiler::SectionChoice> ReportStore::sections(
    const profiler::ComparisonInfo& info, profiler::ReportTemplate kind) const
{
    return sectionsFrom(value(sectionsKey(info, kind)).toStringList());
}

ReportWish ReportStore::load(const profiler::ComparisonInfo& info) const
{
    const auto read = [&](const char* name) { return value(keyOf(info, QLatin1String(name))); };
    ReportWish wish;
    const auto kind = profiler::templateFrom(read("template").toString().toStdString());
    wish.options.kind = kind.value_or(profiler::ReportTemplate::Full);
    wish.options.sections = sections(info, wish.options.kind);
    wish.options.title = textFrom(read("title"));
    wish.options.summary = textFrom(read("summary"));
    const QVariant notes = read("notes");
    wish.options.notes = !notes.isValid() || notes.toBool();
    const QVariant folders = read("folders");
    wish.options.folders = !folders.isValid() || folders.toBool();
    if (read("dark").toBool())
        wish.options.theme = profiler::ReportTheme::Dark;
    wish.slide = read("slide").toBool();
    wish.transparent = read("transparent").toBool();
    return wish;
}

void ReportStore::store(const profiler::ComparisonInfo& info, const ReportWish& wish)
{
    const auto write = [&](const char* name, const QVariant& value) {
        setValue(keyOf(info, QLatin1String(name)), value);
    };
    write("template", QString::fromStdString(profiler::templateKey(wish.options.kind)));
    const bool changed = !wish.options.sections.empty()
        && wish.options.sections != profiler::sectionsOf(wish.options.kind);
    setValue(sectionsKey(info, wish.options.kind),
        changed ? QVariant(sectionKeys(wish.options.sections)) : QVariant());
    write("title", variantOf(wish.options.title));
    write("summary", variantOf(wish.options.summary));
    write("notes", wish.options.notes);
    write("folders", wish.options.folders);
    write("dark", wish.options.theme == profiler::ReportTheme::Dark);
    write("slide", wish.slide);
    write("transparent", wish.transparent);
}

} // namespace ui
