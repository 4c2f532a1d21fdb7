// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <clocale>
#include <locale>
#include <string>

namespace tests {

/// Decimal commas and grouping dots for everything that asks the locale, while it lives.
class GermanLocale {
public:
    GermanLocale()
        : m_before(std::locale::global(std::locale(std::locale::classic(), new Numbers)))
    {
        std::setlocale(LC_ALL, "de_DE.UTF-8"); // where it is installed
    }

    GermanLocale(const GermanLocale&) = delete;
    GermanLocale& operator=(const GermanLocale&) = delete;
    GermanLocale(GermanLocale&&) = delete;
    GermanLocale& operator=(GermanLocale&&) = delete;

    ~GermanLocale()
    {
        std::setlocale(LC_ALL, "C");
        std::locale::global(m_before);
    }

private:
    class Numbers : public std::numpunct<char> {
    protected:
        char do_decimal_point() const override { return ','; }

        char do_thousands_sep() const override { return '.'; }

        std::string do_grouping() const override { return "\3"; }
    };

    std::locale m_before;
};

} // namespace tests
