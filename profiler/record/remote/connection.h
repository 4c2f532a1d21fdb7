// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/files/scratch_folder.h"
#include "profiler/model/result.h"
#include "profiler/record/remote/ssh_target.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace profiler::remote {

/// KEY=VALUE lines of an answer. Hostile: whoever reads them checks them.
using Answer = std::multimap<std::string, std::string>;

/// The value of the only or first line with that key; empty = none.
[[nodiscard]] std::string valueOf(const Answer& answer, const std::string& key);

/// One machine, reached by the system's ssh, its configuration, keys and jump hosts. It never asks
/// for anything, and all calls go through one connection, which is made again when it was lost.
/// FUSESCOPE_SSH names another program than ssh.
class Connection {
public:
    /// `goOn` is asked several times a second while a call lasts; false ends it.
    [[nodiscard]] static Result<Connection> prepare(
        SshTarget target, std::function<bool()> goOn = {});

    Connection(Connection&&) noexcept = default;
    Connection& operator=(Connection&&) = delete;
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    ~Connection();

    [[nodiscard]] const SshTarget& target() const { return m_target; }

    /// What a verb of there.sh answers; `input` is a descriptor that it reads, and `tick` is called
    /// several times a second meanwhile.
    [[nodiscard]] Result<Answer> ask(const std::vector<std::string>& words, int input = -1,
        const std::function<void()>& tick = {}) const;

    /// The same where the answer is one piece of text; an exit code of a program over there is no
    /// error.
    struct Text {
        int exitCode = 0;
        std::string text;
        std::string errors;
    };

    [[nodiscard]] Result<Text> read(
        const std::vector<std::string>& words, std::size_t mostBytes) const;

    /// Hands over an answer as it comes until it ends, `take` or `goOn` says false or nothing came
    /// for `silence`.
    [[nodiscard]] Result<void> stream(const std::vector<std::string>& words,
        const std::function<bool(std::string_view)>& take, std::chrono::seconds silence,
        const std::function<bool()>& goOn = {}) const;

private:
    Connection(SshTarget target, std::function<bool()> goOn, ScratchFolder folder);

    [[nodiscard]] std::vector<std::string> sshWords() const;
    [[nodiscard]] Result<Text> run(const std::vector<std::string>& words, int input,
        const std::function<bool(std::string_view)>& take,
        const std::function<bool()>& more = {}) const;

    SshTarget m_target;
    std::function<bool()> m_goOn;
    ScratchFolder m_folder; ///< of the socket that the calls share
};

} // namespace profiler::remote
