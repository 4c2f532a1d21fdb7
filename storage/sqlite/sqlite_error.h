// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <SQLiteCpp/Exception.h>

#include <exception>
#include <filesystem>
#include <string>
#include <type_traits>
#include <utility>

/// Exceptions of SQLite and of reading rows end here: everything public returns Result.
namespace storage {

/// A refusal on its way out of nested reading and writing; `guarded` turns it into a Result.
class Refusal : public std::exception {
public:
    explicit Refusal(profiler::Error error)
        : m_error(std::move(error))
    {
    }

    [[nodiscard]] const char* what() const noexcept override { return m_error.message.c_str(); }

    [[nodiscard]] const profiler::Error& error() const { return m_error; }

private:
    profiler::Error m_error;
};

/// One sentence for a SQLite failure on `file`: disk full, damaged, in use, not writable…
[[nodiscard]] profiler::Error errorFrom(
    const SQLite::Exception& exception, const std::filesystem::path& file);

/// The content of a stored row is impossible: the file is damaged or not written by us.
[[nodiscard]] Refusal damaged(const std::string& what);

template <typename Function>
[[nodiscard]] auto guarded(const std::filesystem::path& file, Function&& function)
    -> profiler::Result<std::invoke_result_t<Function>>
{
    try {
        if constexpr (std::is_void_v<std::invoke_result_t<Function>>) {
            std::forward<Function>(function)();
            return {};
        } else {
            return std::forward<Function>(function)();
        }
    } catch (const Refusal& refusal) {
        return tl::unexpected(refusal.error());
    } catch (const SQLite::Exception& exception) {
        return tl::unexpected(errorFrom(exception, file));
    } catch (const std::exception& exception) { // std::filesystem, std::bad_alloc
        return profiler::failure(
            profiler::ErrorKind::Failed, file.string() + ": " + exception.what());
    }
}

} // namespace storage
