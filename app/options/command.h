// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/options/command_description.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

/// The one place that includes CLI11, whose header costs as much to compile as a command does: the
/// programs describe their command lines through these handles.
namespace app {

/// The words that an option takes, for those who complete them: the parser has no place for it.
using OptionChoices = std::map<const CLI::Option*, std::vector<std::string>>;

/// An option, a flag or an argument of a command.
class Option {
public:
    Option(CLI::Option& option, OptionChoices& choices);

    Option& required();
    /// What stands for its value in the help.
    Option& placeholder(const std::string& text);
    /// How many values it takes.
    Option& values(int least, int most);
    Option& within(double low, double high);
    Option& excludes(const Option& other);
    /// The words that are offered for its value; others are refused by the command, in its words.
    Option& choices(std::vector<std::string> words);
    /// The help does not name it.
    Option& hide();
    [[nodiscard]] bool isGiven() const;

private:
    CLI::Option* m_option;
    OptionChoices* m_choices;
};

/// Where options are added; the values they name must outlive the parsing. A name that begins with
/// a dash is an option, another one an argument by its place.
class Command {
public:
    Command(CLI::App& command, OptionChoices& choices);

    Command addCommand(const std::string& name, const std::string& help);
    void requireCommand();
    /// Neither help nor lists name it.
    void hide();

    Option add(const std::string& name, std::string& value, const std::string& help);
    Option add(const std::string& name, std::optional<std::string>& value, const std::string& help);
    Option add(const std::string& name, std::optional<int>& value, const std::string& help);
    Option add(const std::string& name, double& value, const std::string& help);
    /// Takes all values that follow.
    Option add(const std::string& name, std::vector<std::string>& values, const std::string& help);
    /// Takes one value each time it is given, so that a word behind it stays what it is.
    Option addRepeated(
        const std::string& name, std::vector<std::string>& values, const std::string& help);
    Option addFlag(const std::string& name, bool& value, const std::string& help);

    /// Called while the words are parsed, when the command is the one they name.
    void onRun(std::function<void()> run);

    [[nodiscard]] bool hasCommand(std::string_view name) const; ///< a hidden one, too
    [[nodiscard]] std::vector<std::string> commandNames() const;
    [[nodiscard]] std::string help() const;
    [[nodiscard]] CommandDescription description() const;

protected:
    CLI::App* m_command;
    OptionChoices* m_choices;
};

/// How reading the words ended.
struct ParseEnd {
    enum class Kind {
        Parsed, ///< and the command, if any, has run
        Answered, ///< help or the version was asked for
        Refused,
    };

    Kind kind = Kind::Parsed;
    std::string message; ///< the answer; when refused the parser's own words
};

/// The command line of a program, with --help and --version.
class CommandLine {
public:
    CommandLine(const std::string& description, const std::string& program);
    ~CommandLine();
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;
    CommandLine(CommandLine&&) = delete;
    CommandLine& operator=(CommandLine&&) = delete;

    /// What --version prints.
    void setVersion(const std::string& text);
    [[nodiscard]] Command root();

    /// `words` begin with the program's own name.
    [[nodiscard]] ParseEnd parse(std::span<const char* const> words);

private:
    std::unique_ptr<CLI::App> m_program;
    OptionChoices m_choices;
};

} // namespace app
