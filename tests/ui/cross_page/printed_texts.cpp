// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/cross_page/printed_texts.h"

#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/html/slide.h"
#include "tests/ui/cross_page/terminal_texts.h"
#include "tests/ui/export/programs.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/export/report_files.h"

#include <QTemporaryDir>
#include <QXmlStreamReader>

#include <stdexcept>

namespace cross_page {

namespace {

/// Of the drawing, in the order in which it is drawn.
QStringList drawnTexts(const profiler::Picture& picture)
{
    QXmlStreamReader marks(
        QStringLiteral("<svg>") + QString::fromStdString(picture.marks) + QStringLiteral("</svg>"));
    QStringList texts;
    while (!marks.atEnd())
        if (marks.readNextStartElement() && marks.name() == QLatin1String("text"))
            texts << marks.readElementText(QXmlStreamReader::IncludeChildElements);
    return texts;
}

/// The word of the verdict is drawn first, the lines of the sentence follow.
ShownTexts textsOfSlide(const ui::JudgedComparison& comparison)
{
    const QString place = QStringLiteral("slide");
    const QStringList texts
        = drawnTexts(profiler::slidePicture(comparison.result, comparison.data));
    ShownTexts all = textsOfSentences(place, texts.mid(1).join(QLatin1Char(' ')));
    all.push_back({.place = place, .part = QStringLiteral("badge"), .text = texts.value(0)});
    for (const QString& text : texts)
        all.push_back({.place = place, .part = QStringLiteral("text"), .text = text.simplified()});
    return all;
}

/// `how`: -raw keeps the words of a paragraph together, -layout those of a row.
QString wordsOf(const QString& pdf, const char* how)
{
    const auto program = programs::find({QStringLiteral("pdftotext")});
    return program ? programs::run(*program, {QLatin1String(how), pdf, QStringLiteral("-")}).output
                   : QString();
}

ShownTexts textsOfPdf(const ui::JudgedComparison& comparison)
{
    const QTemporaryDir folder;
    const QString pdf = folder.filePath(QStringLiteral("report.pdf"));
    const auto saved = ui::saveReport(comparison, {}, pdf);
    if (!saved)
        throw std::runtime_error(saved.error().message);
    const QString place = QStringLiteral("report.pdf");
    // A line may end behind the hyphen of a name.
    ShownTexts all = textsOfSentences(
        place, wordsOf(pdf, "-raw").replace(QStringLiteral("-\n"), QStringLiteral("-")));
    append(all, textsOfLines(place, wordsOf(pdf, "-layout")));
    return all;
}

} // namespace

ShownTexts textsOfPrints(const ui::JudgedComparison& comparison)
{
    ShownTexts all = textsOfSlide(comparison);
    append(all, textsOfPdf(comparison));
    return all;
}

} // namespace cross_page
