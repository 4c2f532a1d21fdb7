# SPDX-License-Identifier: Apache-2.0
# Writes OUTPUT, a C++ file that defines storage::migrationTexts(): the SQL of FOLDER/NNNN_*.sql in
# their order. The numbers must run from 0001 without a gap: they are what user_version counts.
file(GLOB migrations RELATIVE "${FOLDER}" "${FOLDER}/*.sql")
list(SORT migrations)
set(number 0)
set(texts "")
foreach(migration IN LISTS migrations)
    math(EXPR number "${number} + 1")
    string(LENGTH "${number}" digits)
    math(EXPR zeros "4 - ${digits}")
    string(REPEAT "0" ${zeros} padding)
    if(NOT migration MATCHES "^${padding}${number}_")
        message(FATAL_ERROR "expected migration ${padding}${number}_*.sql, found ${migration}")
    endif()
    file(READ "${FOLDER}/${migration}" sql)
    string(APPEND texts "    R\"sql(${sql})sql\",\n")
endforeach()
file(WRITE "${OUTPUT}" "// Made from storage/migrations by cmake/EmbedMigrations.cmake.
#include \"storage/sqlite/migrations.h\"

#include <array>

namespace storage {

std::span<const char* const> migrationTexts()
{
    static constexpr std::array<const char*, ${number}> texts = {
${texts}    };
    return texts;
}

} // namespace storage
")
