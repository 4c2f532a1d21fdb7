// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/plan.h"
#include "ui/comparison/program_call.h"

#include <QTemporaryFile>
#include <QTimer>

#include <array>
#include <memory>
#include <optional>
#include <vector>

/// What `fusescope` says of a plan, of the machine and of the models that it can name. The desktop
/// program asks the command line, so that both say the same.
namespace ui {

struct PlanEstimate {
    double lowNs = 0;
    double highNs = 0;
    double firstResultNs = 0;
    std::array<double, 5> partNs {}; ///< compile, rounds, results, trace, load
    std::int64_t diskBytes = 0;
    int processes = 0;
};

struct PlanAnswer {
    QString refusal; ///< empty: it can be recorded
    std::optional<PlanEstimate> estimate;
};

/// `fusescope plan`, some time after the last change.
class PlanCheck : public QObject {
    Q_OBJECT

public:
    explicit PlanCheck(QObject* parent = nullptr);

    void check(const profiler::Plan& plan);
    void drop();

    /// Waits for an answer.
    [[nodiscard]] bool isPending() const { return m_timer.isActive() || m_call.isRunning(); }

Q_SIGNALS:
    void checked(const ui::PlanAnswer& answer);

private:
    void ask();
    void take(const ProgramAnswer& answer);

    profiler::Plan m_plan;
    std::unique_ptr<QTemporaryFile> m_file;
    QTimer m_timer;
    ProgramCall m_call;
};

enum class CheckResult { Ok, Limits, Stops };

/// One line of `fusescope doctor`.
struct MachineCheck {
    QString name;
    CheckResult result = CheckResult::Ok;
    QString sentence;
    QString remedy;

    bool operator==(const MachineCheck&) const = default;
};

/// Worst first; an answer that cannot be read gives one check that stops and says so.
[[nodiscard]] std::vector<MachineCheck> machineChecksFrom(const ProgramAnswer& answer);

/// A machine of `fusescope remote`.
struct KnownMachine {
    QString name;
    QString address; ///< "ssh://me@gpu7"

    bool operator==(const KnownMachine&) const = default;
};

/// Of `fusescope remote list --json`.
[[nodiscard]] std::vector<KnownMachine> knownMachinesFrom(const QByteArray& json);

/// "Python", "C compiler": what people call a check.
[[nodiscard]] QString checkTitle(const QString& name);

/// What is lost where a check limits: "kernels would be missing".
[[nodiscard]] QString lossOf(const MachineCheck& check);

struct KnownParameter {
    QString name;
    QString type;
    QString defaultText; ///< as it would be typed; empty: none that can be
    bool required = false;
};

struct KnownCallable {
    QString name;
    QString summary;
    std::vector<KnownParameter> parameters;
    bool isModule = false; ///< a class that derives from a Module

    /// "make(features, hidden)"
    [[nodiscard]] QString signature() const;
};

struct KnownModels {
    std::vector<KnownCallable> builtin;
    QStringList torchvision;
    QStringList transformers;
};

[[nodiscard]] KnownModels knownModelsFrom(const QByteArray& json);
[[nodiscard]] std::vector<KnownCallable> callablesFrom(const QByteArray& json);

/// The one to propose: what needs no argument before what does; then functions called make, build,
/// create, get_model or model (or that begin so), then subclasses of a Module, then the first.
[[nodiscard]] int likeliestCallable(const std::vector<KnownCallable>& callables);

[[nodiscard]] std::optional<PlanEstimate> planEstimateFrom(const QByteArray& json);

} // namespace ui
