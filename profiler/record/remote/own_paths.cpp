// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/remote/own_paths.h"

#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/trace_rows.h"
#include "profiler/model/variant.h"
#include "profiler/record/remote/plan_files.h"

#include <algorithm>
#include <tuple>

namespace profiler::remote {
namespace {

/// One overload for each kind of fact that names files.
class FactPaths {
public:
    explicit FactPaths(const OwnPaths& paths)
        : m_paths(paths)
    {
    }

    template <typename Fact>
    void operator()(Fact& /*fact*/) const
    {
    }

    void operator()(CompileFact& fact) const { all(fact.file, fact.failReason, fact.metricsJson); }

    void operator()(GraphBreakFact& fact) const
    {
        all(fact.file, fact.reason, fact.explanation, fact.hint);
    }

    void operator()(TrialFact& fact) const
    {
        m_paths.apply(fact.reason);
        for (auto& each : fact.breaks)
            (*this)(each);
    }

    void operator()(RecompileFact& fact) const { all(fact.file, fact.guard, fact.reason); }

    void operator()(GeneratedCode& code) const
    {
        m_paths.apply(code.code);
        for (auto& node : code.nodes)
            m_paths.apply(node.file);
    }

    void operator()(ModuleErrors& errors) const
    {
        for (auto& module : errors.modules)
            m_paths.apply(module.file);
    }

    void operator()(MemoryHistoryFact& history) const
    {
        for (auto& block : history.blocks)
            m_paths.apply(block.file);
    }

private:
    template <typename... Texts>
    void all(Texts&... texts) const
    {
        (m_paths.apply(texts), ...);
    }

    const OwnPaths& m_paths;
};

} // namespace

void OwnPaths::apply(std::string& text) const
{
    for (auto at = text.find(m_root); at != std::string::npos; at = text.find(m_root, at + 1))
        text.erase(at, m_root.size() - 1);
}

void OwnPaths::apply(ComparisonData& data) const
{
    data.plan = planFromBelow(std::move(data.plan), m_root.substr(0, m_root.size() - 1));
    apply(data.info.stopReason);
    for (auto& notice : data.notices)
        apply(notice.sentence);
    for (auto& source : data.sources) {
        apply(source.file);
        for (auto& frame : source.frames)
            apply(frame.file);
    }
    const FactPaths facts(*this);
    for (auto& process : data.processes) {
        if (process.end)
            apply(process.end->reason);
        for (auto& [name, value] : process.environment)
            apply(value);
        std::apply(
            [&](auto... lists) { (std::ranges::for_each(process.*lists, facts), ...); }, factLists);
    }
}

void OwnPaths::apply(TraceRows& rows) const
{
    for (auto& name : rows.names)
        apply(name.text);
    for (auto& place : rows.places)
        apply(place.file);
}

} // namespace profiler::remote
