// SPDX-License-Identifier: Apache-2.0
#include "app/options/manual_page.h"

#include <algorithm>
#include <cctype>

namespace app {
namespace {

/// Nothing in it is an instruction to groff, and a dash is the one that is typed.
std::string plain(const std::string& text)
{
    std::string escaped;
    for (const char letter : text) {
        if (letter == '\\')
            escaped += "\\e";
        else if (letter == '-')
            escaped += "\\-";
        else
            escaped += letter == '\n' ? ' ' : letter;
    }
    if (!escaped.empty() && (escaped.front() == '.' || escaped.front() == '\''))
        escaped.insert(0, "\\&");
    return escaped;
}

std::string bold(const std::string& text)
{
    return "\\fB" + plain(text) + "\\fR";
}

std::string italic(const std::string& text)
{
    return "\\fI" + plain(text) + "\\fR";
}

std::string upper(std::string text)
{
    std::ranges::transform(text, text.begin(),
        [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
    return text;
}

std::string section(const std::string& title)
{
    return ".SH " + title + "\n";
}

std::string entry(const std::string& term, const std::string& meaning)
{
    return ".TP\n" + term + "\n" + plain(meaning) + "\n";
}

/// "[FILE]", "FILE…"
std::string argumentText(const OptionDescription& argument)
{
    const bool marked = argument.value.starts_with('[');
    const bool more = argument.repeats && !marked && !argument.value.ends_with("…");
    const auto text = argument.value + (more ? "…" : "");
    return argument.required || marked ? italic(text) : "[" + italic(text) + "]";
}

std::string synopsis(const CommandDescription& command, const std::string& words)
{
    auto line = bold(words);
    if (!command.options.empty())
        line += " [" + italic("OPTION") + "]…";
    for (const auto& argument : command.arguments)
        line += " " + argumentText(argument);
    if (!command.commands.empty())
        line += " " + italic("COMMAND") + " [" + italic("ARGUMENT") + "]…";
    return line + "\n";
}

std::string optionTerm(const OptionDescription& option)
{
    std::string term;
    for (const auto& name : option.names)
        term += (term.empty() ? "" : ", ") + bold(name);
    return option.takesValue() ? term + " " + italic(option.value) : term;
}

std::string withChoices(const OptionDescription& option)
{
    std::string words;
    for (const auto& word : option.choices)
        if (option.help.find(word) == std::string::npos)
            words += (words.empty() ? "" : ", ") + word;
    return words.empty() ? option.help : option.help + ": " + words;
}

std::string optionEntries(const CommandDescription& command)
{
    std::string text;
    for (const auto& argument : command.arguments)
        text += entry(italic(argument.value), withChoices(argument));
    for (const auto& option : command.options)
        text += entry(optionTerm(option), withChoices(option));
    return text;
}

/// A command's own commands, as `env add`: each with its options, on the command's page.
std::string innerCommands(const CommandDescription& command, const std::string& words)
{
    std::string text;
    for (const auto& inner : command.commands) {
        const auto name = words + " " + inner.name;
        text += ".SS " + plain(name) + "\n" + plain(inner.help) + ".\n.PP\n" + synopsis(inner, name)
            + optionEntries(inner);
    }
    return text.empty() ? text : section("COMMANDS") + text;
}

std::string commandList(const CommandDescription& program)
{
    std::string text;
    for (const auto& command : program.commands)
        text += entry(bold(program.name + "-" + command.name) + "(1)", command.help);
    return text.empty() ? text : section("COMMANDS") + text;
}

std::string seeAlso(const std::vector<std::string>& names)
{
    std::string text;
    for (const auto& name : names)
        text += (text.empty() ? "" : ", ") + bold(name) + "(1)";
    return text.empty() ? text : section("SEE ALSO") + text + "\n";
}

/// From the title to the synopsis.
std::string beginning(const CommandDescription& command, const std::string& name,
    const std::string& words, const std::string& version)
{
    auto help = plain(command.help);
    while (help.ends_with('.'))
        help.pop_back();
    return R"(.\" SPDX-License-Identifier: Apache-2.0
.\" Made from the command line of )"
        + version + ".\n.TH " + upper(plain(name)) + " 1 \"\" \"" + version + "\" \"\"\n"
        + section("NAME") + plain(name) + " \\- " + help + "\n" + section("SYNOPSIS")
        + synopsis(command, words);
}

ManualPage page(
    const CommandDescription& command, const std::string& program, const ManualNotes& notes)
{
    const auto words = program + " " + command.name;
    ManualPage made {.name = program + "-" + command.name, .text = {}};
    made.text = beginning(command, made.name, words, notes.version);
    if (const auto entries = optionEntries(command); !entries.empty())
        made.text += section("OPTIONS") + entries;
    made.text += innerCommands(command, words) + seeAlso({program});
    return made;
}

ManualPage ownPage(const CommandDescription& program, const ManualNotes& notes)
{
    ManualPage made {.name = program.name,
        .text = beginning(program, program.name, program.name, notes.version)};
    made.text += section("OPTIONS") + optionEntries(program) + commandList(program);
    for (const auto& [title, entries] : notes.sections) {
        made.text += section(title);
        for (const auto& [term, meaning] : entries)
            made.text += entry(bold(term), meaning);
    }
    made.text += seeAlso(notes.seeAlso);
    return made;
}

} // namespace

std::vector<ManualPage> manualPages(const CommandDescription& program, const ManualNotes& notes)
{
    std::vector<ManualPage> pages {ownPage(program, notes)};
    for (const auto& command : program.commands)
        pages.push_back(page(command, program.name, notes));
    return pages;
}

} // namespace app
