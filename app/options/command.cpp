// SPDX-License-Identifier: Apache-2.0
#include "app/options/command.h"

#include <CLI/CLI.hpp>
#include <sstream>
#include <utility>

namespace app {

Option::Option(CLI::Option& option)
    : m_option(&option)
{
}

Option& Option::required()
{
    m_option->required();
    return *this;
}

Option& Option::placeholder(const std::string& text)
{
    m_option->option_text(text);
    return *this;
}

Option& Option::values(int least, int most)
{
    m_option->expected(least, most);
    return *this;
}

Option& Option::within(double low, double high)
{
    m_option->check(CLI::Range(low, high));
    return *this;
}

Option& Option::excludes(const Option& other)
{
    m_option->excludes(other.m_option);
    return *this;
}

bool Option::isGiven() const
{
    return m_option->count() > 0;
}

Command::Command(CLI::App& command)
    : m_command(&command)
{
}

Command Command::addCommand(const std::string& name, const std::string& help)
{
    return Command(*m_command->add_subcommand(name, help));
}

void Command::requireCommand()
{
    m_command->require_subcommand(1);
}

Option Command::add(const std::string& name, std::string& value, const std::string& help)
{
    return Option(*m_command->add_option(name, value, help));
}

Option Command::add(
    const std::string& name, std::optional<std::string>& value, const std::string& help)
{
    return Option(*m_command->add_option(name, value, help));
}

Option Command::add(const std::string& name, std::optional<int>& value, const std::string& help)
{
    return Option(*m_command->add_option(name, value, help));
}

Option Command::add(const std::string& name, double& value, const std::string& help)
{
    return Option(*m_command->add_option(name, value, help));
}

Option Command::add(
    const std::string& name, std::vector<std::string>& values, const std::string& help)
{
    return Option(*m_command->add_option(name, values, help));
}

Option Command::addRepeated(
    const std::string& name, std::vector<std::string>& values, const std::string& help)
{
    return Option(*m_command->add_option(name, values, help)->allow_extra_args(false));
}

Option Command::addFlag(const std::string& name, bool& value, const std::string& help)
{
    return Option(*m_command->add_flag(name, value, help));
}

void Command::onRun(std::function<void()> run)
{
    m_command->callback(std::move(run));
}

std::vector<std::string> Command::commandNames() const
{
    std::vector<std::string> names;
    for (const auto* command : m_command->get_subcommands({}))
        names.push_back(command->get_name());
    return names;
}

std::string Command::help() const
{
    return m_command->help();
}

CommandLine::CommandLine(const std::string& description, const std::string& program)
    : m_program(std::make_unique<CLI::App>(description, program))
{
}

CommandLine::~CommandLine() = default;

void CommandLine::setVersion(const std::string& text)
{
    m_program->set_version_flag("--version", text);
}

Command CommandLine::root()
{
    return Command(*m_program);
}

ParseEnd CommandLine::parse(std::span<const char* const> words)
{
    try {
        m_program->parse(static_cast<int>(words.size()), words.data());
        return {};
    } catch (const CLI::Success& asked) {
        std::ostringstream text;
        m_program->exit(asked, text, text);
        return {.kind = ParseEnd::Kind::Answered, .message = text.str()};
    } catch (const CLI::ParseError& error) {
        return {.kind = ParseEnd::Kind::Refused, .message = error.what()};
    }
}

} // namespace app
