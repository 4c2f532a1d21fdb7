// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/record/lanes/module_check.h"
#include "profiler/record/lanes/worker_run.h"

#include <filesystem>
#include <map>
#include <string>

namespace profiler {

/// The comparison of outputs (in training also of losses), whichever processes make the calls: the
/// baseline's first, then those of each other variant.
class OutputCheck {
public:
    explicit OutputCheck(Session& session);

    /// Outputs of the baseline as it is, or in fp64, which is optional: a model that cannot run in
    /// it is not an error.
    void saveBaseline(WorkerRun& worker, OutputPrecision precision);

    /// Outputs of the baseline are there to compare with.
    [[nodiscard]] bool hasReference() const { return !m_reference.empty(); }

    void compareVariant(WorkerRun& worker);

    /// Down the modules of what was compared, in processes of their own. An Error: no worker can be
    /// started at all.
    [[nodiscard]] Result<void> runModules();

private:
    using SavedOutputs = std::map<CaseAndSet, std::filesystem::path>;

    [[nodiscard]] std::vector<CaseAndSet> all(const WorkerRun& worker) const;
    [[nodiscard]] std::filesystem::path pathOf(
        const std::string& name, const CaseAndSet& key) const;
    [[nodiscard]] bool saveOutputs(
        WorkerRun& worker, const CaseAndSet& key, OutputPrecision precision);
    [[nodiscard]] bool compareOutputs(
        WorkerRun& worker, const CaseAndSet& key, const std::filesystem::path& reference);
    [[nodiscard]] bool isLast(const CaseAndSet& key) const;
    [[nodiscard]] bool saveLosses(
        WorkerRun& worker, const CaseAndSet& key, OutputPrecision precision);

    Session& m_session;
    ModuleCheck m_modules;
    SavedOutputs m_reference;
    SavedOutputs m_fp64;
};

} // namespace profiler
