// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/finding.h"
#include "profiler/model/variant_result.h"
#include "storage/file/run_database.h"
#include "tests/ui/laid_out.h"
#include "tests/ui/patience.h"
#include "ui/figure/document_export.h"
#include "ui/pages/list/page_list.h"
#include "ui/pages/page.h"
#include "ui/window/main_window.h"
#include "ui/window/workspace/page_stack.h"

#include <QApplication>
#include <QDir>
#include <QTest>

#include <iostream>

/// Writes every chart of a file's pages in every format, to be looked at: write_figures FILE
/// FOLDER.
int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const QStringList words = QApplication::arguments();
    if (words.size() != 3) {
        std::cerr << "write_figures FILE FOLDER\n";
        return 2;
    }
    const auto comparison = ui::readComparison(words[1].toStdString(), {});
    if (!comparison) {
        std::cerr << comparison.error().message << '\n';
        return 2;
    }
    ui::Theme theme(ui::ThemeChoice::Dark);
    theme.applyTo(*qApp);
    ui::MainWindow window(theme, nullptr);
    window.control().files.showComparison(*comparison, words[1]);
    window.show();
    QDir().mkpath(words[2]);
    for (const ui::PageDescriptor& entry : ui::pageList()) {
        window.showPage(entry.id);
        static_cast<void>(QTest::qWaitFor(
            [&] { return window.isSettled() && window.pages().currentPage()->isReady(); },
            ui_test::patience));
        ui_test::waitUntilLaidOut(window);
        int number = 0;
        for (QWidget* widget : window.pages().currentPage()->findChildren<QWidget*>()) {
            ui::ChartDocument* document = widget->isVisible() ? ui::documentOf(*widget) : nullptr;
            if (document == nullptr)
                continue;
            const QString name
                = QStringLiteral("%1/%2-%3").arg(words[2], entry.word()).arg(++number);
            for (const char* ending : {".png", ".svg", ".pdf", ".csv"})
                if (const auto saved
                    = ui::saveDocument(ui::wholeDocument(*document), name + QLatin1String(ending));
                    !saved)
                    std::cerr << saved.error().message << '\n';
            std::cout << name.toStdString() << ": " << document->documentTitle().toStdString()
                      << '\n';
        }
    }
    return 0;
}
