// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/memory/block_owners.h"

#include "profiler/model/trace_rows.h"

#include <algorithm>
#include <map>

namespace profiler {

namespace {

/// Spans and blocks of one thread, in the order of their times.
struct OfThread {
    std::vector<std::size_t> spans;
    std::vector<MemoryBlock*> blocks;
};

class Naming {
public:
    Naming(const OperatorColumns& spans, const NameTexts& names, const PlacesById& places)
        : m_spans(spans)
        , m_names(names)
        , m_places(places)
    {
    }

    void name(OfThread& thread)
    {
        std::ranges::sort(thread.blocks, {}, &MemoryBlock::madeNs);
        // Of spans that begin together the longer one holds the other.
        std::ranges::sort(thread.spans, [this](std::size_t one, std::size_t other) {
            if (m_spans.startNs[one] != m_spans.startNs[other])
                return m_spans.startNs[one] < m_spans.startNs[other];
            return m_spans.durationNs[one] > m_spans.durationNs[other];
        });
        std::vector<std::size_t> open;
        auto next = thread.spans.begin();
        for (auto* block : thread.blocks) {
            for (; next != thread.spans.end() && m_spans.startNs[*next] <= block->madeNs; ++next) {
                closeBefore(open, m_spans.startNs[*next]);
                open.push_back(*next);
            }
            closeBefore(open, block->madeNs);
            std::for_each(
                open.rbegin(), open.rend(), [&](std::size_t span) { take(*block, span); });
        }
    }

private:
    void closeBefore(std::vector<std::size_t>& open, std::int64_t time) const
    {
        while (
            !open.empty() && m_spans.startNs[open.back()] + m_spans.durationNs[open.back()] < time)
            open.pop_back();
    }

    /// From the innermost outwards: what is known already stays.
    void take(MemoryBlock& block, std::size_t span) const
    {
        const auto kind = static_cast<SpanKind>(m_spans.kind[span]);
        if (block.name.empty() && (isWork(kind) || kind == SpanKind::Region))
            if (const auto found = m_names.find(m_spans.name[span]); found != m_names.end())
                block.name = found->second;
        const auto place = m_places.find(m_spans.place[span]);
        if (place == m_places.end())
            return;
        if (block.module.empty())
            block.module = place->second.module;
        if (block.file.empty() && !place->second.file.empty()) {
            block.file = place->second.file;
            block.line = place->second.line;
        }
    }

    const OperatorColumns& m_spans;
    const NameTexts& m_names;
    const PlacesById& m_places;
};

} // namespace

void nameOwners(std::vector<MemoryBlock>& blocks, const OperatorColumns& spans,
    const NameTexts& names, const PlacesById& places)
{
    std::map<std::int32_t, OfThread> threads;
    for (auto& block : blocks)
        threads[block.thread].blocks.push_back(&block);
    for (std::size_t span = 0; span < spans.size(); ++span)
        if (const auto found = threads.find(spans.thread[span]); found != threads.end())
            found->second.spans.push_back(span);
    Naming naming(spans, names, places);
    for (auto& [thread, all] : threads)
        naming.name(all);
}

} // namespace profiler
