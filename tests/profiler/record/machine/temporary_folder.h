// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/temporary_folder.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace machine_test {

/// With programs in it.
class TemporaryFolder : public tests::TemporaryFolder {
public:
    std::filesystem::path writeProgram(const std::string& name, std::string_view text) const
    {
        auto file = write(name, text);
        std::filesystem::permissions(file, std::filesystem::perms::owner_all);
        return file;
    }

    /// The tests' own Python without site-packages, but with `packages` of this folder.
    std::filesystem::path writePython(const std::string& name, const std::string& packages) const
    {
        return writeProgram(name,
            "#!/bin/sh\nPYTHONPATH='" + (path() / packages).string()
                + "' exec '" FUSESCOPE_PYTHON "' -S \"$@\"\n");
    }
};

} // namespace machine_test
