# SPDX-License-Identifier: Apache-2.0
add_library(project_warnings INTERFACE)
target_compile_options(project_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion -Wnon-virtual-dtor -Woverloaded-virtual
    -Wold-style-cast
    # In a unity build a local variable may share its name with a helper of another file. The preset plain, which
    # has one unit for each file, keeps the whole warning.
    $<IF:$<BOOL:${CMAKE_UNITY_BUILD}>,-Wshadow=local,-Wshadow>
    # There GCC takes the types of an anonymous namespace for those of a header, which others could include, too.
    $<$<BOOL:${CMAKE_UNITY_BUILD}>:-Wno-subobject-linkage>
    -Wno-missing-field-initializers # designated initializers leave the rest to their defaults
    # GCC forgets which lines of a precompiled header belong to the system, and then tells its known false
    # alarms about std::string as ours.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread>
    $<$<BOOL:${WARNINGS_AS_ERRORS}>:-Werror>)

# For what waits for people, files or workers: a quarter less time to compile. Measurement, statistics, readers and
# storage keep the preset's -O2; the packages (preset release) have it everywhere.
add_library(quickly_built INTERFACE)
target_compile_options(quickly_built INTERFACE $<$<CONFIG:RelWithDebInfo>:-O1>)

# gold links a program of tests in half of ld's time, and there are more than eighty of them.
find_program(FUSESCOPE_GOLD ld.gold)
if(FUSESCOPE_GOLD AND CMAKE_BUILD_TYPE STREQUAL RelWithDebInfo AND NOT CMAKE_CROSSCOMPILING)
    add_link_options(-fuse-ld=gold)
endif()

# How many sources a unity batch holds at most. Measured on two cores (docs/development/README.md, Builds).
set(FUSESCOPE_UNITY_BATCH 24 CACHE STRING "Sources in one batch of a unity build")
set(CMAKE_UNITY_BUILD_BATCH_SIZE ${FUSESCOPE_UNITY_BATCH}) # programs of a few sources

# Sources that are being edited, one path in each line: compiled by themselves, so that an edit does not compile their
# whole batch. ./dev adds what differs from the last commit; nothing leaves the list, because that would compile a batch.
set(FUSESCOPE_APART_FILE "${CMAKE_BINARY_DIR}/apart.txt")
if(NOT EXISTS "${FUSESCOPE_APART_FILE}")
    file(TOUCH "${FUSESCOPE_APART_FILE}")
endif()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${FUSESCOPE_APART_FILE}")
file(STRINGS "${FUSESCOPE_APART_FILE}" FUSESCOPE_APART)
list(TRANSFORM FUSESCOPE_APART PREPEND "${CMAKE_SOURCE_DIR}/")

# Groups the sources of a target for a unity build (CMAKE_UNITY_BUILD; without it this changes nothing). A batch is
# made of whole folders where they fit and of equal parts of one folder where they do not, so that a name that two
# files use for different things is found next to its cause. OPT_OUT: sources that are compiled by themselves.
function(fusescope_unity_batches target)
    cmake_parse_arguments(ARG "" "" "OPT_OUT" ${ARGN})
    get_target_property(sources ${target} SOURCES)
    set(folders "")
    foreach(source IN LISTS sources)
        get_source_file_property(generated "${source}" GENERATED)
        if(source MATCHES "\\.cpp$" AND NOT generated AND NOT source IN_LIST ARG_OPT_OUT)
            get_filename_component(folder "${source}" DIRECTORY)
            string(MAKE_C_IDENTIFIER "in_${folder}" list)
            list(APPEND folders "${list}")
            list(APPEND ${list} "${source}")
        endif()
    endforeach()
    list(REMOVE_DUPLICATES folders)
    set(number 1)
    set(filled 0)
    foreach(folder IN LISTS folders)
        list(LENGTH ${folder} count)
        math(EXPR together "${filled} + ${count}")
        if(filled GREATER 0 AND together GREATER FUSESCOPE_UNITY_BATCH)
            math(EXPR number "${number} + 1")
            set(filled 0)
        endif()
        math(EXPR parts "(${count} + ${FUSESCOPE_UNITY_BATCH} - 1) / ${FUSESCOPE_UNITY_BATCH}")
        math(EXPR size "(${count} + ${parts} - 1) / ${parts}")
        foreach(source IN LISTS ${folder})
            if(parts GREATER 1 AND filled GREATER_EQUAL size)
                math(EXPR number "${number} + 1")
                set(filled 0)
            endif()
            set_property(SOURCE "${source}" PROPERTY UNITY_GROUP "${target}_${number}")
            get_filename_component(path "${source}" ABSOLUTE)
            if(path IN_LIST FUSESCOPE_APART)
                set_property(SOURCE "${source}" PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
            endif()
            math(EXPR filled "${filled} + 1")
        endforeach()
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
endfunction()

# A static library of ours: sources beside their headers, headers in a file set so that each is
# checked to compile by itself (target all_verify_interface_header_sets). PRECOMPILED: whose precompiled headers it uses.
# SEPARATE: sources in no batch of a unity build.
function(fusescope_library name)
    cmake_parse_arguments(ARG "" "PRECOMPILED" "SOURCES;HEADERS;LINKS;PRIVATE_LINKS;SEPARATE" ${ARGN})
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
    fusescope_unity_batches(${name} OPT_OUT ${ARG_SEPARATE})
endfunction()

# A GoogleTest program. SHARDS and LOCK as in fusescope_run_tests.
function(fusescope_test name)
    cmake_parse_arguments(ARG "" "LOCK;SHARDS" "SOURCES;LINKS" ${ARGN})
    add_executable(${name} ${ARG_SOURCES})
    target_link_libraries(${name} PRIVATE ${ARG_LINKS} GTest::gtest_main GTest::gmock project_warnings quickly_built)
    target_compile_definitions(${name} PRIVATE
        FUSESCOPE_SOURCE_DIR="${CMAKE_SOURCE_DIR}" FUSESCOPE_BINARY_DIR="${CMAKE_BINARY_DIR}")
    target_precompile_headers(${name} REUSE_FROM precompiled_test)
    fusescope_unity_batches(${name})
    fusescope_run_tests(${name} LOCK "${ARG_LOCK}" SHARDS "${ARG_SHARDS}")
endfunction()

include(Precompiled)

if(BUILD_TESTING)
    include(TestPrograms)
endif()
