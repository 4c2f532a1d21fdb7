// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/text/secrets.h"

#include "profiler/model/text/fnv_hash.h"
#include "secret_names.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <regex>

namespace profiler {
namespace {

constexpr std::string_view mark = "<not stored, ";

bool isLetterOrDigit(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

bool isUpper(char c)
{
    return std::isupper(static_cast<unsigned char>(c)) != 0;
}

/// "dbPassword" and "DB_PASSWORD" are both "db", "password".
std::vector<std::string> wordsOf(std::string_view name)
{
    std::vector<std::string> words;
    bool inWord = false;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool letter = isLetterOrDigit(name[i]);
        const bool hump = letter && i > 0 && isUpper(name[i]) && isLetterOrDigit(name[i - 1])
            && !isUpper(name[i - 1]);
        if (letter && (!inWord || hump))
            words.emplace_back();
        if (letter)
            words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])));
        inWord = letter;
    }
    return words;
}

bool isAmong(std::string_view list, std::string_view word)
{
    while (!list.empty()) {
        const auto end = std::min(list.find(' '), list.size());
        if (list.substr(0, end) == word)
            return true;
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return false;
}

bool isNumber(std::string_view text)
{
    static const std::regex number(R"(-?\d{1,9}(\.\d*)?)");
    return std::regex_match(text.begin(), text.end(), number);
}

std::string withheld(std::string_view value)
{
    const auto hash = fnvHash(value);
    return fmt::format("{}{:08x}>", mark, static_cast<std::uint32_t>(hash >> 32U ^ hash));
}

/// `text` with one group of each match replaced by what `replacement` makes of the match.
template <typename Replacement>
std::string replaced(
    const std::string& text, const std::regex& pattern, std::size_t group, Replacement replacement)
{
    std::string result;
    auto rest = text.cbegin();
    for (std::sregex_iterator found(text.begin(), text.end(), pattern), end; found != end;
         ++found) {
        result.append(rest, (*found)[group].first);
        result += replacement(*found);
        rest = (*found)[group].second;
    }
    return result.append(rest, text.cend());
}

/// "redis://user:password@host"
std::string withoutPasswordOfUrl(const std::string& text)
{
    static const std::regex password(R"((\w+://[^/\s:@]*:)([^/\s@]+)@)");
    return replaced(
        text, password, 2, [](const std::smatch& found) { return withheld(found[2].str()); });
}

/// "e2=eager,env.SECRET_TOKEN:value": the last piece, or up to the next setting.
std::string withoutSecretsOfVariant(const std::string& word)
{
    static const std::regex variable(R"((env\.([\w]+):)(.*?)(?=$|,[\w.]+[:=]))");
    return replaced(word, variable, 3,
        [](const std::smatch& found) { return withoutSecret(found[2].str(), found[3].str()); });
}

std::string withoutSecretsOfWord(const std::string& word)
{
    const auto equals = word.find('=');
    const auto start = std::min(word.find_first_not_of('-'), word.size());
    if (equals != std::string::npos && equals > start) {
        const auto name = std::string_view(word).substr(start, equals - start);
        const auto value = word.substr(equals + 1);
        if (isSecretName(name, value))
            return word.substr(0, equals + 1) + withheld(value);
    }
    return withoutPasswordOfUrl(withoutSecretsOfVariant(word));
}

} // namespace

bool isSecretName(std::string_view name, std::string_view value)
{
    const auto words = wordsOf(name);
    const auto anywhere
        = [](const std::string& word) { return isAmong(secretWordsAnywhere, word); };
    if (std::ranges::any_of(words, anywhere))
        return true;
    return !words.empty() && isAmong(secretWordsAtEnd, words.back()) && !isNumber(value);
}

std::string withoutSecret(std::string_view name, const std::string& value)
{
    return isSecretName(name, value) ? withheld(value) : withoutPasswordOfUrl(value);
}

bool isWithheld(std::string_view value)
{
    return value.find(mark) != std::string_view::npos;
}

std::vector<std::string> withoutSecrets(std::vector<std::string> words)
{
    bool isValue = false; // of the option before it
    for (auto& word : words) {
        const bool option = word.starts_with('-');
        if (isValue && !option && !isNumber(word)) {
            word = withheld(word);
            isValue = false;
            continue;
        }
        isValue = option && word.find('=') == std::string::npos && isSecretName(word, {});
        word = withoutSecretsOfWord(word);
    }
    return words;
}

} // namespace profiler
