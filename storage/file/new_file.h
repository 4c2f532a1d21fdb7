// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <system_error>
#include <utility>

namespace storage {

/// A file that the opening makes and cannot fill goes again: on a full disk it would stay empty.
class NewFile {
public:
    explicit NewFile(std::filesystem::path file)
        : m_file(std::move(file))
        , m_isNew(!std::filesystem::exists(m_file))
    {
    }

    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;
    NewFile(NewFile&&) = delete;
    NewFile& operator=(NewFile&&) = delete;

    ~NewFile()
    {
        std::error_code error;
        if (m_isNew && std::filesystem::file_size(m_file, error) == 0 && !error)
            std::filesystem::remove(m_file, error);
    }

private:
    std::filesystem::path m_file;
    bool m_isNew;
};

} // namespace storage
