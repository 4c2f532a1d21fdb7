// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_line.h"
#include "app/cli/terminal/console.h"

#include <cstddef>
#include <exception>
#include <span>

int main(int argc, char** argv)
{
    try {
        cli::keepStandardStreams();
        const std::span<const char* const> words(argv, static_cast<std::size_t>(argc));
        return static_cast<int>(cli::runCommandLine(words));
    } catch (const std::exception& error) {
        return static_cast<int>(cli::refuse(cli::ExitCode::CommandFailed,
            std::string("an error inside the program (") + error.what()
                + "); what was stored before is valid"));
    }
}
