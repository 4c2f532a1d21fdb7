// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"
#include "profiler/record/doctor.h"
#include "profiler/record/remote/connection.h"
#include "profiler/record/remote/plan_files.h"
#include "profiler/record/remote/program_archive.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace profiler::remote {

/// What another machine says of itself.
struct MachineFacts {
    std::string system; ///< Linux
    std::string machine; ///< x86_64
    std::string glibc; ///< "2.36"; empty: none
    std::string base; ///< absolute: where all lies that Fusescope puts there
    std::string python; ///< where the wanted interpreter is; empty: not there
    std::vector<std::string> missing; ///< programs that are needed
    std::optional<std::int64_t> freeBytes;
    bool hasProgram = false;
};

[[nodiscard]] Result<MachineFacts> look(
    const Connection& connection, const ProgramArchive& program, const std::string& python);

/// Nothing, or why this program cannot record there.
[[nodiscard]] Result<void> checkFits(const SshTarget& target, const MachineFacts& facts,
    const ProgramArchive& program, std::int64_t bytesToSend);

using SentBytes = std::function<void(std::int64_t)>;

/// Sends the program, where it is checked, unpacked and kept.
[[nodiscard]] Result<void> install(
    const Connection& connection, const ProgramArchive& program, const SentBytes& sent);

/// What `fusescope doctor` says there.
[[nodiscard]] Result<std::vector<Check>> doctorThere(
    const Connection& connection, const ProgramArchive& program, const std::string& python);

/// The archive of a job: its plan, what the plan needs, and what runs it over there.
[[nodiscard]] Result<void> writeJobFiles(
    const std::filesystem::path& archive, const SentFiles& files, const std::string& planText);

/// Sends a job's files and starts it: it runs on, whatever becomes of the connection. `words` are
/// those of fusescope, which runs in the job's folder.
struct NewJob {
    std::string id;
    std::filesystem::path files; ///< an archive
    std::vector<std::string> words;
};

[[nodiscard]] Result<void> start(const Connection& connection, const ProgramArchive& program,
    const NewJob& job, const SentBytes& sent);

/// A name that no other job has: when, and 32 random bits.
[[nodiscard]] std::string newJobId();

/// Is it made like one?
[[nodiscard]] bool isJobId(std::string_view text);

/// <base>/jobs/<id>
[[nodiscard]] std::string folderOfJob(const MachineFacts& facts, const std::string& id);

} // namespace profiler::remote
