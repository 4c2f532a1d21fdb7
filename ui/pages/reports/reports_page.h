// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/background_job.h"
#include "ui/export/report_store.h"
#include "ui/pages/reports/page_preview.h"
#include "ui/pages/sentence_page.h"
#include "ui/theme/theme.h"

#include <QTimer>

class QBoxLayout;

namespace ui {

class Button;
class PagePreview;
class Panel;
class ReportForm;
class ScrollColumn;

/// What do I hand on? Template, sections and texts on the left, the very pages on the right.
class ReportsPage : public SentencePage {
    Q_OBJECT

public:
    [[nodiscard]] static PageDescriptor descriptor();

    explicit ReportsPage(const Theme& theme);

    /// Where edits are kept; outlives the page. Without one they last as long as the page.
    void setStore(ReportStore* store);

    void showView(const ComparisonView& view) override;
    [[nodiscard]] bool isReady() const override;
    [[nodiscard]] QString verdictSentence() const override;

    [[nodiscard]] ReportForm& form() const { return *m_form; }

    [[nodiscard]] PagePreview& preview() const { return *m_preview; }

    /// Writes the report there, on a pool thread.
    void saveTo(const QString& file, bool slide);

private:
    void compactChanged() override;
    QWidget* createPreview();
    QWidget* createButtons();
    Button* addButton(QBoxLayout* row, const QString& text, void (ReportsPage::*slot)());
    void savePdf();
    void saveHtml();
    void saveMarkdown();
    void saveSlide();
    void saveAs(const QString& title, const QString& ending, bool slide);
    void copyMarkdown();
    void takeTemplate();
    void takeEdit();
    void showForm(const ReportWish& wish);
    void prepare();
    void showPages(std::shared_ptr<const PreviewPages> pages);
    void showZoom();
    [[nodiscard]] ReportWish wishForFile() const;

    ReportStore m_ownStore {nullptr};
    ReportStore* m_store = &m_ownStore;
    ReportForm* m_form;
    ScrollColumn* m_left;
    Panel* m_previewPanel = nullptr;
    PagePreview* m_preview;
    Button* m_fit;
    ComparisonView m_view;
    QTimer m_pause; ///< after the last key
    BackgroundJob m_pagesJob {this};
    BackgroundJob m_saveJob {this};
    BackgroundJob m_copyJob {this};
};

} // namespace ui
