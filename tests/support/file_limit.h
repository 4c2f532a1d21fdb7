// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <sys/resource.h>

namespace tests {

/// Files may grow no further, as on a full disk; lifted at the end.
class FileLimit {
public:
    explicit FileLimit(rlim_t bytes)
    {
        std::signal(SIGXFSZ, SIG_IGN); // NOLINT(cert-err33-c): it cannot fail
        getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit limit {.rlim_cur = bytes, .rlim_max = m_before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }

    ~FileLimit() { setrlimit(RLIMIT_FSIZE, &m_before); }

    FileLimit(const FileLimit&) = delete;
    FileLimit& operator=(const FileLimit&) = delete;
    FileLimit(FileLimit&&) = delete;
    FileLimit& operator=(FileLimit&&) = delete;

private:
    rlimit m_before {};
};

} // namespace tests
