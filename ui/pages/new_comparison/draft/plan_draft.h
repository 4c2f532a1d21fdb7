// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/plan.h"
#include "profiler/model/plan/plan_setting.h"
#include "profiler/model/result.h"
#include "profiler/model/variant.h"
#include "ui/pages/new_comparison/draft/case_draft.h"

#include <QByteArray>
#include <QString>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// A plan while somebody fills it in: texts as typed, also those that are wrong as yet.
namespace ui {

enum class ModelSource { Builtin, Library, PythonFile, Exported };

/// `--arg`: the value is JSON where it can be read as such, else text; empty = not given.
struct ArgumentDraft {
    QString name;
    QString value;

    bool operator==(const ArgumentDraft&) const = default;
};

enum class Switch { Automatic, On, Off };

struct VariantDraft {
    QString name;
    QString mode; ///< "eager", a mode of torch.compile, or empty = torch's default
    bool fullgraph = false;
    Switch dynamic = Switch::Automatic;
    QString backend; ///< empty = inductor
    QString options; ///< "epilogue_fusion=false, max_autotune=true"
    QString environment; ///< "OMP_NUM_THREADS=1"
    QString torch; ///< "dtype:bf16, memory_format:channels_last"
    QString python; ///< empty = the plan's
    // As opened; this page has no field for them.
    std::vector<profiler::CompiledPart> parts;

    bool operator==(const VariantDraft&) const = default;
};

struct PlanDraft {
    QString origin; ///< where it comes from: "copied from vit"
    profiler::Plan base; ///< as opened: what the fields below do not say is kept

    ModelSource source = ModelSource::Builtin;
    QString builtin; ///< "mlp"
    QString library; ///< "torchvision:resnet50", or any other SPEC
    QString file;
    QString callable;
    QString exported;
    std::vector<ArgumentDraft> arguments;

    QString sweep; ///< words of `--sweep`; the one case then names their sizes in its shapes
    std::vector<CaseDraft> cases;
    std::vector<VariantDraft> variants;

    profiler::GoalMetric metric = profiler::GoalMetric::Median;
    QString horizon; ///< calls
    QString p99; ///< ms
    QString memory; ///< GiB
    QString caseLimits; ///< "s32.p99=15ms, s64.memory=6GiB"
    bool cacheKept = false;

    QString machine; ///< as `--on` takes it; empty: this one. No part of the plan.
    QString device;
    QString dtype;
    profiler::Task task = profiler::Task::Inference;
    profiler::Effort effort = profiler::Effort::Normal;
    QString processes; ///< "5..15"; empty = by the effort
    std::map<std::string, QString> numbers; ///< by option: "--rounds"; empty = by the effort
    bool cold = true;
    bool check = true;
    bool trace = true;
    bool noise = true;

    QString loadRates; ///< "auto" or "50,100,200"; empty = no load
    profiler::Arrivals arrivals = profiler::Arrivals::Poisson;
    QString replay; ///< the trace, where arrivals are those of one

    QString python;
    QString name;
    QString output; ///< a run database; empty = the library

    bool operator==(const PlanDraft&) const = default;
};

/// The numbered blocks of the page, in its order.
enum class DraftBlock { Model, Cases, Goal, Variants, Measurement, Load };

/// What is wrong, and where; one sentence for each block at most, in the words of the command line.
struct DraftProblem {
    DraftBlock block = DraftBlock::Model;
    QString sentence;
};

/// A first draft: the built-in mlp, eager against default.
[[nodiscard]] PlanDraft newDraft();
[[nodiscard]] PlanDraft draftOf(const profiler::Plan& plan);

/// The plan, when every text can be read and the profiler's own validation accepts it.
[[nodiscard]] profiler::Result<profiler::Plan> planOf(const PlanDraft& draft);
[[nodiscard]] std::vector<DraftProblem> problemsOf(const PlanDraft& draft);

/// Which block a refusal of `fusescope plan` speaks of.
[[nodiscard]] DraftBlock blockOf(const QString& refusal);

[[nodiscard]] QByteArray toJson(const PlanDraft& draft);
[[nodiscard]] std::optional<PlanDraft> draftFromJson(const QByteArray& json);

/// The settings that have a field of their own in the form, in its order; those of a group alone:
/// "protocol".
[[nodiscard]] std::vector<profiler::PlanSetting> formSettings();
[[nodiscard]] std::vector<profiler::PlanSetting> formSettings(std::string_view group);

/// What was typed for the setting of that option; empty: nothing.
[[nodiscard]] QString typedNumber(const PlanDraft& draft, const char* option);

/// How many cases it makes; of a draft that is wrong as yet how many rows of cases it has.
[[nodiscard]] std::size_t caseCountOf(const PlanDraft& draft);

/// "--model": what the source and its fields name.
[[nodiscard]] QString specOf(const PlanDraft& draft);

} // namespace ui
