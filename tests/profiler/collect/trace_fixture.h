// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "made_up_records.h"
#include "profiler/collect/decoder.h"
#include "spool_contents.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>

namespace collect_test {

/// Decodes made-up buffers into a spool file and reads that back.
class Trace : public testing::Test {
protected:
    Trace() { start({}); }

    void start(profiler::collect::TraceRules rules)
    {
        m_tables = std::make_unique<profiler::collect::TraceTables>(rules, m_graphs);
        EXPECT_EQ(m_tables->open(m_file.c_str()), 0);
    }

    bool decode(RecordBuffer& buffer, profiler::collect::RecordWalker walker = walk130)
    {
        return profiler::collect::Decoder(walker).decode(buffer.bytes(), *m_tables);
    }

    bool decode(RecordBuffer&& buffer, profiler::collect::RecordWalker walker = walk130)
    {
        return decode(buffer, walker);
    }

    [[nodiscard]] SpoolContents finish()
    {
        m_losses = m_tables->finish({});
        return readSpool(m_file);
    }

    [[nodiscard]] profiler::collect::TraceTables& tables() { return *m_tables; }

    [[nodiscard]] profiler::collect::GraphEpochs& graphs() { return m_graphs; }

    /// After finish().
    [[nodiscard]] const profiler::TraceLosses& losses() const { return m_losses; }

    [[nodiscard]] const std::filesystem::path& file() const { return m_file; }

private:
    tests::TemporaryFolder m_folder;
    std::filesystem::path m_file = m_folder / "trace";
    profiler::collect::GraphEpochs m_graphs;
    std::unique_ptr<profiler::collect::TraceTables> m_tables;
    profiler::TraceLosses m_losses;
};

} // namespace collect_test
