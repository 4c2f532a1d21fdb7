// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "storage/file/run_database.h"
#include "ui/comparison/note_store.h"
#include "ui/comparison/recording_job.h"
#include "ui/export/report_store.h"
#include "ui/pages/page.h"
#include "ui/pages/page_descriptor.h"
#include "ui/theme/theme.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

class QSettings;

namespace ui {

/// What the window shares with its pages, and what they ask of it beside the requests that every
/// page has. A page is connected to it where it is made.
class PageServices : public QObject {
    Q_OBJECT

public:
    /// `settings` may be null: nothing is then remembered.
    PageServices(const Theme& theme, QSettings* settings, QObject* parent = nullptr);

    [[nodiscard]] const Theme& theme() const { return m_theme; }

    [[nodiscard]] RecordingJob& recording() { return m_recording; }

    [[nodiscard]] ReportStore& reports() { return m_reports; }

    [[nodiscard]] const std::shared_ptr<NoteStore>& notes() const { return m_notes; }

    /// Where the draft of a new comparison is kept; empty: nowhere.
    [[nodiscard]] const QString& draftFile() const { return m_draftFile; }

    /// The open run database, and the comparisons that were last read from it.
    void setFile(const QString& file) { m_file = file; }

    [[nodiscard]] const QString& file() const { return m_file; }

    void setRuns(const std::vector<storage::ComparisonSummary>& runs) { m_runs = runs; }

    [[nodiscard]] const std::vector<storage::ComparisonSummary>& runs() const { return m_runs; }

Q_SIGNALS:
    void openFileRequested();
    void sampleRequested();
    /// Something was changed in the file: its list should be read again.
    void listChanged();
    void comparisonChosen(profiler::ComparisonId id);
    /// Of any file, which is opened for it.
    void recordingChosen(const QString& file, profiler::ComparisonId id);
    void recordMoreRequested(int repetitions);
    /// Further sizes of the shown comparison's sweep, words as `--sweep` takes them.
    void sizesRequested(const QStringList& sweeps);
    /// `output` empty: the library.
    void recordingRequested(const profiler::Plan& plan, const std::filesystem::path& output);
    /// The same where and when somebody chose.
    void startRequested(const profiler::Plan& plan, const std::filesystem::path& output,
        const ui::RecordingStart& how);
    void tuningRequested(const profiler::Plan& plan, const std::filesystem::path& output);

private:
    const Theme& m_theme;
    RecordingJob m_recording;
    ReportStore m_reports;
    std::shared_ptr<NoteStore> m_notes;
    QString m_draftFile;
    std::vector<storage::ComparisonSummary> m_runs;
    QString m_file;
};

/// Asks the window for what it asks for as every page does.
template <typename ShownPage>
[[nodiscard]] ShownPage* newPage(PageServices& services)
{
    auto* made = new ShownPage(services.theme());
    QObject::connect(made, &Page::recordingRequested, &services, &PageServices::recordingRequested);
    return made;
}

/// For pages that need nothing else of the window.
template <typename ShownPage>
[[nodiscard]] Page* makePage(PageServices& services)
{
    return newPage<ShownPage>(services);
}

struct PageWords {
    QString name; ///< in the side bar
    QString question; ///< that it answers
    QString help; ///< what it shows and how to read it
};

/// The place of a page in the side bar, its words, and what an import has to hold for it. Most show
/// the view alone.
template <typename ShownPage>
[[nodiscard]] PageDescriptor describedPage(
    PageId id, PageGroup group, Icon icon, const PageWords& words, const ImportNeed& import = {})
{
    return {.id = id,
        .group = group,
        .icon = icon,
        .name = words.name,
        .question = words.question,
        .help = words.help,
        .showsViewAlone = true,
        .import = import,
        .make = makePage<ShownPage>};
}

} // namespace ui
