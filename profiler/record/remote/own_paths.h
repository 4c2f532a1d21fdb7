// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace profiler {
struct ComparisonData;
struct TraceRows;
} // namespace profiler

namespace profiler::remote {

/// Gives what was recorded below `root` on another machine the paths it has here, wherever a fact
/// names one.
class OwnPaths {
public:
    explicit OwnPaths(const std::string& root)
        : m_root(root + "/")
    {
    }

    void apply(std::string& text) const;
    void apply(ComparisonData& data) const;
    void apply(TraceRows& rows) const;

private:
    std::string m_root;
};

} // namespace profiler::remote
