// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace storage {

/// While it lives, what this thread reads and writes through this library ends soon after `wanted`
/// turned true, with ErrorKind::Interrupted: a file of somebody else may make a statement long. A
/// flush that was not finished is undone. Scopes nest: the outer one holds inside, too.
class CancelScope {
public:
    explicit CancelScope(std::function<bool()> wanted);
    CancelScope(const CancelScope&) = delete;
    CancelScope& operator=(const CancelScope&) = delete;
    CancelScope(CancelScope&&) = delete;
    CancelScope& operator=(CancelScope&&) = delete;
    ~CancelScope();

    /// Of this thread, now.
    [[nodiscard]] static bool isWanted();

private:
    std::function<bool()> m_wanted;
    const CancelScope* m_outer;
};

} // namespace storage
