// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/hand_over.h"

namespace profiler {

namespace {

/// Hands facts over until one is refused; the first refusal is kept.
class HandingOver {
public:
    explicit HandingOver(RecordSink& sink)
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

    template <typename Facts, typename Add>
    void all(const Facts& facts, Add add)
    {
        for (const auto& fact : facts)
            if (m_done)
                m_done = (m_sink.*add)(fact);
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

    [[nodiscard]] const Result<void>& done() const { return m_done; }

private:
    RecordSink& m_sink;
    Result<void> m_done;
};

} // namespace

Result<void> handOver(const ComparisonData& data, RecordSink& sink)
{
    HandingOver facts(sink);
    for (const ProcessRecord& process : data.processes)
        facts.process(process);
    facts.all(data.notices, &RecordSink::addNotice);
    facts.all(data.sources, &RecordSink::addSource);
    return facts.done();
}

} // namespace profiler
