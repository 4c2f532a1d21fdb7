// SPDX-License-Identifier: Apache-2.0
#include "app/cli/remote/remote_machine.h"

#include "profiler/model/number_text.h"
#include "profiler/record/machine/installation.h"

#include <algorithm>
#include <fmt/format.h>

namespace cli {

using profiler::ErrorKind;
using profiler::failure;
using profiler::Result;
using namespace profiler::remote;

SentBytes sentBytes(const SendingView& view, const std::string& what, std::int64_t bytes)
{
    return [&view, what, bytes](std::int64_t sent) {
        constexpr std::int64_t percents = 100;
        if (view.step && bytes > 0)
            view.step(fmt::format("sending {}: {} % of {}", what,
                percents * std::min(sent, bytes) / bytes, profiler::formatBytes(bytes)));
    };
}

Result<ReadyMachine> makeReady(const Connection& connection, const std::string& python,
    std::int64_t bytesToSend, const SendingView& view)
{
    const auto installation = profiler::findInstallation();
    if (!installation)
        return tl::unexpected(installation.error());
    auto program = programArchive(*installation);
    if (!program)
        return tl::unexpected(program.error());
    auto facts = look(connection, *program, python);
    if (!facts)
        return tl::unexpected(facts.error());
    const auto where = addressOf(connection.target());
    if (auto fits = checkFits(connection.target(), *facts, *program, bytesToSend); !fits)
        return tl::unexpected(fits.error());
    if (facts->python.empty())
        return failure(ErrorKind::Unavailable,
            fmt::format("{} has no Python at {}; name one that has torch with --python, or install "
                        "it there",
                where, python));
    if (!facts->hasProgram) {
        view.say(fmt::format("Sending Fusescope itself to {}, once: {}.", where,
            profiler::formatBytes(program->bytes)));
        auto sent
            = install(connection, *program, sentBytes(view, "Fusescope itself", program->bytes));
        if (!sent)
            return tl::unexpected(sent.error());
    }
    return ReadyMachine {.program = std::move(*program), .facts = std::move(*facts)};
}

Result<void> checkCanRecord(const Connection& connection, const ReadyMachine& machine)
{
    const auto checks = doctorThere(connection, machine.program, machine.facts.python);
    if (!checks)
        return tl::unexpected(checks.error());
    for (const auto& check : *checks)
        if (check.state == profiler::CheckState::Stops)
            return failure(ErrorKind::Unavailable,
                fmt::format("nothing can be recorded on {}: {}", addressOf(connection.target()),
                    check.sentence));
    return {};
}

} // namespace cli
