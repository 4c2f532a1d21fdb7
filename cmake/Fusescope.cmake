# SPDX-License-Identifier: Apache-2.0
add_library(project_warnings INTERFACE)
target_compile_options(project_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
    -Wold-style-cast
    -Wno-missing-field-initializers # designated initializers leave the rest to their defaults
    # GCC forgets which lines of a precompiled header belong to the system, and then tells its known false
    # alarms about std::string as ours.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread>
    $<$<BOOL:${WARNINGS_AS_ERRORS}>:-Werror>)

# For what waits for people, files or workers: a quarter less time to compile, and nobody sees the difference.
# Measurement, statistics, readers, storage and what paints many events keep the preset's -O2.
add_library(quickly_built INTERFACE)
target_compile_options(quickly_built INTERFACE $<$<CONFIG:RelWithDebInfo>:-O1>)

# A static library of ours: sources beside their headers, headers in a file set so that each is
# checked to compile by itself (target all_verify_interface_header_sets). PRECOMPILED: whose precompiled headers it uses.
function(fusescope_library name)
    cmake_parse_arguments(ARG "" "PRECOMPILED" "SOURCES;HEADERS;LINKS;PRIVATE_LINKS" ${ARGN})
    if(NOT ARG_PRECOMPILED)
        set(ARG_PRECOMPILED precompiled_std)
    endif()
    add_library(${name} STATIC ${ARG_SOURCES})
    target_sources(${name} PUBLIC FILE_SET HEADERS BASE_DIRS "${CMAKE_SOURCE_DIR}" FILES ${ARG_HEADERS})
    target_link_libraries(${name} PUBLIC ${ARG_LINKS} PRIVATE project_warnings ${ARG_PRIVATE_LINKS})
    set_target_properties(${name} PROPERTIES
        POSITION_INDEPENDENT_CODE ON
        VERIFY_INTERFACE_HEADER_SETS ON)
    target_precompile_headers(${name} REUSE_FROM ${ARG_PRECOMPILED})
endfunction()

# A GoogleTest program. SHARDS and LOCK as in fusescope_run_tests.
function(fusescope_test name)
    cmake_parse_arguments(ARG "" "LOCK;SHARDS" "SOURCES;LINKS" ${ARGN})
    add_executable(${name} ${ARG_SOURCES})
    target_link_libraries(${name} PRIVATE ${ARG_LINKS} GTest::gtest_main GTest::gmock project_warnings quickly_built)
    target_compile_definitions(${name} PRIVATE
        FUSESCOPE_SOURCE_DIR="${CMAKE_SOURCE_DIR}" FUSESCOPE_BINARY_DIR="${CMAKE_BINARY_DIR}")
    target_precompile_headers(${name} REUSE_FROM precompiled_test)
    fusescope_run_tests(${name} LOCK "${ARG_LOCK}" SHARDS "${ARG_SHARDS}")
endfunction()

include(Precompiled)

if(BUILD_TESTING)
    include(TestPrograms)
endif()
