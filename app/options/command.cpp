// SPDX-License-Identifier: Apache-2.0
#include "app/options/command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <sstream>
#include <utility>

namespace app {
namespace {

/// What the help shows for a value; empty for a flag.
std::string valueOf(const CLI::Option& option)
{
    if (!option.get_option_text().empty())
        return option.get_option_text();
    if (option.get_items_expected_max() == 0)
        return {};
    if (option.nonpositional()) {
        const auto type = option.get_type_name(); // "FLOAT:FLOAT in [0.5 - 4]"
        return type.substr(0, type.find(':'));
    }
    auto name = option.get_name(true);
    std::ranges::transform(name, name.begin(),
        [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
    return name;
}

std::vector<std::string> namesOf(const CLI::Option& option)
{
    std::vector<std::string> names;
    for (const auto& name : option.get_snames())
        names.push_back("-" + name);
    for (const auto& name : option.get_lnames())
        names.push_back("--" + name);
    return names;
}

OptionDescription described(const CLI::Option& option, const OptionChoices& choices)
{
    const auto found = choices.find(&option);
    return {.names = namesOf(option),
        .value = valueOf(option),
        .help = option.get_description(),
        .choices = found == choices.end() ? std::vector<std::string> {} : found->second,
        .required = option.get_required(),
        .repeats = option.get_items_expected_max() > 1};
}

CommandDescription described(const CLI::App& command, const OptionChoices& choices)
{
    CommandDescription description {.name = command.get_name(), .help = command.get_description()};
    for (const auto* option : command.get_options())
        if (!option->get_group().empty())
            (option->nonpositional() ? description.options : description.arguments)
                .push_back(described(*option, choices));
    for (const auto* inner : command.get_subcommands({}))
        if (!inner->get_group().empty())
            description.commands.push_back(described(*inner, choices));
    return description;
}

} // namespace

Option::Option(CLI::Option& option, OptionChoices& choices)
    : m_option(&option)
    , m_choices(&choices)
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

Option& Option::choices(std::vector<std::string> words)
{
    (*m_choices)[m_option] = std::move(words);
    return *this;
}

Option& Option::hide()
{
    m_option->group("");
    return *this;
}

bool Option::isGiven() const
{
    return m_option->count() > 0;
}

Command::Command(CLI::App& command, OptionChoices& choices)
    : m_command(&command)
    , m_choices(&choices)
{
}

Command Command::addCommand(const std::string& name, const std::string& help)
{
    return {*m_command->add_subcommand(name, help), *m_choices};
}

void Command::requireCommand()
{
    m_command->require_subcommand(1);
}

void Command::hide()
{
    m_command->group("");
}

Option Command::add(const std::string& name, std::string& value, const std::string& help)
{
    return {*m_command->add_option(name, value, help), *m_choices};
}

Option Command::add(
    const std::string& name, std::optional<std::string>& value, const std::string& help)
{
    return {*m_command->add_option(name, value, help), *m_choices};
}

Option Command::add(const std::string& name, std::optional<int>& value, const std::string& help)
{
    return {*m_command->add_option(name, value, help), *m_choices};
}

Option Command::add(const std::string& name, double& value, const std::string& help)
{
    return {*m_command->add_option(name, value, help), *m_choices};
}

Option Command::add(
    const std::string& name, std::vector<std::string>& values, const std::string& help)
{
    return {*m_command->add_option(name, values, help), *m_choices};
}

Option Command::addRepeated(
    const std::string& name, std::vector<std::string>& values, const std::string& help)
{
    return {*m_command->add_option(name, values, help)->allow_extra_args(false), *m_choices};
}

Option Command::addFlag(const std::string& name, bool& value, const std::string& help)
{
    return {*m_command->add_flag(name, value, help), *m_choices};
}

void Command::onRun(std::function<void()> run)
{
    m_command->callback(std::move(run));
}

bool Command::hasCommand(std::string_view name) const
{
    return std::ranges::any_of(m_command->get_subcommands({}),
        [name](const CLI::App* command) { return command->get_name() == name; });
}

std::vector<std::string> Command::commandNames() const
{
    std::vector<std::string> names;
    for (const auto& command : description().commands)
        names.push_back(command.name);
    return names;
}

std::string Command::help() const
{
    return m_command->help();
}

CommandDescription Command::description() const
{
    return described(std::as_const(*m_command), *m_choices);
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
    return {*m_program, m_choices};
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
