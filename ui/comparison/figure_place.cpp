// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/comparison/figure_place.h"

#include "profiler/evidence/lanes/presentation.h"
#include "profiler/model/case.h"
#include "profiler/model/variant.h"
#include "ui/comparison/judged_comparison.h"

#include <QRegularExpression>
#include <QSettings>

#include <algorithm>
#include <system_error>

namespace ui {

namespace {

constexpr std::size_t mostNamed = 8; ///< in a refusal
constexpr qsizetype longestNamed = 48;
constexpr qsizetype mostRecent = 12;
constexpr QLatin1String recentKey("recentFiles");

QString shortened(const std::string& name)
{
    const QString text = QString::fromStdString(name).simplified();
    if (text.size() <= longestNamed)
        return text;
    constexpr qsizetype half = longestNamed / 2;
    return text.left(half) + u'…' + text.right(half - 1);
}

QString listed(const std::vector<std::string>& known)
{
    QStringList names;
    for (std::size_t i = 0; i < std::min(known.size(), mostNamed); ++i)
        names << shortened(known[i]);
    QString text = names.join(QStringLiteral(", "));
    if (known.size() > mostNamed)
        text += QObject::tr(" and %1 more").arg(known.size() - mostNamed);
    return text;
}

std::filesystem::path pathOf(const QString& text)
{
    return {text.toStdString()};
}

std::vector<std::string> recordedNames(const profiler::ComparisonData& data)
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < data.plan.variants.size(); ++i)
        names.push_back(profiler::recordedName(data, static_cast<int>(i)));
    return names;
}

std::vector<std::string> shownNames(const profiler::ComparisonData& data)
{
    std::vector<std::string> names;
    for (const auto& variant : data.plan.variants)
        names.push_back(variant.name);
    return names;
}

} // namespace

std::optional<profiler::FigureId> figureIdIn(const QString& text)
{
    static const QRegularExpression gaps(QStringLiteral("[\\s<>\"',;()]+"));
    for (const QString& word : text.split(gaps, Qt::SkipEmptyParts))
        if (auto id = profiler::figureIdFrom(word.toStdString()))
            return id;
    return std::nullopt;
}

profiler::Result<int> indexOfName(
    const std::string& kind, const std::string& name, const std::vector<std::string>& known)
{
    const auto found = std::find(known.begin(), known.end(), name);
    if (found != known.end())
        return static_cast<int>(found - known.begin());
    return profiler::failure(profiler::ErrorKind::BadInput,
        QObject::tr("there is no %1 \"%2\" in this comparison; known are %3")
            .arg(QString::fromStdString(kind), shortened(name), listed(known))
            .toStdString());
}

profiler::Result<ComparisonView> viewAt(ComparisonView view, const profiler::FigurePlace& place)
{
    const profiler::ComparisonData& data = view.comparison->data;
    if (!place.caseName.empty()) {
        std::vector<std::string> cases;
        for (const auto& each : data.plan.cases)
            cases.push_back(each.name);
        const auto index = indexOfName("case", place.caseName, cases);
        if (!index)
            return tl::unexpected(index.error());
        view.caseIndex = *index;
    }
    if (!place.focus.empty()) {
        auto index = indexOfName("variant", place.focus, recordedNames(data));
        if (!index)
            index = indexOfName("variant", place.focus, shownNames(data));
        if (!index)
            return tl::unexpected(index.error());
        view.focus = *index;
        view.hidden.erase(*index);
    }
    return view;
}

profiler::Result<FoundFigure> findFigure(
    const profiler::FigureId& id, const std::vector<std::filesystem::path>& files)
{
    QStringList looked;
    for (const std::filesystem::path& file : files) {
        const auto summaries = storage::listComparisons(file);
        if (!summaries)
            continue;
        looked << QString::fromStdString(file.filename().string());
        for (const storage::ComparisonSummary& summary : *summaries)
            if (profiler::comparisonMark(summary.info, summary.workload) == id.comparison)
                return FoundFigure {file, summary.info.id};
    }
    const QString where = looked.isEmpty()
        ? QObject::tr("there was no file to look in")
        : QObject::tr("looked in %1").arg(looked.join(QStringLiteral(", ")));
    return profiler::failure(profiler::ErrorKind::NotFound,
        QObject::tr("%1 was not found: %2; name the file that holds it: fusescope ui FILE %1")
            .arg(QString::fromStdString(id.comparison), where)
            .toStdString());
}

std::vector<std::filesystem::path> recentFiles(const QSettings* settings)
{
    std::vector<std::filesystem::path> files;
    if (settings == nullptr)
        return files;
    for (const QString& file : settings->value(recentKey).toStringList())
        files.push_back(pathOf(file));
    return files;
}

void rememberFile(QSettings* settings, const std::filesystem::path& file)
{
    std::error_code ignored;
    if (settings == nullptr || file.empty() || !std::filesystem::exists(file, ignored))
        return;
    const QString name
        = QString::fromStdString(std::filesystem::absolute(file, ignored).lexically_normal());
    QStringList files = settings->value(recentKey).toStringList();
    files.removeAll(name);
    files.prepend(name);
    settings->setValue(recentKey, QStringList(files.mid(0, mostRecent)));
}

std::vector<std::filesystem::path> figureFiles(const QSettings* settings)
{
    std::vector<std::filesystem::path> files {storage::libraryPath()};
    for (const std::filesystem::path& file : recentFiles(settings))
        if (file != files.front())
            files.push_back(file);
    return files;
}

} // namespace ui
