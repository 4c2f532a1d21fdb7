// SPDX-License-Identifier: Apache-2.0
#include "tests/support/store_example.h"

namespace recorded_example {

using namespace profiler; // NOLINT(google-build-using-namespace): every type here is its

namespace {

/// Calls until one fails; the first error is kept.
class Storing {
public:
    explicit Storing(RecordSink& sink)
        : m_sink(sink)
    {
    }

    template <typename Facts, typename Add>
    void all(const Facts& facts, ProcessIndex process, Add add)
    {
        for (const auto& fact : facts)
            if (m_done)
                m_done = (m_sink.*add)(process, fact);
    }

    void process(const ProcessRecord& record)
    {
        if (!m_done)
            return;
        const auto index = m_sink.beginProcess(record.start);
        if (!index) {
            m_done = tl::unexpected(index.error());
            return;
        }
        m_done = m_sink.addEnvironment(*index, record.environment);
        all(record.phases, *index, &RecordSink::addPhase);
        all(record.blocks, *index, &RecordSink::addBlock);
        all(record.steady, *index, &RecordSink::addSteady);
        all(record.proofs, *index, &RecordSink::addProof);
        all(record.compiles, *index, &RecordSink::addCompile);
        all(record.breaks, *index, &RecordSink::addGraphBreak);
        all(record.recompiles, *index, &RecordSink::addRecompile);
        all(record.memory, *index, &RecordSink::addMemory);
        all(record.numerics, *index, &RecordSink::addNumerics);
        if (m_done && record.end)
            m_done = m_sink.endProcess(*index, *record.end);
    }

    Result<void> finish(const ComparisonData& data)
    {
        for (const NoticeFact& notice : data.notices)
            if (m_done)
                m_done = m_sink.addNotice(notice);
        for (const SourceFact& source : data.sources)
            if (m_done)
                m_done = m_sink.addSource(source);
        if (m_done)
            m_done = m_sink.flush();
        if (m_done && data.info.status != ComparisonStatus::Running)
            m_done = m_sink.endComparison(data.info.status, data.info.stopReason);
        return m_done;
    }

private:
    RecordSink& m_sink;
    Result<void> m_done;
};

} // namespace

Result<void> storeExample(const ComparisonData& data, RecordSink& sink)
{
    const auto begun = sink.beginComparison(data.info, data.plan);
    if (!begun)
        return tl::unexpected(begun.error());
    Storing storing(sink);
    for (const ProcessRecord& process : data.processes)
        storing.process(process);
    return storing.finish(data);
}

} // namespace recorded_example
