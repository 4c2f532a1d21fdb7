// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/record/suite/ray/driver_process.h"
#include "profiler/record/suite/suite_engine.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

/// What a user says about Ray.
struct RayOptions {
    std::string address; ///< of a cluster; empty: one on this machine, for as long as it takes
    std::string python; ///< an interpreter that has ray; empty: the one of the workers
};

/// "address=auto", "python=PATH".
[[nodiscard]] Result<RayOptions> rayOptionsFrom(const std::vector<std::string>& given);

struct RaySettings {
    std::filesystem::path program; ///< the command line itself, where the nodes see it
    std::filesystem::path parts; ///< the folder of all tasks' folders
    RayOptions options;
};

/// Runs recordings as tasks of Ray, through a driver in the user's Python. They end with this
/// program, as all that a driver started does.
class RayEngine : public SuiteEngine {
public:
    explicit RayEngine(RaySettings settings);
    ~RayEngine() override;
    RayEngine(const RayEngine&) = delete;
    RayEngine& operator=(const RayEngine&) = delete;
    RayEngine(RayEngine&&) = delete;
    RayEngine& operator=(RayEngine&&) = delete;

    Result<void> submit(const std::vector<RecordingTask>& tasks) override;
    Result<std::vector<TaskStatus>> poll() override;
    Result<void> fetchLog(std::size_t task) override;
    void stop() override;

private:
    [[nodiscard]] Result<void> awaitReady();
    void take(const std::string& text);
    [[nodiscard]] std::filesystem::path stopFile() const;
    [[nodiscard]] std::filesystem::path driverLog() const;

    RaySettings m_settings;
    std::optional<DriverProcess> m_driver;
    std::vector<TaskStatus> m_states;
    int m_stops = 0;
};

} // namespace profiler
