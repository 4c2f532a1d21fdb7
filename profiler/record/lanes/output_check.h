// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/record/lanes/module_check.h"
#include "profiler/record/lanes/worker_run.h"

#include <filesystem>
#include <map>
#include <set>
#include <string>

namespace profiler {

/// The comparison of outputs (in training also of losses), whichever processes make the calls: the
/// baseline's first, then those of each other variant.
class OutputCheck {
public:
    explicit OutputCheck(Session& session);

    /// All of it that a worker's variant needs; a worker that fails leaves its variant unchecked.
    void check(WorkerRun& worker);

    [[nodiscard]] bool hasChecked(int variant) const { return m_checked.contains(variant); }

    /// Outputs of the baseline as it is, or in fp64, which is optional: a model that cannot run in
    /// it is not an error. False: some are missing.
    bool saveBaseline(WorkerRun& worker, OutputPrecision precision);

    /// Outputs of the baseline are there to compare with.
    [[nodiscard]] bool hasReference() const { return !m_reference.empty(); }

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
    [[nodiscard]] bool saveBaselines(WorkerRun& worker);
    [[nodiscard]] bool compareVariant(WorkerRun& worker);
    [[nodiscard]] bool compareOutputs(
        WorkerRun& worker, const CaseAndSet& key, const std::filesystem::path& reference);
    [[nodiscard]] bool isLast(const CaseAndSet& key) const;
    [[nodiscard]] bool saveLosses(
        WorkerRun& worker, const CaseAndSet& key, OutputPrecision precision);

    Session& m_session;
    ModuleCheck m_modules;
    SavedOutputs m_reference;
    SavedOutputs m_fp64;
    std::string m_whyNoFp64;
    std::set<int> m_checked; ///< variants
};

} // namespace profiler
