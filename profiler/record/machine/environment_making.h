// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"
#include "profiler/record/machine/interpreter.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

/// A Python environment that is to be made.
struct EnvironmentWish {
    std::string torch; ///< "2.9", "2.10.0" or "nightly"
    std::string python; ///< its interpreter; empty: the usual one
    std::vector<std::string> packages; ///< beside torch, as pip takes them
    std::string index; ///< of packages; empty: pip's own
};

/// "torch-2.9"
[[nodiscard]] std::string nameOf(const EnvironmentWish& wish);

/// What making it takes, as far as it can be told beforehand.
struct EnvironmentCost {
    std::string torchVersion; ///< that the wish comes to
    int packages = 0;
    std::optional<std::int64_t> bytes; ///< to be fetched
};

/// An empty environment in `parent`, by uv where it is there, else by venv; then what is to come
/// into it. The folder is taken away again with this object unless it was installed into and kept.
class EnvironmentMaking {
public:
    [[nodiscard]] static Result<EnvironmentMaking> begin(
        EnvironmentWish wish, const std::filesystem::path& parent);

    EnvironmentMaking(const EnvironmentMaking&) = delete;
    EnvironmentMaking& operator=(const EnvironmentMaking&) = delete;
    EnvironmentMaking(EnvironmentMaking&& other) noexcept;
    EnvironmentMaking& operator=(EnvironmentMaking&&) = delete;
    ~EnvironmentMaking();

    [[nodiscard]] const std::filesystem::path& folder() const { return m_folder; }

    /// Asks the index; pip may have to fetch packages for it, and keeps them in its cache.
    [[nodiscard]] Result<EnvironmentCost> cost() const;

    /// pip's own progress goes to stderr. `stopped` is asked when it is over: did somebody stop it?
    [[nodiscard]] Result<Interpreter> install(const std::function<bool()>& stopped);

private:
    EnvironmentMaking(EnvironmentWish wish, std::filesystem::path folder);
    [[nodiscard]] std::vector<std::string> installCommand() const;
    [[nodiscard]] std::string python() const;

    EnvironmentWish m_wish;
    std::filesystem::path m_folder; ///< empty: handed on, or kept
};

} // namespace profiler
