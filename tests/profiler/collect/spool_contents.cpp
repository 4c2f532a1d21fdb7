// SPDX-License-Identifier: Apache-2.0
#include "spool_contents.h"

#include "profiler/model/trace_columns.h"

#include <algorithm>
#include <variant>

namespace collect_test {

namespace {

/// Takes up one chunk after the other.
class Joiner {
public:
    explicit Joiner(SpoolContents& contents)
        : m_contents(contents)
    {
    }

    void operator()(const profiler::TraceNames& names)
    {
        for (const auto& name : names)
            m_contents.names[name.id] = name.text;
    }

    void operator()(const profiler::LaunchShapes& shapes)
    {
        for (const auto& shape : shapes)
            m_contents.shapes[shape.id] = shape;
    }

    void operator()(const profiler::KernelColumns& kernels)
    {
        checkNames(kernels.name);
        for (const auto shape : kernels.shape)
            m_contents.namesCameFirst &= m_contents.shapes.count(shape) == 1;
        append(m_contents.kernels, kernels);
    }

    void operator()(const profiler::ApiColumns& apis)
    {
        checkNames(apis.name);
        append(m_contents.apis, apis);
    }

    void operator()(const profiler::CopyColumns& copies) { append(m_contents.copies, copies); }

    void operator()(const profiler::TracePlaces& /*places*/) { }

    void operator()(const profiler::OperatorColumns& /*operators*/) { }

    void operator()(const profiler::CounterColumns& /*counters*/) { }

private:
    void checkNames(const std::vector<std::int32_t>& names)
    {
        for (const auto name : names)
            m_contents.namesCameFirst &= m_contents.names.count(name) == 1;
    }

    template <typename Columns>
    void append(Columns& all, const Columns& part)
    {
        m_contents.longestChunk = std::max(m_contents.longestChunk, part.size());
        profiler::appendRows(all, part, 0, part.size());
    }

    SpoolContents& m_contents;
};

} // namespace

SpoolContents readSpool(const std::filesystem::path& file)
{
    SpoolContents contents;
    auto reader = profiler::spool::TraceSpoolReader::open(file);
    if (!reader) {
        contents.fault = reader.error().message;
        return contents;
    }
    Joiner joiner(contents);
    while (auto entry = reader->next()) {
        if (const auto* chunk = std::get_if<profiler::TraceChunk>(&*entry))
            std::visit(joiner, *chunk);
        else if (const auto* calls = std::get_if<profiler::spool::TraceCalls>(&*entry))
            contents.calls.insert(contents.calls.end(), calls->begin(), calls->end());
        else
            contents.losses = std::get<profiler::TraceLosses>(*entry);
    }
    contents.fault = reader->fault();
    return contents;
}

} // namespace collect_test
