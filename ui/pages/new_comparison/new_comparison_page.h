// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/recording_job.h"
#include "ui/pages/new_comparison/draft_headline.h"
#include "ui/pages/page.h"
#include "ui/theme/theme.h"

#include <QTimer>

#include <array>
#include <filesystem>
#include <optional>

class QHBoxLayout;
class QVBoxLayout;

namespace ui {

class Button;
class ChecksPanel;
class CommandPanel;
class DraftPanel;
class ElidedLabel;
class MeasurementBlock;
class ModelBlock;
class ScrollColumn;
class StartPanel;
class TimePanel;

/// What shall be compared? Six blocks to fill in, checked as they change; the command that does
/// the same, its time and disk, the machine's checks, Start.
class NewComparisonPage : public Page {
    Q_OBJECT

public:
    [[nodiscard]] static PageDescriptor descriptor();

    explicit NewComparisonPage(const Theme& theme);
    ~NewComparisonPage() override;
    NewComparisonPage(const NewComparisonPage&) = delete;
    NewComparisonPage& operator=(const NewComparisonPage&) = delete;
    NewComparisonPage(NewComparisonPage&&) = delete;
    NewComparisonPage& operator=(NewComparisonPage&&) = delete;

    void showView(const ComparisonView& view) override;
    /// The plan of the comparison that is open: taken over unless somebody edited the draft, and
    /// on a button.
    void enter(const ComparisonView& view) override;
    [[nodiscard]] bool isReady() const override;
    [[nodiscard]] QString verdictSentence() const override;

    /// Where the draft is kept between two starts; the one that lies there is shown.
    void setDraftFile(const QString& file);
    /// A plan to start from, with where it comes from: "copied from vit".
    void showPlan(const profiler::Plan& plan, const QString& origin);
    /// A recording of this window runs, or has ended.
    void setRecording(bool recording);

    [[nodiscard]] const PlanDraft& draft() const { return m_draft; }

    [[nodiscard]] const DraftState& state() const { return m_state; }

    [[nodiscard]] const CommandPanel& command() const { return *m_command; }

    void openPlan(const QString& file);
    void savePlan(const QString& file);

    void runCommand(const QString& id) override;

public Q_SLOTS:
    void start();
    /// Once other programs leave the machine alone.
    void startWhenQuiet();
    /// Searches the best setting for the model.
    void tune();

Q_SIGNALS:
    void tuningRequested(const profiler::Plan& plan, const std::filesystem::path& output);
    void startRequested(const profiler::Plan& plan, const std::filesystem::path& output,
        const ui::RecordingStart& how);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* createBar();
    void createBlocks();
    void createRight();
    void arrange();
    void setDraft(PlanDraft draft);
    void takeEdit();
    void examine();
    void takeAnswer(const PlanAnswer& answer);
    void askMachines();
    void askMachine();
    void takeMachine(const ProgramAnswer& answer);
    void askModels();
    void showState();
    void storeDraft();
    void copyOpenPlan();
    void copy(const QString& text);
    [[nodiscard]] std::optional<profiler::Plan> plan() const;
    [[nodiscard]] std::optional<profiler::Plan> planToRun();
    [[nodiscard]] std::filesystem::path output() const;

    PlanDraft m_draft;
    DraftState m_state;
    QString m_draftFile;
    QString m_pythonAsked; ///< interpreter that models and machine were asked with
    QString m_machineAsked; ///< as `--on` takes it; empty: this one
    PlanCheck m_planCheck;
    ProgramCall m_machineCall;
    ProgramCall m_modelsCall;
    ProgramCall m_machinesCall;
    QTimer m_storeTimer;
    std::optional<profiler::Plan> m_openPlan; ///< of the comparison that is open
    QString m_openName;
    bool m_edited = false; ///< by hand, or opened from a file
    bool m_asked = false; ///< models and machine, when the page is first shown
    bool m_compact = false;

    ElidedLabel* m_origin;
    Button* m_copyOpen;
    HeadlinePanel* m_headline;
    ModelBlock* m_model;
    MeasurementBlock* m_measurement;
    std::array<DraftPanel*, 6> m_blocks {};
    ScrollColumn* m_left;
    ScrollColumn* m_right;
    CommandPanel* m_command;
    TimePanel* m_time;
    ChecksPanel* m_checks;
    StartPanel* m_start;
    QHBoxLayout* m_columns;
    QVBoxLayout* m_rightColumn;
};

} // namespace ui
