// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/numerics_fact.h"
#include "profiler/model/result.h"
#include "profiler/record/session/session.h"
#include "profiler/record/worker_link/worker_messages.h"

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace profiler {

using CaseAndSet = std::pair<int, int>;

/// Down the modules of what was compared: which inputs of which variant are worth it, then, once
/// all outputs are compared, each in a process of its own.
class ModuleCheck {
public:
    explicit ModuleCheck(Session& session);

    /// What a comparison of outputs told.
    void note(int variant, const CaseAndSet& key, const std::vector<NumericsFact>& facts);

    /// `precise`: sets of inputs of which the baseline runs in fp64. An Error: no worker can be
    /// started at all.
    [[nodiscard]] Result<void> run(const std::set<CaseAndSet>& precise);

private:
    /// The worst set of inputs of a case.
    struct Worst {
        int inputSet = 0;
        int badness = -1;
        double used = 0;
        bool randomOperators = false;
    };

    [[nodiscard]] std::set<CaseAndSet> wanted() const;
    [[nodiscard]] bool isWanted(const Worst& worst) const;
    [[nodiscard]] std::filesystem::path pathOf(const char* name, const CaseAndSet& key) const;
    Result<void> saveBaseline(
        const std::set<CaseAndSet>& keys, OutputPrecision precision, std::set<CaseAndSet>& saved);
    Result<void> compareVariant(int variant);
    [[nodiscard]] std::string reasonOf(int caseIndex) const;

    Session& m_session;
    std::map<std::pair<int, int>, Worst> m_worst; ///< by variant and case
    std::set<CaseAndSet> m_reference;
    std::set<CaseAndSet> m_fp64;
    std::map<int, std::string> m_reasons; ///< by case: why the baseline's modules are not known
};

} // namespace profiler
