// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/page_catalogue.h"

#include <QCoreApplication>

#include <algorithm>

namespace ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("Pages", text);
}

std::vector<PageEntry> makeCatalogue()
{
    const QString worth = tr("Worth it?");
    const QString why = tr("Why?");
    const QString safe = tr("Safe?");
    const QString setup = tr("Setup");
    const QString library = tr("Library");
    return {
        {PageId::Overview, QStringLiteral("overview"), worth, tr("Overview"), Icon::Overview,
            tr("Should I use it?")},
        {PageId::Results, QStringLiteral("results"), worth, tr("Results"), Icon::Results,
            tr("Which setting for which input?")},
        {PageId::Latency, QStringLiteral("latency"), worth, tr("Latency"), Icon::Latency,
            tr("How are the calls spread?")},
        {PageId::CompileTime, QStringLiteral("compile"), worth, tr("Compile time"),
            Icon::CompileTime, tr("What does it cost?")},
        {PageId::Timeline, QStringLiteral("timeline"), why, tr("Timeline"), Icon::Timeline,
            tr("What happens inside one call?")},
        {PageId::Kernels, QStringLiteral("kernels"), why, tr("Kernels"), Icon::Kernels,
            tr("What made it faster?")},
        {PageId::GraphBreaks, QStringLiteral("breaks"), why, tr("Graph breaks"), Icon::GraphBreaks,
            tr("What do breaks cost, and how do I remove them?")},
        {PageId::Gpu, QStringLiteral("gpu"), why, tr("GPU"), Icon::Gpu, tr("Is the device busy?")},
        {PageId::Numerics, QStringLiteral("numerics"), safe, tr("Numerics"), Icon::Numerics,
            tr("Are the results right?")},
        {PageId::Memory, QStringLiteral("memory"), safe, tr("Memory"), Icon::Memory,
            tr("Does it fit?")},
        {PageId::Configuration, QStringLiteral("configuration"), setup, tr("Configuration"),
            Icon::Configuration, tr("Can someone repeat this?")},
        {PageId::Log, QStringLiteral("log"), setup, tr("Log and notes"), Icon::Log,
            tr("What did the workers say?")},
        {PageId::Runs, QStringLiteral("runs"), library, tr("Runs"), Icon::Runs,
            tr("Which comparisons are there?")},
        {PageId::Reports, QStringLiteral("reports"), library, tr("Reports"), Icon::Reports,
            tr("What do I hand on?")},
        {PageId::NewComparison, QStringLiteral("new"), {}, tr("New comparison"), Icon::Plus,
            tr("What shall be compared?")},
        {PageId::Live, QStringLiteral("live"), {}, tr("Live progress"), Icon::Play,
            tr("How far is the recording?")},
    };
}

} // namespace

const std::vector<PageEntry>& pageCatalogue()
{
    static const std::vector<PageEntry> catalogue = makeCatalogue();
    return catalogue;
}

const PageEntry& pageEntry(PageId id)
{
    const auto& all = pageCatalogue();
    return *std::find_if(
        all.begin(), all.end(), [id](const PageEntry& entry) { return entry.id == id; });
}

std::optional<PageId> pageFrom(const QString& word)
{
    for (const PageEntry& entry : pageCatalogue())
        if (entry.word == word)
            return entry.id;
    return std::nullopt;
}

} // namespace ui
