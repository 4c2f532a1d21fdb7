// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/document/provenance.h"

#include "profiler/model/comparison_data.h"
#include "profiler/model/text/fnv_hash.h"
#include "profiler/model/text/parted.h"
#include "profiler/model/text/trimmed.h"
#include "profiler/report/advice/record_command.h"

#include <array>
#include <cctype>
#include <filesystem>
#include <vector>

namespace profiler {

namespace {

constexpr std::string_view markStart = "fs-";
constexpr std::size_t markDigits = 10;
constexpr unsigned bitsOfDigit = 5;
constexpr std::string_view digits = "abcdefghijklmnopqrstuvwxyz234567"; // RFC 4648, lower case
constexpr std::string_view hexDigits = "0123456789ABCDEF";

/// MurmurHash3's last step: every bit of the input then moves every bit that is shown.
std::uint64_t stirred(std::uint64_t hash)
{
    hash = (hash ^ (hash >> 33U)) * 0xff51afd7ed558ccd;
    hash = (hash ^ (hash >> 33U)) * 0xc4ceb9fe1a85ec53;
    return hash ^ (hash >> 33U);
}

bool staysPlain(unsigned char c)
{
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return letter || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_' || c == '~';
}

std::string encoded(std::string_view name)
{
    std::string text;
    for (const char each : name) {
        const auto c = static_cast<unsigned char>(each);
        if (staysPlain(c))
            text += each;
        else
            text += {'%', hexDigits[c >> 4U], hexDigits[c & 15U]};
    }
    return text;
}

std::optional<std::string> decoded(std::string_view text)
{
    std::string name;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            name += text[i];
            continue;
        }
        if (i + 2 >= text.size())
            return std::nullopt;
        unsigned value = 0;
        for (const char c : text.substr(i + 1, 2)) {
            const auto digit
                = hexDigits.find(static_cast<char>(std::toupper(static_cast<unsigned char>(c))));
            if (digit == std::string_view::npos)
                return std::nullopt;
            value = (value << 4U) | static_cast<unsigned>(digit);
        }
        name += static_cast<char>(value);
        i += 2;
    }
    return name;
}

/// Lower case; nothing when it is no mark.
std::optional<std::string> markFrom(std::string_view text)
{
    if (text.size() != markStart.size() + markDigits)
        return std::nullopt;
    std::string mark;
    for (const char c : text)
        mark += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (!mark.starts_with(markStart)
        || mark.find_first_not_of(digits, markStart.size()) != std::string::npos)
        return std::nullopt;
    return mark;
}

std::string placeInFile(const Provenance& provenance)
{
    return provenance.file + '@' + std::to_string(provenance.number);
}

} // namespace

std::string programVersion()
{
    return FUSESCOPE_VERSION;
}

std::string comparisonMark(const ComparisonInfo& info, std::string_view workload)
{
    // The zero bytes keep "ab" + "c" and "a" + "bc" apart.
    constexpr std::string_view zero("\0", 1);
    std::uint64_t hash = fnvHash(std::to_string(info.started.ns));
    hash = fnvHash(info.command, fnvHash(zero, hash));
    hash = stirred(fnvHash(workload, fnvHash(zero, hash)));
    std::string mark(markStart);
    for (std::size_t i = 0; i < markDigits; ++i) {
        constexpr unsigned bits = 64;
        hash = (hash << bitsOfDigit) | (hash >> (bits - bitsOfDigit));
        mark += digits[hash & ((1U << bitsOfDigit) - 1)];
    }
    return mark;
}

std::string figureIdText(const FigureId& id)
{
    std::string text = id.comparison;
    std::string open; // parts that are written only when something follows
    for (const std::string* part : {&id.place.page, &id.place.caseName, &id.place.focus}) {
        open += '/' + encoded(*part);
        if (part->empty())
            continue;
        text += open;
        open.clear();
    }
    return text;
}

std::optional<FigureId> figureIdFrom(std::string_view text)
{
    const auto parts = parted(trimmed(text), '/');
    const auto mark = markFrom(parts.front());
    constexpr std::size_t mostParts = 4;
    if (!mark || parts.size() > mostParts)
        return std::nullopt;
    FigureId id {.comparison = *mark, .place = {}};
    const std::array places {&id.place.page, &id.place.caseName, &id.place.focus};
    for (std::size_t i = 1; i < parts.size(); ++i) {
        auto name = decoded(parts[i]);
        if (!name)
            return std::nullopt;
        *places.at(i - 1) = std::move(*name);
    }
    return id;
}

Provenance provenanceOf(const ComparisonData& data, const std::string& file, FigurePlace place)
{
    return {.toolVersion = programVersion(),
        .id = {.comparison = comparisonMark(data.info, data.plan.workload.spec),
            .place = std::move(place)},
        .file = std::filesystem::path(file).filename().string(),
        .number = data.info.id.value};
}

std::string reopenCommand(const Provenance& provenance)
{
    std::string command = "fusescope ui " + shellWord(placeInFile(provenance));
    const FigurePlace& place = provenance.id.place;
    const auto add = [&command](std::string_view option, const std::string& value) {
        if (value.empty())
            return;
        // A name that begins with a dash would be read as an option.
        const bool dash = value.starts_with('-');
        command += ' ';
        command += option;
        command += dash ? '=' : ' ';
        command += shellWord(value);
    };
    add("--page", place.page);
    add("--case", place.caseName);
    add("--focus", place.focus);
    return command;
}

std::string provenanceLine(const Provenance& provenance)
{
    return "Fusescope " + provenance.toolVersion + " · " + placeInFile(provenance) + " · "
        + figureIdText(provenance.id);
}

std::string provenanceText(const Provenance& provenance)
{
    return provenanceLine(provenance) + " · " + reopenCommand(provenance);
}

} // namespace profiler
